import type { RefusalWords } from "../words/run-words.ts";
import type { RunReason } from "../../domain/runs/inspection.ts";
import { rootFlag } from "../../domain/runs/root-flag.ts";
import { code, data, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { layOut } from "./lay-out.ts";
import type { TerminalStyle } from "./style.ts";

export interface Refusal {
  readonly run: string;
  readonly root: string | null;
  readonly reason: RunReason | keyof RefusalWords;
  /** One sentence. */
  readonly detail: string;
}

/** Why a command for runs did nothing, and what to do about it. */
export function renderRefusal(refusal: Refusal, style: TerminalStyle, first = ""): string {
  return [layOut([data(refusal.detail)], style, { first, hanging: 2 }), renderHint(refusal, style)].join("\n");
}

export function renderHint({ run, root, reason }: Omit<Refusal, "detail">, style: TerminalStyle): string {
  const { refusals, todo } = style.words.runs;
  const hint = isOwn(reason, refusals) ? refusals[reason] : todo[reason];
  const values = { run: code(run), root: code(rootFlag(root)) };
  return layOut([word("→ "), ...say(hint, values)], style, { first: "  ", hanging: 4 });
}

function isOwn(reason: Refusal["reason"], refusals: RefusalWords): reason is keyof RefusalWords {
  return Object.hasOwn(refusals, reason);
}
