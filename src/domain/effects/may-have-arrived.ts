import type { FeedbackRecord } from "../workbench.ts";

/** The program was not there, or could not be executed. */
const notStarted: ReadonlySet<number> = new Set([126, 127]);

/** curl: bad usage, name not found, no connection. Nothing was sent. */
const notSent: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 7]);

/** The remote end may have done its part before the connection broke. */
const broken = /hung up|early EOF|disconnect|timed? ?out|broken pipe|RPC failed|reset by peer|connection closed/i;

/** Lines of `git push` for a reference that was accepted: ` abc..def  main -> main`, ` * [new branch] …`. */
const accepted = /^ (?:[ +*=-]) *\S.* -> /m;

/** Whether a command that exited by itself, but not with 0, may have had its effect all the same. */
export function mayHaveArrived(record: FeedbackRecord, kind: string): boolean {
  const code = record.exitCode ?? 0;
  const text = [record.stderr, record.stdout].map(({ head, tail }) => `${head}\n${tail}`).join("\n");
  switch (kind) {
    case "git_push":
      return !notStarted.has(code) && (broken.test(text) || accepted.test(text));
    case "http_write":
      return !notStarted.has(code) && !notSent.has(code);
    // Their 127 may come from inside, after they did something.
    case "deployment":
    case "migration":
      return true;
    default:
      return !notStarted.has(code);
  }
}
