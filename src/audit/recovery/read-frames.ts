import { sha256 } from "../../domain/digest.ts";
import { isRaw, parseStrict, type Raw, wordOf } from "./raw.ts";

export interface Frames {
  readonly records: readonly Raw[];
  /** What is wrong with the first line that is no record; null when all are. */
  readonly damage: string | null;
}

const types = new Set(["open", "intent", "progress", "receipt", "failed", "probe", "end"]);

/**
 * The records of one segment: `v1 <length> <16 hex of sha256> <json>` and a line feed, with every byte checked. What
 * stands after the last line feed was cut off while it was written, and does not count.
 */
export function readFrames(bytes: Uint8Array): Frames {
  const records: Raw[] = [];
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
    const record = readFrame(bytes.subarray(from, end));
    const line = records.length + 1;
    if (typeof record === "string") return { records, damage: `line ${line} ${record}` };
    if (record["seq"] !== line)
      return { records, damage: `line ${line} has the number ${JSON.stringify(record["seq"])}` };
    if (!types.has(wordOf(record["type"])))
      return { records, damage: `line ${line} is of no known type: ${JSON.stringify(record["type"])}` };
    if ((record["type"] === "open") !== (line === 1))
      return { records, damage: `line ${line}: a segment is opened once, first` };
    records.push(record);
    from = end + 1;
  }
  const tail = bytes.subarray(from);
  const damaged = tail.length > 1 && typeof readFrame(tail.subarray(0, -1)) !== "string";
  return { records, damage: damaged ? "the line feed of the last record is another byte" : null };
}

function readFrame(line: Uint8Array): Raw | string {
  // The head is ASCII; a digit more or less of the length moves the rest, and the hash tells.
  const head = /^v1 (0|[1-9]\d{0,9}) ([0-9a-f]{16}) /.exec(new TextDecoder("latin1").decode(line.subarray(0, 40)));
  if (head === null) return "has no frame";
  const json = line.subarray(head[0].length);
  if (json.length !== Number(head[1])) return `is ${json.length} bytes long, its frame says ${head[1]}`;
  if (sha256(json).slice(0, 16) !== head[2]) return "does not have the sha256 that its frame says";
  const value = parseStrict(json);
  return isRaw(value) ? value : "is no JSON object";
}
