import type { CodeSource, ResultEvent } from "../../domain/session/session-event.ts";

/** What the text that a shell tool gave the model tells of the command. */
export interface ShellText {
  readonly outcome: ResultEvent["outcome"];
  readonly exitCode: number | null;
  readonly codeSource: CodeSource;
  /** Without the frame; null where none was kept. */
  readonly output: string | null;
}

export interface ShellTextSource {
  readonly text: string;
  /** What the user was shown: the bare output, where the record keeps it. It tells where the output ends. */
  readonly shown: string | null;
  /** The client recorded the call as ended without an error of its own. */
  readonly succeeded: boolean;
}

// The lines that follow the output, in the order in which every build writes them.
const trailerLabels = ["Stderr", "Error", "Exit Code", "Signal", "Background PIDs", "Process Group PGID"] as const;
type Trailer = Partial<Record<(typeof trailerLabels)[number], string>>;

const notStarted = /^Command was cancelled by user before it could start/;
const timedOut = /^Command (?:was automatically cancelled because it exceeded|timed out after|exceeded the timeout)/;
const cancelled = /^Command was cancelled\b/;
const background =
  /^(?:Command (?:moved|auto-promoted) to background|Background (?:command|shell|process) (?:started|launched))/;
const tooLarge = /^(?:Output too large|Tool output was too large)/;

/**
 * The frame of `run_shell_command` in Gemini CLI and the clients made from it. Old builds write all lines, `Exit Code`
 * too; later ones leave out what has nothing to say, a code of 0 among it. So 0 is inferred only where such a frame
 * stands there whole, without error and signal.
 */
export function readShellText(source: ShellTextSource): ShellText {
  const text = unescaped(unwrapped(source.text));
  if (notStarted.test(text)) return told("not_run", null);
  if (timedOut.test(text)) return told("failed", outputBefore(text));
  if (cancelled.test(text)) return told("interrupted", outputBefore(text));
  if (background.test(text)) return told("running", null);
  const frame = frameOf(text);
  if (frame === null) return told("unknown", text);
  const { output, trailer } = splitOutput(text.slice(frame.outputAt), source.shown);
  return { ...codeOf(trailer, frame.codeAlways || !source.succeeded), output: joined(output, trailer.Stderr) };
}

function codeOf(trailer: Trailer, codeAlways: boolean): Omit<ShellText, "output"> {
  const written = trailer["Exit Code"];
  if (written !== undefined && /^-?\d{1,10}$/.test(written)) {
    const exitCode = Number(written);
    return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "text" };
  }
  const failed = says(trailer.Error) || says(trailer.Signal);
  if (failed || codeAlways || written !== undefined) {
    return { outcome: failed ? "failed" : "unknown", exitCode: null, codeSource: "unknown" };
  }
  return { outcome: "ok", exitCode: 0, codeSource: "inferred" };
}

function told(outcome: ResultEvent["outcome"], output: string | null): ShellText {
  return { outcome, exitCode: null, codeSource: "unknown", output };
}

function says(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "(none)" && value !== "0";
}

interface Frame {
  readonly outputAt: number;
  /** The build writes `Exit Code` always: where it is missing, it was lost. */
  readonly codeAlways: boolean;
}

function frameOf(text: string): Frame | null {
  if (text.startsWith("Output: ")) return { outputAt: 8, codeAlways: false };
  if (text.startsWith("Command: ")) {
    const old = /\nDirectory: [^\n]*\n(?:Output|Stdout): /.exec(text);
    return old === null ? null : { outputAt: old.index + old[0].length, codeAlways: true };
  }
  // The client kept head and tail of a long text: the frame begins after its notice.
  if (!tooLarge.test(text)) return null;
  const at = text.indexOf("\nOutput: ");
  if (at < 0) return null;
  return { outputAt: at + 9, codeAlways: text.slice(0, at).includes("\nDirectory: ") };
}

function splitOutput(body: string, shown: string | null): { output: string; trailer: Trailer } {
  // Where the user was shown the bare output, nothing in it can pass for a line of the frame.
  const length = shown === null ? 0 : shownLength(body, shown);
  const end = trailerStart(body, length);
  const output = body.slice(0, end.at === body.length ? end.at : Math.max(0, end.at - 1));
  return { output: output === "(empty)" ? "" : output, trailer: end.trailer };
}

function shownLength(body: string, shown: string): number {
  for (const output of [shown, shown.trim()]) {
    if (output !== "" && body.startsWith(output) && (body.length === output.length || body[output.length] === "\n")) {
      return output.length;
    }
  }
  return 0;
}

function trailerStart(body: string, notBefore: number): { at: number; trailer: Trailer } {
  const trailer: Trailer = {};
  let at = body.length;
  let rank: number = trailerLabels.length;
  while (at > notBefore) {
    const newline = body.lastIndexOf("\n", at - 2);
    const start = newline + 1;
    if (newline < notBefore || start === 0) break;
    const line = body.slice(start, at === body.length ? at : at - 1);
    const colon = line.indexOf(": ");
    const found = trailerLabels.findIndex((label) => label === line.slice(0, colon));
    if (found < 0 || found >= rank) break;
    rank = found;
    const label = trailerLabels[found];
    if (label !== undefined) trailer[label] = line.slice(colon + 2).trim();
    at = start;
  }
  return { at, trailer };
}

function joined(output: string, stderr: string | undefined): string {
  return stderr === undefined || stderr === "(empty)"
    ? output
    : [output, stderr].filter((one) => one !== "").join("\n");
}

function outputBefore(text: string): string | null {
  const at = text.indexOf(":\n");
  return at < 0 || !/Below is the output|Output before/.test(text.slice(0, at)) ? null : text.slice(at + 2);
}

function unwrapped(text: string): string {
  return /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/.exec(text)?.[1] ?? text;
}

/** A frame that lies on one line was escaped twice on its way into the record. */
function unescaped(text: string): string {
  return text.includes("\n") || !text.includes("\\nOutput: ") ? text : text.replaceAll("\\n", "\n");
}
