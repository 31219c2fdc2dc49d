import { auditTarget, type AuditedTarget } from "../../audit/audit.ts";
import { escapeJsonControls } from "../../domain/text/escape-json-controls.ts";
import { renderAudit } from "../../render/terminal/audit.ts";
import type { TerminalStyle } from "../../render/terminal/style.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { AuditFlags } from "../routes.ts";

export async function audit(this: CliContext, flags: AuditFlags, target: string): Promise<void> {
  const json = flags.json === true;
  await answer(
    this,
    json,
    withProgress(this, { json, doing: "audit" }, async () => {
      const audited = await auditTarget(this.context, target, flags.root === undefined ? {} : { root: flags.root });
      const { result, findings, unchecked } = audited.result;
      // The one line on stdout is for programs; people read what is wrong beside it.
      const told = audited.kind === "recovery" && !json ? findings : [];
      return {
        exit: result === "pass" ? exitCode.yes : exitCode.no,
        result: audited.result,
        text: (style) => textOf(audited, style),
        remarks: ({ messages }) => [
          ...told.map(({ code, detail, path }) => [code, ...(path === undefined ? [] : [path]), detail].join(": ")),
          ...unchecked.map((what) => `${messages.notChecked}: ${what}`),
        ],
      };
    }),
  );
}

/** A recovery record is answered with one line of JSON: what it may say when it holds, what is wrong when not. */
function textOf({ kind, result: audited }: AuditedTarget, style: TerminalStyle): string {
  if (kind !== "recovery") return renderAudit(audited, style);
  const { result, status, original_status: originalStatus, semantic_review: semantic, findings } = audited;
  const line =
    result === "pass"
      ? { result, status, original_status: originalStatus, semantic_review: semantic }
      : { result, findings };
  return escapeJsonControls(JSON.stringify(line));
}
