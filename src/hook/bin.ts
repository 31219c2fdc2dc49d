import { readFileSync } from "node:fs";
import process from "node:process";
import { recordEvent } from "./record-event.ts";

// `passdown-hook --client NAME EVENT`, payload on stdin. Exit 0 whatever happens: some clients deny a tool call
// when a hook fails, and losing one record is better than stopping somebody's work. stdout stays empty.
try {
  const [flag, client, eventName] = process.argv.slice(2);
  if (flag !== "--client" || client === undefined || eventName === undefined) {
    process.stderr.write("passdown-hook: usage: passdown-hook --client NAME EVENT < payload.json\n");
  } else {
    recordEvent({
      client,
      eventName,
      payload: readFileSync(0, "utf8"),
      cwd: process.cwd(),
      env: process.env,
      now: new Date(),
    });
  }
} catch (error) {
  process.stderr.write(`passdown-hook: ${error instanceof Error ? error.message : String(error)}\n`);
}
