import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

describe("a remote that somebody tampered with", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;
  let good: string;

  beforeAll(async () => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
    await addTrust(bob.context(), { key: publicKey(ada), name: null });
    await ada.pack("one");
    await ada.push();
    good = team.refs()[mainRef] ?? "";
  });
  afterEach(() => team.git("update-ref", mainRef, good));
  afterAll(() => team.remove());

  const blob = (content: string): string => {
    const path = join(team.folder, "content");
    writeFileSync(path, content);
    return team.git("hash-object", "-w", path);
  };
  /** The good commit's tree with some lines of it replaced or added. */
  const point = (change: (lines: readonly string[]) => readonly string[]): void => {
    const lines = team.git("ls-tree", good).split("\n");
    const input = change(lines)
      .map((line) => `${line}\n`)
      .join("");
    const tree = execFileSync("git", ["mktree", "--missing"], { cwd: team.remote, input, encoding: "utf8" }).trim();
    const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    team.git("update-ref", mainRef, team.git(...who, "commit-tree", tree, "-m", "passdown packet p-0000000000000000"));
  };
  const replace = (name: string, line: string) => (lines: readonly string[]) =>
    lines.map((one) => (one.endsWith(`\t${name}`) ? line : one));

  /** What bob's fetch and pickup make of it. */
  const look = async (): Promise<readonly [state: unknown, why: string, active: number, packet: unknown]> => {
    const [shown] = (await bob.fetch()).packets;
    const active = bob.openHome().chain.activeAll().records.length;
    return [shown?.state, shown?.why ?? "", active, (await bob.pickup()).packet];
  };
  const malformedFor = (why: RegExp): readonly unknown[] => ["malformed", expect.stringMatching(why), 0, null];

  test("an altered packet", async () => {
    const text = team.git("show", `${good}:handoff.json`).replace('"next_action": "one"', '"next_action": "two"');
    point(replace("handoff.json", `100644 blob ${blob(`${text}\n`)}\thandoff.json`));
    expect(await look()).toEqual(malformedFor(/altered/));
  });

  test("altered Markdown", async () => {
    point(replace("handoff.md", `100644 blob ${blob("do something else\n")}\thandoff.md`));
    expect(await look()).toEqual(malformedFor(/handoff\.md .* is not what its origin\.json says/));
  });

  test.each([
    ["a symbolic link", "120000 blob BLOB\thandoff.md", /something else than plain files/],
    ["an executable", "100755 blob BLOB\thandoff.md", /something else than plain files/],
    ["a submodule", `160000 commit ${"1".repeat(40)}\thandoff.md`, /something else than plain files/],
  ])("%s in place of a file", async (_name, line, why) => {
    point(replace("handoff.md", line.replace("BLOB", blob("/etc/passwd"))));
    expect(await look()).toEqual(malformedFor(why));
  });

  test.each(["evil", "Handoff.json", "origin.json "])("a file of the name %j", async (name) => {
    point((lines) => [...lines, `100644 blob ${blob("x")}\t${name}`]);
    expect(await look()).toEqual(malformedFor(/a name that no packet has/));
  });

  test("a huge file", async () => {
    point(replace("handoff.json", `100644 blob ${blob("[".repeat(17 * 1024 * 1024))}\thandoff.json`));
    expect(await look()).toEqual(malformedFor(/larger than 16 MB/));
  });

  test.each([
    [
      "half a character in origin.json",
      "origin.json",
      (text: string) => text.replace(/"author": ?"[^"]*"/, '"author":"\\ud800"'),
    ],
    ["a number that no packet holds", "handoff.json", (text: string) => text.replace("{", '{"extra": 1e999,')],
  ])("%s is told, and stops nobody", async (_name, file, change) => {
    const before = team.git("show", `${good}:${file}`);
    expect(change(before)).not.toBe(before);
    point(replace(file, `100644 blob ${blob(`${change(before)}\n`)}\t${file}`));
    expect(await look()).toEqual(malformedFor(/./));
  });

  test("a blob in place of a commit", async () => {
    team.git("update-ref", mainRef, blob("nothing"));
    expect(await look()).toEqual(malformedFor(/no commit/));
  });

  const resign = (signature: string): void => {
    const tree = team.git("ls-tree", good).split("\n");
    const input = replace(
      "origin.sig",
      `100644 blob ${blob(signature)}\torigin.sig`,
    )(tree)
      .map((line) => `${line}\n`)
      .join("");
    const id = execFileSync("git", ["mktree"], { cwd: team.remote, input, encoding: "utf8" }).trim();
    const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    team.git("update-ref", mainRef, team.git(...who, "commit-tree", id, "-m", "x"));
  };

  test.each([
    [
      "what is no signature",
      () => "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n",
      /cannot be read/,
    ],
    ["a trusted key's signature of something else", () => sign(ada, "something else"), /does not hold/],
    ["a trusted key's signature for another purpose", () => sign(ada, "x", "git"), /cannot be read/],
  ])("%s", async (_name, signature, why) => {
    resign(signature());
    expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted", why: expect.stringMatching(why) }]);
    expect((await bob.pickup()).packet).toBeNull();
  });

  test("thousands of refs are bounded, and one's own threads come first", async () => {
    await bob.fetch();
    expect(bob.openHome().chain.activeAll().records).toHaveLength(1);
    await ada.pack("two");
    await ada.push();
    const commit = team.refs()[mainRef] ?? "";
    const names = Array.from({ length: 2000 }, (_, at) => `refs/passdown/packets/a-${String(at).padStart(32, "0")}`);
    const more = ["refs/passdown/packets/UPPER", "refs/passdown/other/thing"];
    const input = [...names, ...more].map((name) => `create ${name} ${commit}\n`).join("");
    execFileSync("git", ["update-ref", "--stdin"], { cwd: team.remote, input });
    const fetched = await bob.fetch();
    expect(fetched.packets).toHaveLength(500);
    expect(fetched.packets[0]).toMatchObject({ ref: mainRef, state: "taken" });
    expect(fetched.packets.slice(1).every(({ state }) => state === "malformed")).toBe(true);
    expect(fetched.ignored).toBe(1503);
  });
});

function sign(machine: Machine, text: string, namespace = "passdown"): string {
  const args = ["-Y", "sign", "-q", "-n", namespace, "-f", machine.key];
  return execFileSync("ssh-keygen", args, { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
}
