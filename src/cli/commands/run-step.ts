import { runCommand, type RunCommandEnd } from "../../app/runs/run-command.ts";
import { AppError } from "../../domain/errors.ts";
import { code, data, type Inline } from "../../render/document/inline.ts";
import { say } from "../../render/document/say.ts";
import { layOut } from "../../render/terminal/lay-out.ts";
import { unbroken } from "../../render/terminal/style.ts";
import { renderHint, type Refusal } from "../../render/terminal/refusal.ts";
import type { Words } from "../../render/words/words.ts";
import { answerLine } from "../answer-line.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { commandWords, type Pair } from "../flags.ts";
import type { RunStepFlags } from "../run-routes.ts";

export async function runStep(
  this: CliContext,
  flags: RunStepFlags,
  run: string,
  key: string,
  ...argv: readonly string[]
): Promise<void> {
  await answerLine(this, false, async () => {
    const end = await runCommand(this.context, {
      run,
      root: flags.root ?? null,
      argv,
      takeover: flags.takeover ?? null,
      step: {
        key,
        inputs: toRecord(flags.input),
        expect: digests(flags.expect),
        safeToRetry: flags.safeToRetry === true,
        retry: flags.retry === true,
        free: flags.free === true,
        ...(flags.artifact === undefined ? {} : { artifact: flags.artifact }),
        ...(flags.probe === undefined ? {} : { probeCommand: commandWords(flags.probe) }),
      },
    });
    return {
      exit: exitOf(end),
      line: null,
      // For a log too: nothing is wrapped.
      says: (style) => {
        const wide = { ...style, columns: unbroken };
        const line = describe(end, key, style.words);
        if (line.length === 0) return "";
        const reason = reasonOf(end);
        const hint = reason === null ? [] : [renderHint({ run, root: flags.root ?? null, reason }, wide)];
        return [layOut(line, wide, { first: "passdown: " }), ...hint].join("\n");
      },
    };
  });
}

function toRecord(pairs: readonly Pair[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

function digests(pairs: readonly Pair[] = []): Readonly<Record<string, string>> {
  const wrong = pairs.find(({ value }) => !/^[0-9a-f]{64}$/.test(value));
  if (wrong === undefined) return toRecord(pairs);
  throw new AppError({
    kind: "usage",
    code: "digest_invalid",
    message: `--expect ${wrong.name}: not a sha256 in 64 small hexadecimal digits`,
    hint: "write --expect FILE=SHA256, with the path of the file below the artifact",
  });
}

/** The command's own exit code where it was executed. */
function exitOf(end: RunCommandEnd): number {
  if (end.kind === "not_opened") return exitCode.no;
  const done = end.result.outcome === "done";
  // A command may end well and its step not: its artifact was not what was expected.
  if (end.status !== null) return end.status === 0 && !done ? exitCode.no : end.status;
  return done ? exitCode.yes : exitCode.no;
}

/** What is to be said about what comes next depends on it; null where the line itself says all. */
function reasonOf(end: RunCommandEnd): Refusal["reason"] | null {
  if (end.kind === "not_opened") return end.reason;
  return end.result.outcome === "unknown" ? "in_doubt" : null;
}

function describe(end: RunCommandEnd, key: string, { runs }: Words): Inline[] {
  const { more } = runs;
  if (end.kind === "not_opened") return say(more.notOpened, { detail: data(end.detail) });
  const { result } = end;
  const step = code(key);
  switch (result.outcome) {
    case "done":
      if (!result.attached) return [];
      if (result.onWord) return say(more.onWord, { step });
      return say(result.recovered ? more.recovered : more.attached, { step });
    case "failed": {
      const detail = data(result.error instanceof Error ? result.error.message : String(result.error));
      return say(result.effect === "not_done" ? more.notDoneNow : more.failedNow, { step, detail });
    }
    case "not_done":
      return say(more.notDone, { step, detail: data(result.detail) });
    case "unknown":
      return say(more.unknown, { step, detail: data(result.detail) });
    case "refused":
      return say(more.refused, { detail: data(result.detail) });
  }
}
