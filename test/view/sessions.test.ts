import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importSession } from "../../src/app/sessions/import-session.ts";
import { openView } from "../../src/app/view/open-view.ts";
import { buildClean } from "../pickup/build-base.ts";
import { copyStand, makeScratch, type Stand } from "../pickup/stand.ts";

const scratch = makeScratch();
const secret = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
let clean: Stand;
let count = 0;

beforeAll(async () => {
  clean = await buildClean(join(scratch, "clean"));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function fresh(): Stand {
  count += 1;
  return copyStand(clean, join(scratch, `copy-${count}`));
}

/** Minutes of the session. */
function at(minute: number): string {
  return new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString();
}

function lineOf(stand: Stand, minute: number, record: object): string {
  const base = { sessionId: "s-told", cwd: stand.dir, version: "2.1.300", gitBranch: "topic", isSidechain: false };
  return JSON.stringify({ ...base, timestamp: at(minute), uuid: `u${minute}${Math.round(minute * 7)}`, ...record });
}

function say(stand: Stand, minute: number, content: object, tokens: number): string {
  const usage = { input_tokens: 9, cache_read_input_tokens: tokens, output_tokens: 90 };
  const message = { id: `msg_${minute}`, role: "assistant", model: "claude-sonnet-4-5", content: [content], usage };
  return lineOf(stand, minute, { type: "assistant", message });
}

function bash(stand: Stand, minute: number, command: string, result: { text: string; error: boolean } | null): string {
  const id = `toolu_${minute}`;
  const call = say(stand, minute, { type: "tool_use", id, name: "Bash", input: { command } }, minute * 10_000);
  if (result === null) return call;
  const content = [{ type: "tool_result", tool_use_id: id, content: result.text, is_error: result.error }];
  const toolUseResult = result.error
    ? `Error: ${result.text}`
    : { stdout: result.text, stderr: "", interrupted: false };
  return `${call}\n${lineOf(stand, minute + 0.5, { type: "user", message: { role: "user", content }, toolUseResult })}`;
}

/** A session that prompts, fails, edits, commits, passes, pushes, is compacted, and is cut in the middle of a command. */
function writeTranscript(stand: Stand): string {
  const folder = join(stand.dir, "..", "transcripts");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "s-told.jsonl");
  const edit = { type: "tool_use", id: "toolu_edit", name: "Edit", input: { file_path: join(stand.dir, "src/a.js") } };
  const edited = [{ type: "tool_result", tool_use_id: "toolu_edit", content: "updated" }];
  const toolUseResult = { filePath: join(stand.dir, "src/a.js"), oldString: "a", newString: "b", structuredPatch: [] };
  const prompt = `Go on \u202e<script>alert(1)</script>; the token is ${secret}`;
  const lines = [
    lineOf(stand, 0, { type: "user", message: { role: "user", content: prompt } }),
    bash(stand, 1, "npx vitest run test/a.test.ts", {
      text: "Exit code 1\nAssertionError: expected 1\n1 failed",
      error: true,
    }),
    say(stand, 2, edit, 20_000),
    lineOf(stand, 2.5, { type: "user", message: { role: "user", content: edited }, toolUseResult }),
    bash(stand, 4, "npx vitest run test/a.test.ts", { text: "Tests  12 passed (12)", error: false }),
    bash(stand, 5, "git push origin topic", { text: "done", error: false }),
    lineOf(stand, 6, {
      type: "system",
      subtype: "compact_boundary",
      content: "Conversation compacted",
      compactMetadata: { trigger: "auto", preTokens: 150_000 },
    }),
    bash(stand, 8, `deploy --token ${secret}`, null),
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

async function told(stand: Stand): Promise<string> {
  const path = writeTranscript(stand);
  stand.sh(
    `git commit -q --allow-empty -m 'In the middle' --date ${at(3)}`.replace("git", `GIT_COMMITTER_DATE=${at(3)} git`),
  );
  await importSession(stand.context(), { file: path, client: "claude", full: false });
  // A hook told of it.
  const event = {
    event: "session_start",
    client: "claude",
    session_id: "s-told",
    transcript: path,
    worktree: null,
    branch: "topic",
    commit: null,
    holder: null,
    at: at(0),
  };
  appendFileSync(join(stand.dir, ".git/passdown/hook-events.jsonl"), `${JSON.stringify(event)}\n`);
  return path;
}

test("sessions: the client's with what its transcript told, passdown's own with its newest command", async () => {
  const stand = fresh();
  await told(stand);
  const sessions = await openView(stand.context()).sessions({ from: 0, limit: 10 });
  expect(sessions.total).toBe(2);
  const client = sessions.entries.find(({ client: name }) => name === "claude");
  expect(client).toMatchObject({ sessionId: "s-told", branch: "topic", startedAt: at(0), lastAt: at(8) });
  expect(client?.counts).toMatchObject({ commands: 4, failed: 1, edits: 1, prompts: 1, compactions: 1 });
  const own = sessions.entries.find(({ client: name }) => name === null);
  expect(own?.counts).toBeNull();
  expect(own?.lastAt).not.toBeNull();
});

test("a timeline in the order of time, from the transcript", async () => {
  const stand = fresh();
  await told(stand);
  const timeline = await openView(stand.context()).timeline("s-told", { from: 0, limit: 100 });
  expect(timeline.source).toBe("transcript");
  const lanes = timeline.marks.entries.map(({ lane }) => lane);
  expect(lanes).toEqual(["prompt", "command", "edit", "commit", "command", "command", "effect", "compaction", "cut"]);
  const failed = timeline.marks.entries[1];
  expect(failed).toMatchObject({ outcome: "failed", exitCode: 1, error: "AssertionError: expected 1" });
  expect(timeline.marks.entries[2]).toMatchObject({ text: "src/a.js", outcome: null });
  expect(timeline.marks.entries[3]?.text).toMatch(/^[0-9a-f]{12} In the middle$/);
  expect(timeline.failures).toEqual([1, 8]);
  expect(timeline.context.map(({ tokens }) => tokens)).toContain(80_000 + 9 + 90);
  expect(timeline.context[0]?.window).toBe(200_000);
});

test("a transcript is raw, and what is shown of it is not", async () => {
  const stand = fresh();
  await told(stand);
  const view = openView(stand.context());
  const shown = JSON.stringify([await view.timeline("s-told", { from: 0, limit: 100 }), await view.attempts()]);
  expect(shown).not.toContain(secret);
  expect(shown).toContain("[redacted:");
  expect(shown).toContain("<script>alert(1)</script>");
  expect(shown).not.toContain("\u202e");
});

test("slices of a timeline; failures are counted in the whole of it", async () => {
  const stand = fresh();
  await told(stand);
  const view = openView(stand.context());
  const slice = await view.timeline("s-told", { from: 2, limit: 3 });
  expect(slice.marks).toMatchObject({ total: 9, from: 2 });
  expect(slice.marks.entries.map(({ lane }) => lane)).toEqual(["edit", "commit", "command"]);
  expect(slice.failures).toEqual([1, 8]);
  expect((await view.timeline("s-told", { from: 1e9, limit: -3 })).marks.entries).toEqual([]);
});

test("without its transcript a session is told from what the home kept", async () => {
  const stand = fresh();
  rmSync(await told(stand));
  const timeline = await openView(stand.context()).timeline("s-told", { from: 0, limit: 100 });
  expect(timeline.source).toBe("home");
  expect(timeline.context).toEqual([]);
  const lanes = timeline.marks.entries.map(({ lane }) => lane);
  // What was running when it was cut was kept as a command too.
  expect(lanes).toEqual([
    "prompt",
    "command",
    "edit",
    "commit",
    "command",
    "command",
    "effect",
    "compaction",
    "command",
    "effect",
    "cut",
  ]);
  expect(JSON.stringify(timeline)).not.toContain(secret);
});

test("a session that its client ended is not cut", async () => {
  const stand = fresh();
  await told(stand);
  const end = { event: "session_end", client: "claude", session_id: "s-told", at: at(9) };
  appendFileSync(join(stand.dir, ".git/passdown/hook-events.jsonl"), `${JSON.stringify(end)}\n`);
  const { marks } = await openView(stand.context()).timeline("s-told", { from: 0, limit: 100 });
  expect(marks.entries.map(({ lane }) => lane)).not.toContain("cut");
});

test("attempts: ways to one target, and the pass that replaced them", async () => {
  const stand = fresh();
  await told(stand);
  const groups = await openView(stand.context()).attempts();
  expect(groups.find(({ target }) => target === "test/a.test.ts")).toMatchObject({
    ways: [{ command: "npx vitest run test/a.test.ts", exitCode: 1, count: 1 }],
    replacedBy: { command: "npx vitest run test/a.test.ts", at: at(4) },
  });
});
