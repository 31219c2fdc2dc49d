import { recoverRun, type RecoverResult } from "../../app/runs/recover-run.ts";
import type { Inspection } from "../../domain/runs/inspection.ts";
import { filePath } from "../../render/document/inline.ts";
import { say } from "../../render/document/say.ts";
import { renderInspection } from "../../render/terminal/inspection.ts";
import { layOut } from "../../render/terminal/lay-out.ts";
import { renderRecordExists } from "../../render/terminal/record-exists.ts";
import type { RunView } from "../../render/terminal/run-next.ts";
import type { TerminalStyle } from "../../render/terminal/style.ts";
import { answerLine } from "../answer-line.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { exitOfInspection, inspectionLine } from "../inspection-line.ts";
import type { RecoverFlags } from "../run-routes.ts";

export async function recover(this: CliContext, flags: RecoverFlags, run: string): Promise<void> {
  const json = flags.json === true;
  await answerLine(this, json, async () => {
    const recovered = await recoverRun(this.context, {
      run,
      record: flags.record,
      root: flags.root ?? null,
      probe: flags.probe === true,
      tools: flags.tools === true,
      values: Object.fromEntries((flags.value ?? []).map(({ name, value }) => [name, value])),
    });
    const { inspection, path } = recovered;
    const view = {
      root: flags.root ?? null,
      probed: flags.probe === true,
      record: path === null ? null : flags.record,
    };
    const good = recovered.result === "recorded" && recovered.changedMeanwhile.length === 0;
    return {
      exit: good ? exitOfInspection(inspection) : exitCode.no,
      line: { ...inspectionLine(inspection, json, path === null ? null : flags.record), ...refusal(recovered) },
      says: (style) =>
        [
          ...(json ? [] : [describe(recovered, { view, record: flags.record }, style)]),
          ...remarks(recovered, style),
        ].join("\n"),
    };
  });
}

/** Takes the place of the decision and the reason where the record itself is the matter. */
function refusal({ result, changedMeanwhile }: RecoverResult): Partial<Record<keyof Inspection, string>> {
  if (result === "record_exists") return { decision: "stop", reason: "record_exists" };
  return changedMeanwhile.length === 0 ? {} : { decision: "stop", reason: "changed_during_inspection" };
}

interface Asked {
  readonly view: RunView;
  readonly record: string;
}

/** For people the same decision as on stdout. */
function describe(recovered: RecoverResult, { view, record }: Asked, style: TerminalStyle): string {
  const { inspection, result, changedMeanwhile } = recovered;
  if (result === "record_exists") {
    return renderRecordExists({ run: inspection.run, record, root: view.root }, style);
  }
  if (changedMeanwhile.length === 0) return renderInspection(inspection, view, style);
  const detail = changedMeanwhile.join(", ");
  return renderInspection(
    { ...inspection, decision: "stop", reason: "changed_during_inspection", detail },
    view,
    style,
  );
}

function remarks({ path, changedMeanwhile }: RecoverResult, style: TerminalStyle): readonly string[] {
  const { more } = style.words.runs;
  const first = "passdown: ";
  if (path === null) return [];
  return [
    layOut(say(more.recorded, { path: filePath(path) }), style, { first }),
    ...(changedMeanwhile.length === 0 ? [] : [layOut(say(more.changedAfter), style, { first })]),
  ];
}
