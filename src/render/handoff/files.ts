import type { Packet } from "../../domain/packet.ts";
import { bullets, item, paragraph, type Block, type Section } from "../document/document.ts";
import { data, filePath, word } from "../document/inline.ts";
import { say } from "../document/say.ts";
import type { Words } from "../words/words.ts";
import { foldedList } from "./lists.ts";
import { shortId } from "../parts.ts";

export function describeIncomplete(packet: Packet, words: Words): Section | null {
  if (packet.incomplete.length === 0) return null;
  const items = packet.incomplete.map(({ what, why }) => item([data(what), word(words.colon), data(why)]));
  return { title: words.handoff.incomplete, blocks: [bullets(items)] };
}

/** What the next session has to load before it acts, with the content it must have. */
export function describePrerequisites(packet: Packet, words: Words): Section | null {
  if (packet.prerequisites.length === 0) return null;
  const { handoff, colon, comma } = words;
  const items = packet.prerequisites.map(({ path, sha256, why }) =>
    item([
      filePath(path),
      word(colon),
      data(why),
      word(comma),
      ...(sha256 === null ? [word(handoff.missingThen)] : say(handoff.hashNow, { sha256: shortId(sha256) })),
    ]),
  );
  return { title: handoff.prerequisites, blocks: [foldedList(items, handoff.allEntries, words)] };
}

/** Read as well as changed: the next session would read them again. */
export function describeRecentFiles(packet: Packet, words: Words): Section | null {
  if (packet.recent_files.length === 0) return null;
  const { handoff, comma } = words;
  const items = packet.recent_files.map(({ path, changed }) =>
    item(changed ? [filePath(path), word(comma + handoff.changedToo)] : [filePath(path)]),
  );
  return { title: handoff.recentFiles, blocks: [foldedList(items, handoff.allEntries, words)] };
}

export function describeKeptWork(packet: Packet, words: Words): Section | null {
  const { files, omitted } = packet.kept_work;
  if (files.length === 0 && omitted.length === 0) return null;
  const { handoff, comma } = words;
  const blocks: Block[] = [];
  if (files.length > 0) {
    const items = files.map(({ path, sha256, kept }) =>
      item([
        filePath(path),
        word(words.colon),
        ...(sha256 === null ? [word(words.common.missing)] : say(handoff.hashNow, { sha256: shortId(sha256) })),
        ...(kept ? [word(comma + handoff.declaredKept)] : []),
      ]),
    );
    blocks.push(paragraph(say(handoff.keptNote, { n: files.length })), foldedList(items, handoff.allEntries, words));
  }
  if (omitted.length > 0) {
    blocks.push(
      paragraph([word(handoff.omittedWork + words.colon)]),
      bullets(omitted.map((text) => item([data(text)]))),
    );
  }
  return { title: handoff.keptWork, blocks };
}
