import type { Packet, PacketChange } from "../../domain/packet.ts";
import { item, paragraph, type Block, type Item, type Section } from "../document/document.ts";
import { data, filePath, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { describeBase } from "./base.ts";
import { foldAbove, foldedList, list } from "./lists.ts";
import { shortId } from "../parts.ts";
import type { Words } from "../words/words.ts";

const foldersShown = 8;

/** Totals first; then every file, folded when there are many, with what a reader needs to find their way: the folders. */
export function describeChangedFiles(packet: Packet, words: Words): Section {
  const { handoff } = words;
  const changes = new Map(packet.changes.map((change) => [change.path, change]));
  const paths = [...new Set([...packet.changed_files, ...changes.keys()])];
  const items = paths.map((path) => describeFile(path, changes.get(path), words));
  const blocks: Block[] = [];
  if (paths.length > 0)
    blocks.push(
      paragraph([...describeTotals(packet, paths.length, words), word(words.gap), ...describeBase(packet, words)]),
    );
  if (paths.length > foldAbove) blocks.push(paragraph(describeFolders(paths, words)));
  blocks.push(paths.length > 0 ? foldedList(items, handoff.allFiles, words) : list([], words));
  const commits = packet.commits.map(({ id, subject }) => item([shortId(id), word(" "), data(subject)]));
  if (commits.length > 0) {
    blocks.push(paragraph(say(handoff.commits, { n: commits.length })), foldedList(commits, handoff.allEntries, words));
  }
  return { title: handoff.changedFiles, blocks };
}

function describeFile(file: string, change: PacketChange | undefined, words: Words): Item {
  if (change === undefined) return item([filePath(file)]);
  const { common, comma, changeStatus } = words;
  const facts: Inline[][] = [[word(changeStatus[change.status])]];
  if (change.from !== null) facts.push(say(common.renamedFrom, { path: filePath(change.from) }));
  facts.push([word(countLines(change, words))], [word(change.committed ? common.committed : common.notCommitted)]);
  return item([
    filePath(file),
    word(words.colon),
    ...join(
      facts.filter(([first]) => first?.kind !== "word" || first.text !== ""),
      comma,
    ),
  ]);
}

/** "+3 −1", "binary", or nothing when git does not count. */
export function countLines(change: PacketChange, words: Words): string {
  if (change.binary) return words.common.binary;
  if (change.additions === null && change.deletions === null) return "";
  return `+${change.additions ?? 0} −${change.deletions ?? 0}`;
}

function describeTotals(packet: Packet, files: number, words: Words): Inline[] {
  const { common, comma } = words;
  const sum = (key: "additions" | "deletions"): number =>
    packet.changes.reduce((total, change) => total + (change[key] ?? 0), 0);
  const open = packet.changes.filter((change) => !change.committed).length;
  const totals = say(common.fileTotals, { n: files, additions: sum("additions"), deletions: sum("deletions") });
  return open === 0 ? totals : [...totals, word(comma), ...say(common.filesNotCommitted, { n: open })];
}

function describeFolders(paths: readonly string[], words: Words): Inline[] {
  const { handoff, comma } = words;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  // Most files first; equal counts in path order, so that the text does not depend on the order of the list.
  const folders = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const shown = folders
    .slice(0, foldersShown)
    .map(([folder, n]): Inline[] => [folder === "" ? word(handoff.topFolder) : filePath(folder), word(` ${n}`)]);
  const rest = folders.length - foldersShown;
  if (rest > 0) shown.push(say(handoff.otherFolders, { n: rest }));
  return [word(handoff.folders + words.colon), ...join(shown, comma)];
}
