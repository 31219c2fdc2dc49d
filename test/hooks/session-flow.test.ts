import { existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { acceptance, feedbackOf, hookedRepository, hookedSession } from "./session.ts";

describe("a session and the one after it", () => {
  test("the next session begins with the failed command, its tree, the user's words and a next action", () => {
    const repository = hookedRepository();
    const first = hookedSession(repository, "first");
    expect(first.hook("SessionStart", { source: "startup" })).toBe("");
    first.say("Mend the check. Never touch a.txt.");
    first.call("t1", acceptance);
    first.end("t1", acceptance, 3, "the check is broken");
    expect(first.hook("Stop", { stop_hook_active: false })).toBe("");
    const [record] = feedbackOf(repository);
    expect(record).toMatchObject({ command: acceptance, exit_code: 3, session_id: "first", recorded_by: "transcript" });
    expect(record?.["tree"]).toMatch(/^[0-9a-f]{40}$/);
    const brief = hookedSession(repository, "second").hook("SessionStart", { source: "startup" });
    expect(brief).toContain("Decision: proceed");
    expect(brief).toContain(`make this pass: ${acceptance}`);
    expect(brief).toContain(`${acceptance} -> exit 3: the check is broken`);
    expect(brief).toContain("> Never touch a.txt.");
    expect(brief).toContain("> Mend the check. Never touch a.txt.");
    expect(brief.length).toBeLessThan(10_000);
  });

  test("a packet is given once to a session, and again after a compaction", () => {
    const repository = hookedRepository();
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.call("t1", acceptance);
    first.end("t1", acceptance, 3);
    first.hook("Stop");
    const second = hookedSession(repository, "second");
    const brief = second.hook("SessionStart", { source: "startup" });
    const again = second.hook("SessionStart", { source: "resume" });
    expect(again.split("\n")).toHaveLength(1);
    expect(again).toContain("was given to this session already");
    expect(second.hook("SessionStart", { source: "compact" })).toBe(brief);
  });

  test("an acceptance command that passed counts for the tree it ran on, and no longer after an edit", () => {
    const repository = hookedRepository();
    repository.write("check.mjs", "process.exitCode = 0;\n").commit("mend");
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.say("Go on.");
    first.call("t1", acceptance);
    first.end("t1", acceptance, 0);
    first.call("t2", "passdown note next 'x'");
    first.end("t2", "passdown note next 'x'", 0);
    first.hook("Stop");
    const brief = hookedSession(repository, "second").hook("SessionStart", { source: "startup" });
    expect(brief).toContain("passed");
    repository.write("a.txt", "b\n");
    expect(hookedSession(repository, "third").hook("SessionStart", { source: "startup" })).toContain(
      "verification_stale",
    );
    // passdown's own calls are no commands of the session.
    expect(feedbackOf(repository).map(({ command }) => command)).toEqual([acceptance]);
  });

  test("files that change while an acceptance command runs take its result from every tree", () => {
    const repository = hookedRepository();
    repository.write("check.mjs", "process.exitCode = 0;\n").commit("mend");
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.call("t1", acceptance);
    repository.write("a.txt", "changed meanwhile\n");
    first.end("t1", acceptance, 0);
    first.hook("Stop");
    expect(feedbackOf(repository)[0]?.["changed_while_running"]).toEqual(["a.txt"]);
    expect(hookedSession(repository, "second").hook("SessionStart", { source: "startup" })).toContain(
      "verification_unknown",
    );
  });

  test("nothing is told twice, however often a turn ends", () => {
    const repository = hookedRepository();
    const session = hookedSession(repository, "first");
    session.hook("SessionStart", { source: "startup" });
    session.call("t1", "git status");
    session.end("t1", "git status", 0, "clean");
    for (let turn = 0; turn < 3; turn += 1) session.hook("Stop");
    session.call("t2", "ls");
    session.end("t2", "ls", 0, "a.txt");
    session.hook("Stop");
    expect(feedbackOf(repository).map(({ command }) => command)).toEqual(["git status", "ls"]);
  });

  test("a transcript that was cut or replaced is read anew, and nothing is told twice", () => {
    const repository = hookedRepository();
    const session = hookedSession(repository, "first");
    session.hook("SessionStart", { source: "startup" });
    session.call("t1", "git status");
    session.end("t1", "git status", 0);
    session.hook("Stop");
    const text = readFileSync(session.transcript, "utf8");
    truncateSync(session.transcript, Math.floor(text.length / 2));
    session.hook("Stop");
    writeFileSync(`${session.transcript}.new`, text);
    renameSync(`${session.transcript}.new`, session.transcript);
    session.hook("Stop");
    expect(feedbackOf(repository).map(({ command }) => command)).toEqual(["git status"]);
  });
});

describe("a session that was killed", () => {
  test("is taken in by the next start: the command without an end is unknown, an effect asks for a human", () => {
    const repository = hookedRepository();
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.say("Push it.");
    first.call("t1", acceptance);
    first.end("t1", acceptance, 3);
    first.call("t2", "git push origin main");
    endOfClient(repository.root);
    const brief = hookedSession(repository, "second").hook("SessionStart", { source: "startup" });
    expect(brief).toContain("Decision: needs_human");
    expect(brief).toContain("effect_unknown");
    expect(brief).toMatch(/git push origin main -> no exit code \(outcome unknown/);
  });

  test("without a transcript the hook's own lines tell what was running", () => {
    const repository = hookedRepository();
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "node long.mjs" }, tool_use_id: "t1" });
    expect(existsSync(first.transcript)).toBe(false);
    endOfClient(repository.root);
    const brief = hookedSession(repository, "second").hook("SessionStart", { source: "startup" });
    expect(brief).toMatch(/node long\.mjs -> no exit code \(outcome unknown/);
  });

  test("a session whose process lives is left alone", () => {
    const repository = hookedRepository();
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.call("t1", "git push origin main");
    // The test's own process is the client, and it lives.
    expect(hookedSession(repository, "second").hook("SessionStart", { source: "startup" })).toBe("");
    expect(feedbackOf(repository)).toEqual([]);
  });

  test("what it left on another branch is taken in, and its packet is made there", () => {
    const repository = hookedRepository();
    repository.git("checkout", "-q", "-b", "topic");
    const first = hookedSession(repository, "first");
    first.hook("SessionStart", { source: "startup" });
    first.call("t1", "git push origin topic");
    endOfClient(repository.root);
    repository.git("checkout", "-q", "main");
    expect(hookedSession(repository, "second").hook("SessionStart", { source: "startup" })).toBe("");
    expect(feedbackOf(repository)).toEqual([expect.objectContaining({ branch: "topic", exit_code: null })]);
  });
});

