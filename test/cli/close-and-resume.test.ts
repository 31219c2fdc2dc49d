import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

const seven = {
  summary: "string",
  changed_files: "array",
  commands_run: "array",
  failed_attempts: "array",
  open_risks: "array",
  next_action: "string",
  verdict_pointer: "object",
} as const;

describe("closing a session and resuming it", () => {
  let box: Sandbox;
  let first: Record<string, unknown>;

  beforeAll(() => {
    box = makeSandbox();
    box.write("passdown.config.json", JSON.stringify({ acceptance: ["sh check.sh"] }));
    box.write("check.sh", "exit 0\n");
    box.commit("acceptance");
    box.passdown(["exec", "--", "sh", "-c", "echo 'Error: boom' >&2; exit 3"]);
    box.passdown(["exec", "--", "sh", "check.sh"]);
    box.passdown(["note", "next", "open", "the pull request"]);
    first = box.passdown(["pack", "--json"]).json();
  });
  afterAll(() => box.remove());

  it("publishes a packet whose files lie where it says", () => {
    expect(first["result"]).toBe("published");
    expect(existsSync(join(String(first["path"]), "handoff.json"))).toBe(true);
    expect(existsSync(join(String(first["path"]), "handoff.md"))).toBe(true);
  });

  it("holds the seven fields with their plain types", () => {
    const packet = box.passdown(["show", "--json"]).json();
    for (const [field, type] of Object.entries(seven)) {
      const value = packet[field];
      expect(Array.isArray(value) ? "array" : typeof value, field).toBe(type);
    }
    expect(packet["failed_attempts"]).toEqual([
      "sh -c 'echo '\\''Error: boom'\\'' >&2; exit 3' -> exit 3: Error: boom",
    ]);
    expect(packet["next_action"]).toBe("open the pull request");
    expect(packet["verification"]).toMatchObject({ verdict: "passed" });
    expect(packet["last_known_good_commit"]).toBe(box.git("rev-parse", "HEAD"));
  });

  it("shows exactly the bytes of handoff.json", () => {
    const shown = box.passdown(["show", "--json"]).stdout;
    expect(shown).toBe(readFileSync(join(String(first["path"]), "handoff.json"), "utf8"));
  });

  it("publishes nothing new when nothing is new, from anywhere, in any locale and time zone", () => {
    const before = readFileSync(join(String(first["path"]), "handoff.json"), "utf8");
    box.write("sub/dir/.gitkeep", "");
    box.git("config", "core.excludesFile", "");
    for (const options of [
      {},
      { cwd: join(box.root, "sub", "dir") },
      { env: { TZ: "Asia/Tokyo", LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" } },
    ]) {
      box.write(".git/info/exclude", "sub/\n");
      const again = box.passdown(["pack", "--json"], options).json();
      expect(again).toMatchObject({ result: "unchanged", packet_id: first["packet_id"], superseded: null });
    }
    expect(readFileSync(join(String(first["path"]), "handoff.json"), "utf8")).toBe(before);
  });

  it("says proceed with exit 0 on the same scene", () => {
    const result = box.passdown(["pickup", "--json"]);
    expect(result.exit).toBe(0);
    expect(result.json()).toMatchObject({ decision: "proceed", packet_id: first["packet_id"] });
  });

  it("passes its own audit", () => {
    const result = box.passdown(["audit", String(first["packet_id"]), "--json"]);
    expect(result.json()).toMatchObject({ result: "pass", findings: [] });
    expect(result.exit).toBe(0);
  });

  it("supersedes the packet when a commit follows, and mends nothing twice", () => {
    box.write("more.txt", "more\n");
    box.commit("more");
    const judged = box.passdown(["pickup", "--json"]);
    expect(judged.exit).toBe(1);
    expect(judged.json()).toMatchObject({ decision: "reverify" });
    const second = box.passdown(["pack", "--json"]).json();
    expect(second).toMatchObject({ result: "published", superseded: first["packet_id"] });
    const log = box.passdown(["log", "--json"]).json()["packets"] as Record<string, unknown>[];
    expect(log.map((entry) => [entry["packet_id"], entry["status"], entry["superseded_by"]])).toEqual([
      [second["packet_id"], "active", null],
      [first["packet_id"], "superseded", second["packet_id"]],
    ]);
    const old = JSON.parse(readFileSync(join(String(first["path"]), "handoff.json"), "utf8")) as Record<
      string,
      unknown
    >;
    expect(old).toMatchObject({ status: "superseded", superseded_by: second["packet_id"], digest: expect.any(String) });
  });

  it("ends a packet on request, and then has none", () => {
    expect(box.passdown(["archive"]).exit).toBe(0);
    const judged = box.passdown(["pickup", "--json"]).json();
    expect(judged).toMatchObject({ decision: "needs_human", packet_id: null });
  });
});

describe("work that is not committed", () => {
  let box: Sandbox;
  beforeAll(() => {
    box = makeSandbox();
    box.passdown(["note", "next", "go on"]);
    box.write("half.txt", "half of it\n");
  });
  afterAll(() => box.remove());

  it("keeps a session from ending until it is committed or declared", () => {
    const refused = box.passdown(["pack", "--json"]);
    expect(refused.exit).toBe(1);
    expect(refused.json()).toMatchObject({ result: "refused", reasons: [{ code: "uncommitted_changes" }] });
    box.passdown(["note", "keep", "the other half comes next"]);
    expect(box.passdown(["pack", "--json"]).json()).toMatchObject({ result: "published" });
  });

  it("is compared by content, and brought back into a new worktree", () => {
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "proceed" });
    box.write("half.txt", "something else\n");
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ decision: "reverify" });
    box.git("clean", "-fdq");
    const lost = box.passdown(["pickup", "--json"]).json();
    expect(lost).toMatchObject({ decision: "needs_human" });
    expect((lost["reasons"] as { code: string }[]).map((reason) => reason.code)).toContain("work_missing");
    const into = `${box.root}-restored`;
    const restored = box.passdown(["restore", "--into", into, "--json"]);
    expect(restored.json()).toMatchObject({ restored: ["half.txt"], missing: [] });
    expect(readFileSync(join(into, "half.txt"), "utf8")).toBe("half of it\n");
    box.git("worktree", "remove", "--force", into);
  });

  it("is packed under force with the reason as a risk", () => {
    box.write("half.txt", "another third\n");
    const forced = box.passdown(["pack", "--force", "the train leaves", "--json"]);
    expect(forced.json()).toMatchObject({ result: "published" });
    const packet = box.passdown(["show", "--json"]).json();
    expect(packet["open_risks"]).toContainEqual({
      severity: "block",
      code: "forced",
      detail: "packed although the scene is not clean: the train leaves",
    });
  });
});
