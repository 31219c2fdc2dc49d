import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { locateHome } from "../../src/adapters/home/locate-home.ts";
import { makeFolder, makeHome, openAt } from "./support/folders.ts";
import { makePacket, makePublication, time } from "./support/make-packet.ts";

describe("locateHome", () => {
  test.each([
    ["the variable decides", { PASSDOWN_HOME: "/h" }, "/r/.git", "/h", "environment"],
    [
      "a relative variable counts from the current folder",
      { PASSDOWN_HOME: "h" },
      "/r/.git",
      "/r/sub/h",
      "environment",
    ],
    ["an empty variable is none", { PASSDOWN_HOME: "" }, "/r/.git", "/r/.git/passdown", "git"],
    ["else it lies in the common git folder", {}, "/elsewhere/.git", "/elsewhere/.git/passdown", "git"],
    ["outside git it lies in the root", {}, null, "/r/.passdown", "folder"],
  ])("%s", (_name, env, commonDir, path, from) => {
    expect(locateHome({ env, cwd: "/r/sub", root: "/r", commonDir })).toEqual({ path, from });
  });
});

describe("a home", () => {
  test("does not come into being by opening, reading, caching or mending", () => {
    const home = makeHome();
    home.notes.read();
    home.sessions.read();
    home.feedback.read();
    home.readHookEvents();
    home.chain.activeAll();
    home.chain.history();
    home.chain.verifyChain();
    home.chain.mend();
    home.claims.current("p-0123456789abcdef");
    home.kept.has("a".repeat(64));
    home.kept.keep([]);
    home.cache("trees").get("key");
    home.cache("trees").set("key", "value");
    home.reports.readCleanState();
    expect(home.writability()).toEqual({ writable: true });
    expect(existsSync(home.path)).toBe(false);
  });

  test("holds folders and files for this user alone", () => {
    const home = makeHome();
    home.chain.publish(makePublication(makePacket(1), null));
    home.feedback.append("{}");
    home.reports.writeVerification("T-001", "{}");
    home.cache("roots").set("key", "value");
    const claimed = { packetId: makePacket(1).packet_id, sessionId: "s", at: time(1) };
    home.claims.claim({ ...claimed, holder: { pid: 1, startTime: null, bootId: null, host: "h", command: "c" } });
    const modes = readdirSync(home.path, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8);
      return `${entry.isDirectory() ? "folder" : "file"} ${mode}`;
    });
    expect(new Set(modes)).toEqual(new Set(["folder 700", "file 600"]));
    expect(statSync(home.path).mode & 0o777).toBe(0o700);
  });

  test("is made anew when somebody removed it under a running process", () => {
    const home = makeHome();
    home.feedback.append("1");
    const gone = openAt(home.path);
    gone.feedback.append("2");
    // The same process, after its folders are gone.
    rmSync(home.path, { recursive: true });
    gone.feedback.append("3");
    expect(gone.feedback.read().segments.flatMap(({ lines }) => lines)).toEqual([{ text: "3", line: 1 }]);
  });
});

describe("an unsafe home is refused, and nothing is written", () => {
  test("when every user may write to it", () => {
    const path = join(makeFolder(), "home");
    mkdirSync(path);
    chmodSync(path, 0o777);
    expect(() => openAt(path)).toThrow(
      expect.objectContaining({
        kind: "environment",
        code: "home_unsafe",
        message: expect.stringContaining("every user"),
        hint: expect.stringMatching(/chmod o-w.*PASSDOWN_HOME=/),
      }),
    );
  });

  test("when it is a link to a folder that every user may write to", () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "shared"));
    chmodSync(join(folder, "shared"), 0o777);
    symlinkSync(join(folder, "shared"), join(folder, "home"));
    expect(() => openAt(join(folder, "home"))).toThrow(expect.objectContaining({ code: "home_unsafe" }));
  });

  test("when it is a link to another user's folder", (context) => {
    if (process.geteuid?.() !== 0) context.skip("only root can give a folder away: NOT tested");
    const folder = makeFolder();
    mkdirSync(join(folder, "theirs"));
    chownSync(join(folder, "theirs"), 65534, 65534);
    symlinkSync(join(folder, "theirs"), join(folder, "home"));
    expect(() => openAt(join(folder, "home"))).toThrow(
      expect.objectContaining({ code: "home_unsafe", message: expect.stringContaining("another user") }),
    );
  });

  test("when it is a link to nowhere", () => {
    const folder = makeFolder();
    symlinkSync(join(folder, "nowhere"), join(folder, "home"));
    expect(() => openAt(join(folder, "home"))).toThrow(expect.objectContaining({ code: "home_unsafe" }));
  });

  test("when it is a file", () => {
    const path = join(makeFolder(), "home");
    writeFileSync(path, "");
    expect(() => openAt(path)).toThrow(expect.objectContaining({ code: "home_not_a_folder" }));
  });

  test("when one of its folders is a link to elsewhere", () => {
    const folder = makeFolder();
    const home = openAt(join(folder, "home"));
    home.notes.read();
    mkdirSync(join(folder, "home"));
    mkdirSync(join(folder, "victim"));
    symlinkSync(join(folder, "victim"), join(folder, "home", "feedback"));
    expect(() => home.feedback.append("{}")).toThrow(expect.objectContaining({ code: "home_unsafe" }));
    expect(readdirSync(join(folder, "victim"))).toEqual([]);
  });

  test("but a link to one's own folder is fine", () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "mine"));
    symlinkSync(join(folder, "mine"), join(folder, "home"));
    openAt(join(folder, "home")).feedback.append("{}");
    expect(readdirSync(join(folder, "mine"))).toContain("feedback");
  });
});
