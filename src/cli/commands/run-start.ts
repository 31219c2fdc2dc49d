import { startRun } from "../../app/runs/start-run.ts";
import type { BudgetLimits } from "../../domain/runs/run.ts";
import { code, filePath } from "../../render/document/inline.ts";
import { say } from "../../render/document/say.ts";
import { layOut } from "../../render/terminal/lay-out.ts";
import { renderRefusal } from "../../render/terminal/refusal.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { commandWords } from "../flags.ts";
import type { RunStartFlags } from "../run-routes.ts";

export async function runStart(this: CliContext, flags: RunStartFlags, run: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const started = await startRun(this.context, {
      name: run,
      root: flags.root ?? null,
      goal: flags.goal ?? "",
      may: flags.may ?? [],
      mustNot: flags.mustNot ?? [],
      files: flags.input ?? [],
      tools: (flags.tool ?? []).map(({ name, value }) => ({ name, command: commandWords(value) })),
      values: flags.value ?? [],
      volatile: flags.volatile ?? [],
      steps: (flags.steps ?? "").split(",").flatMap((key) => (key.trim() === "" ? [] : [key.trim()])),
      budget: budgetOf(flags),
      attemptOf: flags.attemptOf ?? null,
    });
    if (started.result === "started") {
      const { path } = started;
      return {
        exit: exitCode.yes,
        result: { result: "started", run, path },
        text: (style) => layOut(say(style.words.runs.more.started, { run: code(run), path: filePath(path) }), style),
      };
    }
    if (started.result === "exists") {
      const { path, status } = started;
      return {
        exit: exitCode.yes,
        result: { result: "exists", run, path, status },
        text: (style) => {
          const { goesOn, hadFinished } = style.words.runs.more;
          const template = status === "finished" ? hadFinished : goesOn;
          return layOut(say(template, { run: code(run), path: filePath(path) }), style);
        },
      };
    }
    const { reason, detail } = started;
    return {
      exit: exitCode.no,
      result: { result: "refused", run, reason, detail },
      text: (style) => renderRefusal({ run, root: flags.root ?? null, reason, detail }, style),
    };
  });
}

function budgetOf(flags: RunStartFlags): BudgetLimits {
  const { budgetAttempts: attempts, budgetCalls: calls, budgetCost: cost, budgetSeconds: seconds } = flags;
  return {
    attempts: attempts ?? null,
    calls: calls ?? null,
    cost: cost ?? null,
    time_ms: seconds === undefined ? null : Math.round(seconds * 1000),
  };
}
