import { ExitCode, run, type StricliProcess } from "@stricli/core";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { wrapHelp } from "../render/terminal/help.ts";
import { application } from "./routes.ts";
import { columnsOf } from "./terminal-style.ts";

const rootFlags: ReadonlySet<string> = new Set(["--help", "-h", "--help-all", "--helpAll", "-H", "--version", "-v"]);

/** Runs one command line and returns the exit code. Without a command it is `status`. */
export async function main(options: { readonly argv: readonly string[]; readonly context: Context }): Promise<number> {
  const { argv, context } = options;
  const first = argv[0];
  // What the scripts of `passdown completion` ask; no command for people.
  if (first === "__complete") return (await import("./completion/propose.ts")).answerShell(context, argv.slice(1));
  const inputs = first === undefined || (first.startsWith("-") && !rootFlags.has(first)) ? ["status", ...argv] : argv;
  // The parser's own messages are collected, so that a wrong call speaks the same way as every other failure.
  const complaints: string[] = [];
  const process: StricliProcess = {
    // Of all that goes this way only help is longer than a line.
    stdout: { write: (text) => context.stdout.write(wrapHelp(text, columnsOf(context.stdout, context.env))) },
    stderr: { write: (text) => void complaints.push(text) },
    env: {},
  };
  await run(application, inputs, { process, context });
  const code = Number(process.exitCode ?? 0);
  if (code >= 0) return code;
  const message = complaints
    .join("")
    .trim()
    .replace(/\s*\n\s*/g, "; ");
  const usage = code === ExitCode.UnknownCommand || code === ExitCode.InvalidArgument;
  const { reportFailure } = await import("./report-failure.ts");
  return reportFailure({
    context,
    json: asksForJson(argv),
    error: new AppError({
      kind: usage ? "usage" : "bug",
      code: usage ? "usage" : "internal",
      message: message.charAt(0).toLowerCase() + message.slice(1),
      hint: usage
        ? usageHint(inputs, { unknown: code === ExitCode.UnknownCommand, message })
        : "please report this with the command line that caused it",
    }),
  });
}

/** `--json` before `--`: what follows belongs to the command that exec runs. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}

/** The help of the command that was meant; where none of that name exists, of what could have been meant. */
function usageHint(inputs: readonly string[], { unknown, message }: { unknown: boolean; message: string }): string {
  const [command = "", part = ""] = inputs;
  // What belongs to the command that exec runs was taken for its own.
  if (command === "exec" && !inputs.includes("--") && !/failed to parse|expected input/i.test(message))
    return "write the command after two dashes: passdown exec -- npm test";
  const meant = command === "run" ? (unknown ? ["run"] : ["run", part]) : unknown ? [] : [command];
  const named = meant.filter((name) => /^[a-z]/.test(name));
  return `see ${["passdown", ...named, "--help"].join(" ")}`;
}
