import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";
import { makeRepository } from "./make-repository.mjs";
import { makeTranscript } from "./make-transcript.mjs";
import { rounds, summary, time } from "./measure.mjs";

const node = process.execPath;
const hook = join(root, "dist", "hook", "passdown-hook.cjs");

/** What a hook adds to a tool call, and what a turn's end costs over a short and a long transcript. */
export function benchHooks({ quick, env }) {
  const repository = makeRepository({ files: 200, dirty: 5 });
  const folder = mkdtempSync(join(tmpdir(), "passdown-bench-"));
  const short = join(folder, "short.jsonl");
  const long = join(folder, "long.jsonl");
  const megabytes = quick ? 20 : 100;
  const afterLong = `turn end, transcript of ${megabytes} MB`;
  makeTranscript(short, { client: "claude", bytes: 200_000, cwd: repository });
  makeTranscript(long, { client: "claude", bytes: megabytes * 1_000_000, cwd: repository });
  const call = (event, session, transcript, more = {}) => {
    const payload = {
      session_id: session,
      transcript_path: transcript,
      cwd: repository,
      hook_event_name: event,
      ...more,
    };
    return time(node, [hook, "--client", "claude", event], { cwd: repository, env, input: JSON.stringify(payload) });
  };
  const tool = { tool_name: "Bash", tool_input: { command: "ls -la src" }, tool_use_id: "toolu_bench" };
  call("SessionStart", "short", short, { source: "startup" });
  const events = rounds(
    [
      { name: "node -e 0", run: () => time(node, ["-e", "0"], { cwd: repository, env }) },
      { name: "hook, before a tool", run: () => call("PreToolUse", "short", short, tool) },
      {
        name: "hook, after a tool",
        run: () => call("PostToolUse", "short", short, { ...tool, tool_response: { stdout: "x\n" } }),
      },
    ],
    quick ? 15 : 40,
  );
  let said = 0;
  const goOn = (file) => () => {
    const line = {
      sessionId: "bench",
      cwd: repository,
      type: "user",
      uuid: `n${(said += 1)}`,
      message: { role: "user", content: "Go on." },
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  // The first one reads the whole file.
  for (const [session, file] of [
    ["short", short],
    ["long", long],
  ])
    call("Stop", session, file, { stop_hook_active: false });
  const turns = rounds(
    [
      {
        name: "turn end, short transcript",
        prepare: goOn(short),
        run: () => call("Stop", "short", short, { stop_hook_active: false }),
      },
      {
        name: afterLong,
        prepare: goOn(long),
        run: () => call("Stop", "long", long, { stop_hook_active: false }),
      },
      { name: "session start with a packet", run: () => call("SessionStart", "next", short, { source: "startup" }) },
    ],
    quick ? 5 : 15,
  );
  rmSync(repository, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  return [
    row("hook, before a tool", "node -e 0", events, 1.25),
    row("hook, after a tool", "node -e 0", events, 1.25),
    row(afterLong, "turn end, short transcript", turns, 1.25),
    { ...row("session start with a packet", "turn end, short transcript", turns, null), met: null },
  ];
}

function row(name, base, times, target) {
  const own = summary(times.get(name));
  const floor = summary(times.get(base));
  const ratio = { min: own.min / floor.min, median: own.median / floor.median };
  return { name, base, target, ratio, met: Math.min(ratio.min, ratio.median) <= target, ms: own, base_ms: floor };
}
