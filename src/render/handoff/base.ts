import type { Packet } from "../../domain/packet.ts";
import type { BaseKind } from "../../domain/scene.ts";
import { code, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { shortId } from "../parts.ts";

/** What the changes are counted from. */
export function describeBase(packet: Packet, words: Words): Inline[] {
  const { commit, kind, ref } = packet.changed_since;
  const { common, baseKinds } = words;
  if (!isBaseKind(kind, baseKinds)) return [code(kind)];
  return say(baseKinds[kind], {
    commit: commit === null ? word(common.noCommit) : shortId(commit),
    ref: ref === null ? word(common.unknown) : code(ref),
  });
}

function isBaseKind(kind: string, known: Readonly<Record<BaseKind, string>>): kind is BaseKind {
  return Object.hasOwn(known, kind);
}