/** As if the process that the hooks were called by were gone: its start time is another one. */
function endOfClient(root: string): void {
  const path = join(root, ".git", "passdown", "hook-events.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/"startTime":"\d+"/g, '"startTime":"1"'));
}

describe("what could look like a pass", () => {
  test("a run in a folder outside, or in another one, is none of the acceptance command", () => {
    const repository = hookedRepository();
    repository.write("sub/check.mjs", "process.exitCode = 0;\n").commit("sub");
    const session = hookedSession(repository, "first");
    session.hook("SessionStart", { source: "startup" });
    session.moveTo(join(repository.root, "sub"));
    session.call("t1", acceptance);
    session.end("t1", acceptance, 0);
    session.moveTo("/");
    session.call("t2", acceptance);
    session.end("t2", acceptance, 0);
    session.moveTo(repository.root);
    session.hook("Stop");
    expect(feedbackOf(repository).map(({ cwd }) => cwd)).toEqual(["sub", "/"]);
    expect(hookedSession(repository, "second").hook("SessionStart", { source: "startup" })).toContain(
      "verification_not_run",
    );
  });

  test("a second run within seconds is tied to its own tree, and a reverted edit brings the first failure back", () => {
    const repository = hookedRepository();
    const session = hookedSession(repository, "first");
    session.hook("SessionStart", { source: "startup" });
    session.call("t1", acceptance);
    session.end("t1", acceptance, 3);
    session.hook("Stop");
    repository.write("a.txt", "b\n");
    session.call("t2", acceptance);
    session.end("t2", acceptance, 0);
    session.hook("Stop");
    repository.write("a.txt", "a\n");
    session.hook("Stop");
    expect(hookedSession(repository, "second").hook("SessionStart", { source: "startup" })).toContain(
      "VERIFICATION IS RED",
    );
    const trees = feedbackOf(repository).map(({ tree }) => tree);
    expect(new Set(trees).size).toBe(2);
  });
});
