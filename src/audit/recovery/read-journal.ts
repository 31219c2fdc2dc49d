import { sha256 } from "../../domain/digest.ts";
import type { AuditFinding } from "../finding.ts";
import { rawAt, type Raw } from "./raw.ts";
import { readFrames } from "./read-frames.ts";
import { bytesOf, type RunFiles } from "./run-files.ts";

export interface Journal {
  /** The records that count, in their order. */
  readonly records: readonly Raw[];
  readonly findings: readonly AuditFinding[];
}

interface Segment {
  readonly path: string;
  readonly epoch: number;
  readonly bytes: Uint8Array;
  readonly open: Raw | undefined;
}

/** All segments of a run. What a later one sealed counts up to there and no further. */
export function readJournal(run: RunFiles, name: string, contextSha256: string | undefined): Journal {
  const findings: AuditFinding[] = [];
  const segments = listSegments(run);
  const ends = new Map<Segment, number>();
  for (const [at, segment] of segments.entries()) {
    const { open, path, epoch } = segment;
    if (open === undefined) continue;
    const find = (code: string, detail: string): void => void findings.push({ code, detail, path });
    if (open["run"] !== name || open["epoch"] !== epoch)
      find("journal_damaged", "it is opened for another run or epoch");
    if (open["context_sha256"] !== contextSha256) find("context_contradicted", "it was opened on another context.json");
    const before = segments.slice(0, at).filter((one) => one.open !== undefined);
    const sealed = open["sealed"];
    const target = segments.slice(0, at).find((one) => one.epoch === rawAt(sealed, "epoch"));
    const last = before.at(-1);
    if (
      sealed === null ? last !== undefined : target === undefined || (last !== undefined && target.epoch < last.epoch)
    ) {
      find("journal_seal_broken", "it does not seal the segment before");
    } else if (target !== undefined) {
      const length = rawAt(sealed, "length");
      if (!isSealed(target.bytes, length, rawAt(sealed, "sha256"))) {
        find("journal_seal_broken", `${target.path} is not what it sealed`);
      } else {
        ends.set(target, length);
        if (target.bytes.length > length) {
          findings.push({
            code: "journal_grew",
            detail: `written to after epoch ${epoch} had sealed it`,
            path: target.path,
          });
        }
      }
    }
  }
  const records = segments.flatMap((segment) => {
    const frames = readFrames(segment.bytes.subarray(0, ends.get(segment)));
    if (frames.damage !== null) findings.push({ code: "journal_damaged", detail: frames.damage, path: segment.path });
    return frames.records;
  });
  if (records.length === 0) findings.push({ code: "journal_missing", detail: "no record of the run can be read" });
  return { records, findings };
}

function isSealed(bytes: Uint8Array, length: unknown, hash: unknown): length is number {
  return (
    typeof length === "number" &&
    Number.isInteger(length) &&
    length >= 0 &&
    length <= bytes.length &&
    sha256(bytes.subarray(0, length)) === hash
  );
}

function listSegments(run: RunFiles): readonly Segment[] {
  return [...run.files.keys()]
    .flatMap((path): Segment[] => {
      const epoch = /^journal\.(\d{4,})\.jsonl$/.exec(path)?.[1];
      const bytes = bytesOf(run, path);
      if (epoch === undefined || bytes === null) return [];
      return [{ path, epoch: Number(epoch), bytes, open: readFrames(bytes).records[0] }];
    })
    .toSorted((a, b) => a.epoch - b.epoch);
}
