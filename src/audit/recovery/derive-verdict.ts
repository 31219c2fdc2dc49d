import type { StepVerdict } from "../../domain/runs/inspection.ts";
import type { Operation } from "./operations.ts";
import { isRaw, listAt, parseStrict, rawAt, wordOf } from "./raw.ts";
import { bytesOf, type RunFiles } from "./run-files.ts";

/** What the files and the journal say of an operation, worked out anew. */
export interface Derived {
  /** `in_doubt`: nothing that a record may rest on, whatever it is called. */
  readonly verdict:
    | Extract<StepVerdict, "done" | "reuse" | "not_done" | "probed_done" | "probed_not_done">
    | "in_doubt";
  /** Files that bear it out, each as it should be. */
  readonly subjects: readonly unknown[];
}

export interface Told {
  /** What the record says that a probe answered; the journal need not know it. */
  readonly answer: unknown;
  /** Who is said to have answered. */
  readonly by: unknown;
  /** Artifacts of the other steps: what lies in them is not this one's. */
  readonly others: readonly unknown[];
}

export function deriveVerdict(operation: Operation, run: RunFiles, { answer: told, by, others }: Told): Derived {
  const { intent, receipt, failed, probes } = operation;
  if (receipt !== null) {
    const subjects = listAt(receipt, "subjects");
    const enough = subjects.length > 0 || intent["place"] === "outside";
    return enough && subjects.every((subject) => isThere(run, subject)) ? { verdict: "done", subjects } : doubt;
  }
  if (rawAt(failed, "effect") === "not_done") return bare("not_done");
  const answer = told ?? probes.at(-1)?.["answer"];
  const word = told === null ? probes.at(-1)?.["by"] === "person" : by === "person";
  if (intent["place"] === "artifact") {
    const present = filesOf(operation, run, others);
    if (isWhole(operation, run, present)) return { verdict: "reuse", subjects: present };
    // Without its files an artifact is not done, whoever says so.
    if (answer !== "not_done" || present.length > 0) return doubt;
    return bare(word ? "not_done" : "probed_not_done");
  }
  if (answer === "done") return bare("probed_done");
  // A person who knows that nothing happened has decided.
  if (answer === "not_done" && word) return bare("not_done");
  // What did not happen may be begun anew only if that was declared safe beforehand; else a person decides.
  return answer === "not_done" && intent["safe_to_retry"] === true ? bare("probed_not_done") : doubt;
}

const doubt: Derived = { verdict: "in_doubt", subjects: [] };

function bare(verdict: Derived["verdict"]): Derived {
  return { verdict, subjects: [] };
}

interface Present {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

function filesOf({ intent }: Operation, { files }: RunFiles, others: readonly unknown[]): readonly Present[] {
  const { artifact } = intent;
  return [...files]
    .filter(([path]) => path.startsWith(`${String(artifact)}/`))
    .filter(([path]) => !others.some((other) => other !== artifact && path.startsWith(`${String(other)}/`)))
    .map(([path, { sha256, size }]) => ({ path, sha256, size }));
}

/** A complete artifact: the files that its manifest names and no other, each as it says, and as the intent expected. */
function isWhole({ run: name, key, attempt, intent }: Operation, run: RunFiles, present: readonly Present[]): boolean {
  const artifact = wordOf(intent["artifact"]);
  const bytes = bytesOf(run, `${artifact}/manifest.json`);
  const manifest = bytes === null ? undefined : parseStrict(bytes);
  if (rawAt(manifest, "schema_version") !== 1 || rawAt(manifest, "run") !== name) return false;
  if (rawAt(manifest, "key") !== key || rawAt(manifest, "attempt") !== attempt) return false;
  const found = new Map(present.map((file) => [file.path.slice(artifact.length + 1), file]));
  found.delete("manifest.json");
  const files = listAt(manifest, "files");
  const named = new Set(files.map((file) => rawAt(file, "path")));
  // A manifest names paths below its own folder.
  const same =
    named.size === files.length &&
    named.size === found.size &&
    files.every((file) => isSame(found.get(wordOf(rawAt(file, "path"))), file));
  const expected = rawAt(intent, "expected");
  return (
    same &&
    [...found.values()].some(({ size }) => size > 0) &&
    isRaw(expected) &&
    Object.entries(expected).every(([path, sha256]) => found.get(path)?.sha256 === sha256)
  );
}

function isThere({ files }: RunFiles, subject: unknown): boolean {
  return isSame(files.get(wordOf(rawAt(subject, "path"))), subject);
}

function isSame(found: Pick<Present, "sha256" | "size"> | undefined, told: unknown): boolean {
  return found !== undefined && found.sha256 === rawAt(told, "sha256") && found.size === rawAt(told, "size");
}
