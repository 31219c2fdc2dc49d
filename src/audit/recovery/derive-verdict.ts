import type { StepVerdict } from "../../domain/runs/inspection.ts";
import type { Operation } from "./operations.ts";
import { isRaw, listAt, parseStrict, rawAt } from "./raw.ts";
import { bytesOf, type RunFiles } from "./run-files.ts";

/** What the files and the journal say of an operation, worked out anew. */
export interface Derived {
  /** `in_doubt`: nothing that a record may rest on, whatever it is called. */
  readonly verdict: Extract<StepVerdict, "done" | "reuse" | "not_done" | "probed_done"> | "in_doubt";
  /** Files that bear it out, each as it should be. */
  readonly subjects: readonly unknown[];
}

/** `told`: what the record says that a probe answered; the journal need not know it. */
export function deriveVerdict(operation: Operation, run: RunFiles, told: unknown): Derived {
  const { intent, receipt, failed, probes } = operation;
  if (receipt !== null) {
    const subjects = listAt(receipt, "subjects");
    const enough = subjects.length > 0 || intent["place"] === "outside";
    const holds = enough && subjects.every((subject) => isThere(run, subject)) && meetsExpectation(operation, run);
    return holds ? { verdict: "done", subjects } : doubt;
  }
  if (rawAt(failed, "effect") === "not_done") return { verdict: "not_done", subjects: [] };
  const made = verifyManifest(operation, run);
  if (intent["place"] === "artifact" && made !== null) return { verdict: "reuse", subjects: made };
  const answer = told ?? probes.at(-1)?.["answer"];
  return answer === "done" ? { verdict: "probed_done", subjects: [] } : doubt;
}

const doubt: Derived = { verdict: "in_doubt", subjects: [] };

/** The files of a complete artifact: those that its manifest names, no other, each as it says. null: it is not one. */
function verifyManifest(operation: Operation, run: RunFiles): readonly unknown[] | null {
  const { artifact } = operation.intent;
  if (typeof artifact !== "string") return null;
  const path = `${artifact}/manifest.json`;
  const bytes = bytesOf(run, path);
  const manifest = bytes === null ? undefined : parseStrict(bytes);
  if (!isRaw(manifest)) return null;
  const { schema_version: version, run: name, key, attempt } = manifest;
  if (version !== 1 || name !== operation.run || key !== operation.key || attempt !== operation.attempt) return null;
  const files = listAt(manifest, "files");
  const named = new Set(files.map((file) => rawAt(file, "path")));
  const there = [...run.files.keys()].filter((file) => file.startsWith(`${artifact}/`) && file !== path);
  const same = named.size === files.length && there.length === files.length && there.every((file) => named.has(file));
  return same && files.every((file) => isThere(run, file)) && meetsExpectation(operation, run) ? files : null;
}

/** Digests that were known before the effect, by path below the artifact. */
function meetsExpectation({ intent }: Operation, run: RunFiles): boolean {
  const expected = rawAt(intent, "expected");
  if (!isRaw(expected)) return false;
  return Object.entries(expected).every(
    ([path, sha256]) => run.files.get(`${String(intent["artifact"])}/${path}`)?.sha256 === sha256,
  );
}

function isThere(run: RunFiles, subject: unknown): boolean {
  const found = run.files.get(String(rawAt(subject, "path")));
  return found !== undefined && found.sha256 === rawAt(subject, "sha256") && found.size === rawAt(subject, "size");
}
