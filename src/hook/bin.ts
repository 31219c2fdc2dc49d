#!/usr/bin/env node
import { writeSync } from "node:fs";
import process from "node:process";
import { readInput } from "./read-input.ts";
import { recordEvent } from "./record-event.ts";

// `passdown-hook --client NAME EVENT`, payload on stdin. Exit 0 whatever happens: some clients deny a tool call
// when a hook fails, and losing one record is better than stopping somebody's work. stdout stays empty.
try {
  const [flag, client, eventName] = process.argv.slice(2);
  if (flag !== "--client" || client === undefined || eventName === undefined) {
    complain("usage: passdown-hook --client NAME EVENT < payload.json");
  } else {
    recordEvent({ client, eventName, payload: readInput(0), cwd: here, env: process.env, now: new Date() });
  }
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
}

/** The folder may be gone by now; then only the payload can name one. */
function here(): string {
  return process.cwd();
}

/** Not through the stream: its error, when nobody reads, would come later and end the process with another exit code. */
function complain(text: string): void {
  try {
    writeSync(2, `passdown-hook: ${text}\n`);
  } catch {
    // Nobody listens.
  }
}
