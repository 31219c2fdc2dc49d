#!/usr/bin/env node
import { writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { HookRequest } from "../app/hooks/serve-hook.ts";
import { handleEvent } from "./handle-event.ts";
import type { Serve } from "./serve.ts";
import { readInput } from "./read-input.ts";

// `passdown-hook --client NAME EVENT`, payload on stdin. Exit 0 whatever happens: some clients deny a tool call
// when a hook fails, and losing one record is better than stopping somebody's work. stdout holds only what the client
// is to give to its model, in the client's own form.
try {
  const [flag, client, eventName] = process.argv.slice(2);
  if (flag !== "--client" || client === undefined || eventName === undefined) {
    complain("usage: passdown-hook --client NAME EVENT < payload.json");
  } else {
    const handled = handleEvent({
      client,
      eventName,
      payload: readInput(0),
      cwd: () => process.cwd(),
      env: process.env,
      now: new Date(),
      parent: process.ppid,
    });
    if (handled.kind === "answer") say(1, handled.text);
    else serve(handled.request).then((text) => say(1, text), fail);
  }
} catch (error) {
  fail(error);
}

/** What needs the scene is done by the whole program, which is loaded only then. */
function serve(request: HookRequest): Promise<string> {
  // The bundler leaves this file of ours alone: it lies beside this one.
  const load = process.getBuiltinModule("module").createRequire(__filename);
  const { serve: run } = load("./serve.cjs") as { readonly serve: Serve };
  return run(request, join(__dirname, "..", "cli"));
}

function fail(error: unknown): void {
  process.exitCode = 0;
  complain(error instanceof Error ? error.message : String(error));
}

function complain(text: string): void {
  say(2, `passdown-hook: ${text}\n`);
}

/** Not through the stream: its error, when nobody reads, would come later and end the process with another exit code. */
function say(fd: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // Nobody listens.
  }
}
