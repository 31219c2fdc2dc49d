import type { Context } from "../context.ts";
import { displayWidth } from "../render/terminal/width.ts";
import type { Doing } from "../render/words/words.ts";
import type { CliContext } from "./cli-context.ts";
import { terminalStyle } from "./terminal-style.ts";

interface ProgressOptions {
  readonly json: boolean;
  readonly doing: Doing;
}

/** Nobody wonders before that. */
const patienceMs = 500;
const eraseLine = "\r\u001b[K";

/** The work, with one quiet line on stderr for whoever waits at a terminal; it is gone before the result is printed. */
export function withProgress<T>(
  { context }: CliContext,
  options: ProgressOptions,
  work: (end: () => void) => Promise<T>,
): () => Promise<T> {
  return async () => {
    const end = begin(context, options);
    try {
      return await work(end);
    } finally {
      end();
    }
  };
}

function begin(context: Context, { json, doing }: ProgressOptions): () => void {
  if (json || !canErase(context)) return () => undefined;
  let state: "waiting" | "shown" | "ended" = "waiting";
  const show = async (): Promise<void> => {
    const { words, paint } = await terminalStyle(context, context.stderr);
    const line = fit(`passdown: ${words.terminal.doing[doing]}`, context.stderr.columns - 1);
    if (state !== "waiting") return;
    state = "shown";
    context.stderr.write(paint.dim(line));
  };
  const timer = setTimeout(() => void show().catch(() => undefined), patienceMs);
  return () => {
    clearTimeout(timer);
    if (state === "shown") context.stderr.write(eraseLine);
    state = "ended";
  };
}

/** A line that cannot be taken back would stand in a log or in the way. */
function canErase({ env, stderr }: Context): boolean {
  return stderr.isTTY && env["TERM"] !== "dumb" && (env["CI"] ?? "") === "";
}

/** A line that wraps could not be erased. */
function fit(line: string, columns: number): string {
  let text = line;
  while (text !== "" && displayWidth(text) > columns) text = text.slice(0, -1);
  return text;
}
