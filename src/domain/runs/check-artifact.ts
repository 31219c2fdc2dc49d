import type { RunFile } from "./inspection.ts";
import type { IntentRecord, ReceiptRecord, Subject } from "./run.ts";
import { readManifest } from "./shapes.ts";

export interface ArtifactEvidence {
  readonly run: string;
  /** Every file of the run's folder. */
  readonly files: readonly RunFile[];
  /** Links and other things that are no files, below it. */
  readonly strange: readonly string[];
  /** Texts of the manifests, by their path below the run's folder. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Artifact folders of other steps: what lies in them is not this one's. */
  readonly others: readonly string[];
}

export interface ArtifactCheck {
  readonly verdict: "whole" | "absent" | "temp_only" | "half" | "altered";
  readonly detail: string;
  /** What was verified. */
  readonly subjects: readonly Subject[];
}

/** Whether the folder of an artifact holds exactly what its manifest and its intent say. */
export function checkArtifact(intent: IntentRecord, evidence: ArtifactEvidence): ArtifactCheck {
  const { artifact, key, attempt } = intent;
  const found = (verdict: ArtifactCheck["verdict"], detail: string): ArtifactCheck => ({
    verdict,
    detail,
    subjects: [],
  });
  if (artifact === null) return found("absent", "it was to make no artifact");
  const present = filesOf(artifact, evidence);
  if (present.length === 0) {
    const made = [...evidence.files.map(({ path }) => path), ...evidence.strange];
    const staged = made.filter((path) => path.startsWith(`staging/${key}-${attempt}/`));
    if (staged.length === 0) return found("absent", `${artifact} is not there`);
    return found("temp_only", `${artifact} is not there; ${staged.length} files were being made`);
  }
  const text = evidence.manifests.get(`${artifact}/manifest.json`);
  if (text === undefined) return found("half", `${artifact} has no manifest`);
  if (!text.endsWith("}\n")) return found("half", `the manifest of ${artifact} is cut`);
  const manifest = readManifest(text);
  if (!manifest.ok) return found("half", `the manifest of ${artifact} is not valid: ${manifest.problem}`);
  const { run, key: madeBy, attempt: madeIn, files } = manifest.value;
  if (run !== evidence.run || madeBy !== key || madeIn !== attempt) {
    return found("altered", `the manifest of ${artifact} belongs to step ${madeBy}, attempt ${madeIn}, of run ${run}`);
  }
  if (files.every(({ size }) => size === 0)) return found("half", `${artifact} is empty`);
  const byPath = new Map(present.map((file) => [file.path, file]));
  for (const { path, sha256, size } of files) {
    const file = byPath.get(`${artifact}/${path}`);
    if (file === undefined) return found("half", `${artifact}/${path} is missing`);
    if (file.sha256 !== sha256 || file.size !== size)
      return found("altered", `${artifact}/${path} is not what the manifest says`);
  }
  const listed = new Set([`${artifact}/manifest.json`, ...files.map(({ path }) => `${artifact}/${path}`)]);
  const extra = present.find(({ path }) => !listed.has(path));
  if (extra !== undefined) return found("altered", `${extra.path} is not in the manifest`);
  for (const [path, expected] of Object.entries(intent.expected)) {
    const actual = files.find((file) => file.path === path)?.sha256 ?? null;
    if (actual !== expected) return found("altered", `${artifact}/${path} is not what the intent expected`);
  }
  return { verdict: "whole", detail: `${artifact} is complete and verified`, subjects: present };
}

/** Whether everything that a receipt names is there as it was; null when it is. */
export function findLostSubject({ subjects }: ReceiptRecord, files: readonly RunFile[]): string | null {
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, sha256, size } of subjects) {
    const file = byPath.get(path);
    if (file === undefined) return `${path}, which its receipt names, is missing`;
    if (file.sha256 !== sha256 || file.size !== size) return `${path} is not what its receipt says`;
  }
  return null;
}

/** Whether it lies where artifacts are being made: nobody takes that for a result, so it may be anything. */
export function isStaged(path: string): boolean {
  return path.startsWith("staging/");
}

function filesOf(artifact: string, { files, others }: ArtifactEvidence): readonly RunFile[] {
  return files.filter(
    ({ path }) =>
      path.startsWith(`${artifact}/`) && !others.some((other) => other !== artifact && path.startsWith(`${other}/`)),
  );
}
