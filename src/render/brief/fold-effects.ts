import type { PacketEffect } from "../../domain/packet.ts";

export interface FoldedEffect {
  readonly what: string;
  readonly state: PacketEffect["state"];
  readonly probe: string | null;
  readonly times: number;
}

export function alone({ what, state, probe }: PacketEffect): FoldedEffect {
  return { what, state, probe, times: 1 };
}

/** The last number among the words before the first option, which say what is acted on, and the words behind it. */
const target =
  /^((?:[^\s'"{}-]\S*\s+)*?(?:[^\s'"{}-][^\s'"{}]*)?[^\s\d'"{}]|(?:[^\s'"{}-]\S*\s+)*)(\d+)([^\s\d'"{},]*)(?=\s|$)(?=((?:\s+[^\s'"{}-]\S*)*))/;
const mostNames = 10;
const leastNames = 3;
const longestRest = 60;

/**
 * `gh api comments/101/replies -f body=a`, the same of 102 and 103 → `gh api comments/{101,102,103}/replies …`, as a shell
 * reads it: one call for each of many numbered things is one line. Others stay as they are, in their order.
 */
export function foldEffects(effects: readonly PacketEffect[]): readonly FoldedEffect[] {
  const groups = new Map<string, PacketEffect[]>();
  const keyed = effects.map((effect) => ({ effect, key: shapeOf(effect) }));
  for (const { effect, key } of keyed) {
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), effect]);
  }
  return keyed.flatMap(({ effect, key }): readonly FoldedEffect[] => {
    const group = key === null ? undefined : groups.get(key);
    if (key === null || group === undefined || namesOf(group).length < leastNames) return [alone(effect)];
    return group[0] === effect ? foldGroup(group) : [];
  });
}

/** The same but for one number in what is acted on. */
function shapeOf({ what, state, probe }: PacketEffect): string | null {
  const found = target.exec(what);
  return found === null ? null : JSON.stringify([state, probe, found[1], found[3], found[4]]);
}

function namesOf(group: readonly PacketEffect[]): readonly string[] {
  return [...new Set(group.map(({ what }) => target.exec(what)?.[2] ?? ""))];
}

function foldGroup(group: readonly PacketEffect[]): readonly FoldedEffect[] {
  const [first] = group;
  const found = target.exec(first?.what ?? "");
  if (first === undefined || found === null) return group.map(alone);
  const [, head = "", , tail = ""] = found;
  const shown = commonStart(group.map(({ what }) => what.slice((target.exec(what)?.[0] ?? "").length)));
  const names = namesOf(group);
  const lines: FoldedEffect[] = [];
  for (let from = 0; from < names.length; from += mostNames) {
    const part = names.slice(from, from + mostNames);
    const times = group.filter(({ what }) => part.includes(target.exec(what)?.[2] ?? "")).length;
    const what = part.length === 1 ? `${head}${part[0]}${tail}${shown}` : `${head}{${part.join(",")}}${tail}${shown}`;
    lines.push({ what, state: first.state, probe: first.probe, times });
  }
  return lines;
}

/** What differs from one to the next stands in the packet. */
function commonStart(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  let length = Math.min(first.length, longestRest);
  while (!others.every((text) => text.startsWith(first.slice(0, length)))) length -= 1;
  return texts.every((text) => text.length === length) ? first : `${first.slice(0, length).trimEnd()}…`;
}
