import { digestOfText, type ConfigFile } from "../../adapters/clients/config-file.ts";
import type { ReceiptFile } from "../../adapters/clients/receipt.ts";
import type { Merger, Refusal } from "../../domain/clients/merging.ts";
import { undoEdits } from "../../domain/clients/text-edit.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import type { Target } from "./targets.ts";

/** What a file becomes, and what the receipt then says of it; `entry` null: nothing of ours is there any more. */
export interface Plan {
  readonly kind: "plan";
  readonly text: string | null;
  readonly entry: ReceiptFile | null;
  /** What stays of what looks like ours, since a human made it. */
  readonly left: string | null;
}

export function planInstall(target: Target, file: ConfigFile, known: ReceiptFile | null): Plan | Refusal {
  const { merger } = target;
  if (file.text !== null && merger.isCurrent(file.text)) {
    const clients = union(known?.clients ?? [], target.clients);
    return { kind: "plan", text: file.text, entry: known === null ? null : { ...known, clients }, left: null };
  }
  const base = withoutOurs(merger, file, { known, spareServer: false });
  if (typeof base === "object" && base !== null) return base;
  const merged = merger.add(base);
  if (merged.kind === "refused") return merged;
  return {
    kind: "plan",
    text: merged.text,
    entry: {
      path: file.path,
      asked: target.path,
      kind: target.kind,
      clients: union(known?.clients ?? [], target.clients),
      created: base === null || known?.created === true,
      before: digestOfText(base),
      after: digestOfText(merged.text) ?? "",
      edits: merged.edits,
      kept: merged.kept,
    },
    left: null,
  };
}

/** `clients`: those that are to be left without passdown. */
export function planRemoval(
  target: Target,
  file: ConfigFile,
  { known, clients }: { readonly known: ReceiptFile | null; readonly clients: readonly ClientName[] },
): Plan | Refusal {
  const others = (known?.clients ?? []).filter((client) => !clients.includes(client));
  if (known !== null && others.length > 0)
    return { kind: "plan", text: file.text, entry: { ...known, clients: others }, left: null };
  const { merger } = target;
  const left = file.text === null ? null : merger.madeByHand(file.text, known?.edits ?? []);
  const text = withoutOurs(merger, file, { known, spareServer: left !== null });
  return typeof text === "object" && text !== null ? text : { kind: "plan", text, entry: null, left };
}

/** To the byte what was there before, when nobody else wrote since; else the text with only our entries taken out. */
function withoutOurs(
  merger: Merger,
  file: ConfigFile,
  { known, spareServer }: { readonly known: ReceiptFile | null; readonly spareServer: boolean },
): string | null | Refusal {
  const { text } = file;
  if (text === null || !merger.holdsOurs(text)) return text;
  if (known !== null && digestOfText(text) === known.after) {
    const undone = known.before === null ? null : undoEdits(text, known.edits);
    if (digestOfText(undone) === known.before) return undone;
  }
  return merger.strip(text, { kept: known?.kept ?? [], created: known?.created ?? false, spareServer });
}

function union(one: readonly ClientName[], other: readonly ClientName[]): readonly ClientName[] {
  return [...new Set([...one, ...other])];
}
