import { sha256 } from "../../src/domain/digest.ts";
import type { ArtifactKind } from "../../src/domain/workbench.ts";
import { artifactKinds } from "../../src/workbench/artifact-kinds.ts";
import { assembleWorkbench } from "../../src/workbench/assemble-workbench.ts";
import { parseArtifact } from "../../src/workbench/parse-artifact.ts";
import { parseConfig } from "../../src/workbench/parse-config.ts";
import { fixtures, sharedFiles } from "../seeds/files.ts";
import { bytesOf, documents, mustHold, type Target } from "../target.ts";

/** Kinds that stand for the others: one without a promise, logs, documents. */
const expected: readonly (ArtifactKind | null)[] = [null, "feedback_log", "overrides", "board", "state"];

function read(input: Buffer, kinds: readonly (ArtifactKind | null)[]): unknown {
  const parsed = kinds.map((kind) =>
    parseArtifact({
      path: "some.json",
      bytes: input,
      sha256: sha256(input),
      expected: kind,
      shared: false,
      redact: (text) => text,
    }),
  );
  for (const { artifact, damage } of parsed) {
    mustHold(artifact !== null || damage.length > 0, "what gives no artifact gives damage");
    mustHold(damage.length <= 60, "damage of a file is bounded");
    if (artifact?.kind !== "feedback_log") continue;
    for (const { record } of artifact.value.records) {
      const { exitCode } = record;
      if (exitCode === null || exitCode === 0) continue;
      mustHold(Number.isSafeInteger(exitCode), "an exit code is a whole number", String(exitCode));
    }
  }
  return [
    parsed,
    assembleWorkbench(
      parsed.flatMap(({ artifact }) => artifact ?? []),
      [],
    ),
  ];
}

const artifacts: Target = {
  name: "workbench",
  shape: "json",
  seeds: () => fixtures("workbench"),
  more: () => sharedFiles("workbench-samples"),
  run: (input) => read(input, expected),
};

const kinds: Target = {
  name: "workbench-kinds",
  shape: "lines",
  words: Object.keys(artifactKinds),
  seeds: () => fixtures("workbench"),
  run: (input) => read(input, Object.keys(artifactKinds) as ArtifactKind[]),
};

const config: Target = {
  name: "config",
  shape: "json",
  seeds: () => [
    ...documents({
      acceptance: ["npm test", { command: "make", cwd: "src", timeout: 60 }],
      artifacts: { board: "task_board.json", state: ["a.json"] },
      branches: ["feature/*"],
      topic: "T-1",
      language: "en",
      feedback: { keepLast: 3 },
      packet: { maxAgeDays: 10 },
      prerequisites: ["docs/plan.md", { path: "x", why: "y" }],
      budget: { attempts: 3, calls: 5, costUsd: 1.5, minutes: 60 },
      clean: { ignore: ["dist/**"], tempFiles: ["*.tmp"], debugCode: ["console\\.log"], debugAllowedIn: ["bin/**"] },
      context: { quietAt: 0.4, wrapUpAt: 0.8 },
      export: "out",
      store: null,
    }),
    ...bytesOf("\ufeff{}", '{"acceptance": "npm test",}'),
  ],
  run: (input) => {
    const parsed = parseConfig(input.toString("utf8"));
    if (parsed.ok) return parsed;
    mustHold(parsed.problems.length > 0, "a refused configuration has a problem");
    for (const { place, message } of parsed.problems)
      mustHold(message !== "" && !message.includes("\n"), "a problem is one line", `${place}: ${message}`);
    return parsed;
  },
};

export const workbenchTargets: readonly Target[] = [artifacts, kinds, config];
