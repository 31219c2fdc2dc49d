import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeTranscript } from "../make-transcript.mjs";
import { timeAndPeak } from "../measure.mjs";
import { cli, hookCall } from "./programs.mjs";

const tool = { tool_name: "Bash", tool_input: { command: "ls -la src" }, tool_use_id: "toolu_growth" };

/** What people and clients do all day, in one repository that has a packet. Each `run` gives its time and peak memory. */
export function operations({ repository, env }) {
  const transcript = join(repository, ".git", "bench-transcript", "session.jsonl");
  mkdirSync(dirname(transcript));
  makeTranscript(transcript, { client: "claude", bytes: 50_000, cwd: repository });
  const run = ({ args, input, exits }) => timeAndPeak(args, { cwd: repository, env, input, exits });
  const command = (...args) => run({ args: [cli, ...args, "--json"], exits: [0, 1] });
  const event = (name, more) => run(hookCall(name, { session: "growth", transcript, cwd: repository, ...more }));
  let edits = 0;
  const edit = () =>
    writeFileSync(join(repository, "src", "d0", "file-0.ts"), `export const edit = ${(edits += 1)};\n`);
  return [
    { name: "status", run: () => command("status") },
    { name: "pickup", run: () => command("pickup") },
    { name: "pack, one file new", prepare: edit, run: () => command("pack", "--force", "growth") },
    { name: "hook, session start", run: () => event("SessionStart", { source: "startup" }) },
    { name: "hook, before a tool", run: () => event("PreToolUse", tool) },
    { name: "hook, turn end", run: () => event("Stop", { stop_hook_active: false }) },
  ];
}
