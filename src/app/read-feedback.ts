import type { FeedbackPart } from "../adapters/home/feedback-log.ts";
import type { Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import { decodeFeedbackLines, type DecodedFeedback, type NumberedLine } from "../domain/feedback/log-lines.ts";
import { openSealed, shareCommands, type SharedCommands } from "../domain/feedback/sealed/open-sealed.ts";
import { sealRecords } from "../domain/feedback/sealed/seal-records.ts";
import { decodeDigest, encodeDigest } from "../domain/feedback/sealed/digest-bytes.ts";
import { listPlaceholders } from "../domain/secrets/placeholder.ts";
import type { Damage, FeedbackRecord } from "../domain/workbench.ts";
import { version } from "../version.ts";

export interface HomeFeedback {
  /** One record a command, in the order of the log; those that still run are left out. */
  readonly records: readonly FeedbackRecord[];
  /** `home:`-prefixed. */
  readonly logs: readonly string[];
  readonly damage: readonly Damage[];
  /** Placeholders of secrets anywhere in the logs. */
  readonly placeholders: readonly string[];
}

/** Records of one segment, and what is wrong with its bytes, apart from what is wrong with its records. */
interface ReadPart {
  readonly decoded: DecodedFeedback;
  readonly placeholders: readonly string[];
  readonly damage: readonly Damage[];
}

/** The form of the digests and the rules by which records are judged. */
const madeBy = `3 ${version}`;

/**
 * The feedback that the home keeps. Of the segments before the newest a digest is read where there is one, which gives
 * the same records; `whole` reads every line, so that each record is plain data.
 */
export function readFeedback(home: Home, { whole = false }: { readonly whole?: boolean } = {}): HomeFeedback {
  const { parts, damage } = home.feedback.parts();
  const shared = shareCommands();
  const read = parts.map((part) => (whole ? readLog(part).part : readSealed(part, shared)));
  const running = new Set(
    read.flatMap(({ decoded }) =>
      decoded.unfinished.filter(({ holder }) => holder !== null && isAlive(holder) === true).map(({ id }) => id),
    ),
  );
  // A command may begin in one segment and end in the next: the later record of one id counts.
  const byId = new Map<string, FeedbackRecord>();
  for (const { decoded } of read) for (const record of decoded.records) byId.set(record.id, record);
  const records = [...byId.values()];
  return {
    records: running.size === 0 ? records : records.filter(({ id }) => !running.has(id)),
    logs: parts.map(({ path }) => path),
    damage: [...damage, ...read.flatMap((part) => part.damage), ...read.flatMap(({ decoded }) => decoded.damage)],
    placeholders: read.flatMap((part) => part.placeholders),
  };
}

function readSealed(part: FeedbackPart, shared: SharedCommands): ReadPart {
  const kept = part.digest?.(madeBy) ?? null;
  if (kept === null) return readLog(part).part;
  const bytes = kept.get();
  const digest = bytes === null ? null : decodeDigest(bytes);
  const known = digest === null ? null : openSealed(digest, { path: part.path, readText: part.readText, shared });
  if (known !== null && digest !== null)
    return { decoded: known, placeholders: digest.header.placeholders, damage: [] };
  const { part: read, texts } = readLog(part);
  // Damage is told from the segment itself, each time.
  const sealed =
    read.damage.length > 0 ? null : sealRecords(read.decoded, { ...read, lines: texts, readText: part.readText });
  if (sealed !== null) kept.keep(encodeDigest(sealed));
  return read;
}

function readLog({ path, read }: FeedbackPart): { readonly part: ReadPart; readonly texts: readonly NumberedLine[] } {
  const { lines, damage } = read();
  const texts = lines.map(({ line, text }) => ({ number: line, text }));
  const placeholders = listPlaceholders(lines.map(({ text }) => text).join("\n"));
  return { part: { decoded: decodeFeedbackLines(path, texts), placeholders, damage }, texts };
}
