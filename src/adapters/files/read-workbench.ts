import type { Config } from "../../domain/config.ts";
import { sha256 } from "../../domain/digest.ts";
import type { Damage, Workbench } from "../../domain/workbench.ts";
import type { Artifact } from "../../workbench/artifact.ts";
import { assembleWorkbench } from "../../workbench/assemble-workbench.ts";
import { parseArtifact } from "../../workbench/parse-artifact.ts";
import { withTaskFromPath } from "../../workbench/task-from-path.ts";
import type { Candidate } from "../../workbench/usual-places.ts";
import { findArtifacts } from "./find-artifacts.ts";
import { realRoot } from "./real-root.ts";
import { readRegularFile } from "./read-regular-file.ts";

export interface ReadWorkbenchOptions {
  /** Top of the work tree. */
  readonly root: string;
  readonly config: Config;
  /** Called once for every text that enters. */
  readonly redact: (text: string) => string;
}

const megabyte = 1024 * 1024;
const maxDocument = 8 * megabyte;
/** Bytes read of all documents together, and of all logs together. */
const maxTotal = 64 * megabyte;

/**
 * Reads every artifact of the workbench. Calls are synchronous on purpose: a handful of small files is read in less
 * time than the hops through the thread pool would take.
 */
export async function readWorkbench(options: ReadWorkbenchOptions): Promise<Workbench> {
  const root = realRoot(options.root);
  const { documents, logs, damage } = findArtifacts(root, options.config);
  const reader = { root, redact: options.redact, damage: [...damage] };
  const read = readAll(documents, reader);
  // The newest log first, so that what a limit cuts is the oldest.
  const readLogs = readAll(logs.toReversed(), reader).toReversed();
  return assembleWorkbench([...read, ...readLogs], reader.damage);
}

interface Reader {
  readonly root: string;
  readonly redact: (text: string) => string;
  readonly damage: Damage[];
}

function readAll(candidates: readonly Candidate[], reader: Reader): readonly Artifact[] {
  const artifacts: Artifact[] = [];
  let left = maxTotal;
  for (const candidate of candidates) {
    const { artifact, bytes } = readOne(candidate, reader, left);
    left -= bytes;
    if (artifact !== null) artifacts.push(withTaskFromPath(artifact));
  }
  return artifacts;
}

function readOne(
  candidate: Candidate,
  reader: Reader,
  left: number,
): { readonly artifact: Artifact | null; readonly bytes: number } {
  const { path, expected, shared } = candidate;
  const isLog = expected === "feedback_log" || expected === "overrides";
  const limit = isLog ? left : Math.min(maxDocument, left);
  const file = readRegularFile({ root: reader.root, path, limit, longer: isLog ? "tail" : "refuse" });
  if (file.kind === "absent") return { artifact: null, bytes: 0 };
  if (file.kind === "refused") {
    reader.damage.push({ path, code: file.code, place: null, detail: file.detail });
    return { artifact: null, bytes: 0 };
  }
  if (file.partial) {
    // The rest is usable: a place says that the artifact as a whole is not lost.
    const place = `bytes 0-${file.size - file.bytes.length - 1}`;
    const detail = `not read: of ${file.size} bytes the last ${file.bytes.length}; lines and sha256 are those of this part`;
    reader.damage.push({ path, code: "too_large", place, detail });
  }
  const { bytes } = file;
  const { artifact, damage } = parseArtifact({
    path,
    bytes,
    sha256: sha256(bytes),
    expected,
    shared,
    redact: reader.redact,
  });
  reader.damage.push(...damage);
  return { artifact, bytes: file.partial ? limit : bytes.length };
}
