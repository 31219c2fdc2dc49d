import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { time } from "../measure.mjs";

export const cli = join(root, "dist", "cli", "bin.cjs");
export const hook = join(root, "dist", "hook", "passdown-hook.cjs");

/** One call of the command line whose cost nobody asks for. */
export function passdown(cwd, env, args) {
  time(process.execPath, [cli, ...args], { cwd, env });
}

/** Arguments and input of one hook call, as Claude Code makes it. */
export function hookCall(event, { session, transcript, cwd, ...more }) {
  const payload = { session_id: session, transcript_path: transcript, cwd, hook_event_name: event, ...more };
  return { args: [hook, "--client", "claude", event], input: JSON.stringify(payload) };
}
