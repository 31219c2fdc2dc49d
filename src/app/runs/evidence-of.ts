import type { ArtifactEvidence } from "../../domain/runs/check-artifact.ts";
import type { OpenedRun } from "./opened-run.ts";

/** What lies in the run's folder at this moment, for the judgement of its steps. */
export function evidenceOf({ store, runContext, attempts }: OpenedRun): ArtifactEvidence {
  const snapshot = store.read(runContext.run);
  const decoder = new TextDecoder();
  const manifests = [...(snapshot?.bytes ?? [])].filter(([path]) => path.endsWith("/manifest.json"));
  return {
    run: runContext.run,
    files: snapshot?.files ?? [],
    strange: snapshot?.strange ?? [],
    manifests: new Map(manifests.map(([path, bytes]) => [path, decoder.decode(bytes)])),
    others: [...attempts().values()].flat().flatMap(({ intent }) => intent.artifact ?? []),
  };
}
