import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import { redactKeys } from "../../domain/runs/redact-keys.ts";
import type { Spent, Subject } from "../../domain/runs/run.ts";
import type { Staging } from "../../domain/runs/store.ts";
import { AppError } from "../../domain/errors.ts";
import { keptKeys } from "./kept-as-it-is.ts";
import type { OpenedRun } from "./opened-run.ts";
import { EffectNotDone, type StepHandle, type StepResult, type StepSpec } from "./step-types.ts";
import { toText } from "./to-text.ts";

interface Beginning {
  readonly inputs: Readonly<Record<string, string>>;
  readonly attempt: number;
}

/** Intent, effect, artifact, receipt: each on the disk before the next begins. */
export async function executeStep<T>(
  run: OpenedRun,
  spec: StepSpec<T>,
  { inputs, attempt }: Beginning,
): Promise<StepResult<T>> {
  const { key, artifact = null } = spec;
  const name = run.runContext.run;
  const staging = artifact === null ? null : run.store.stage(name, key, attempt);
  // A crash before this record: nothing began. After it: the effect is in doubt until a receipt says otherwise.
  run.record({
    type: "intent",
    key,
    attempt,
    inputs,
    place: artifact === null ? "outside" : "artifact",
    artifact,
    expected: spec.expect ?? {},
    command: spec.command ?? null,
    probe: spec.probeCommand ?? null,
    safe_to_retry: spec.safeToRetry ?? false,
  });
  const started = run.context.now().getTime();
  const used = createMeter(spec.free === true);
  const spent = (): Spent => ({ ...used.sum(), time_ms: Math.max(0, run.context.now().getTime() - started) });
  const { redact } = createRedactor();
  let value: T;
  let subjects: readonly Subject[] = [];
  try {
    value = await spec.do({
      key,
      attempt,
      operation: `${name}/${key}`,
      folder: staging?.path ?? null,
      progress: (data) => {
        keptKeys(`progress of step ${key}`, Object.keys(data));
        run.record({ type: "progress", key, attempt, data: redactKeys(data, redact) });
      },
      spend: used.add,
    });
    if (staging !== null && artifact !== null) {
      checkExpected(staging, spec.expect ?? {});
      // A crash in here: nothing is visible yet, or all of it is.
      subjects = publish({ run, staging, artifact, key, attempt });
    }
  } catch (error) {
    const effect = error instanceof EffectNotDone ? "not_done" : "unknown";
    run.record({ type: "failed", key, attempt, effect, reason: describe(error), spent: spent() });
    return { outcome: "failed", effect, error };
  }
  // A crash before this record: the effect happened, and only its artifact or a probe can tell.
  const result = redactKeys(asJson(value), redact);
  run.record({ type: "receipt", key, attempt, subjects, result, recovered: false, spent: spent() });
  return { outcome: "done", attached: false, recovered: false, onWord: false, value };
}

/** What is not what was expected gets no receipt, and is not made visible. */
function checkExpected(staging: Staging, expected: Readonly<Record<string, string>>): void {
  const made = new Map(staging.files().map(({ path, sha256 }) => [path, sha256]));
  for (const [path, sha256] of Object.entries(expected)) {
    const actual = made.get(path);
    if (actual === undefined) throw new Error(`${path}, which was expected, was not made`);
    if (actual !== sha256) throw new Error(`${path} is not what was expected: ${actual} instead of ${sha256}`);
  }
}

interface Publication {
  readonly run: OpenedRun;
  readonly staging: Staging;
  readonly artifact: string;
  readonly key: string;
  readonly attempt: number;
}

function publish({ run, staging, artifact, key, attempt }: Publication): readonly Subject[] {
  const name = run.runContext.run;
  const files = staging.files();
  if (files.length === 0) throw unpublished(key, artifact, "the step wrote no file into its folder");
  if (files.some(({ path }) => path === manifestName))
    throw unpublished(
      key,
      artifact,
      `the step wrote a ${manifestName} of its own, and that name is taken by the run's`,
    );
  // Its receipt would name another file than the one that lies there.
  const { redact } = createRedactor();
  if (files.some(({ path }) => redact(path) !== path))
    throw unpublished(key, artifact, "a file in it has a name that looks like a secret");
  const manifest = toText({ schema_version: 1, run: name, key, attempt, files });
  if (staging.publish(artifact, manifest) === "exists")
    throw unpublished(key, artifact, "something of that name is there");
  const { files: now = [] } = run.store.read(name) ?? {};
  return now.filter(({ path }) => path.startsWith(`${artifact}/`));
}

const manifestName = "manifest.json";

function unpublished(key: string, artifact: string, why: string): AppError {
  return new AppError({
    kind: "input",
    code: "artifact_not_published",
    message: `step ${key} cannot publish ${artifact}: ${why}`,
    hint: "its effect may have happened: inspect the run before anything is executed again",
  });
}

interface Meter {
  readonly add: StepHandle["spend"];
  readonly sum: () => Pick<Spent, "calls" | "cost">;
}

function createMeter(free: boolean): Meter {
  const sums: { calls: number | null; cost: number | null } = { calls: free ? 0 : null, cost: free ? 0 : null };
  const told = { calls: free, cost: free };
  return {
    add: (used) => {
      for (const kind of ["calls", "cost"] as const) {
        const amount = used[kind];
        if (amount === undefined) continue;
        if (amount !== null && !(Number.isFinite(amount) && amount >= 0))
          throw new RangeError(`${kind} is no amount: ${amount}`);
        const before = told[kind] ? sums[kind] : 0;
        // Once unknown, it stays so.
        sums[kind] = amount === null || before === null ? null : before + amount;
        told[kind] = true;
      }
    },
    sum: () => ({ ...sums }),
  };
}

const resultMax = 64 * 1024;

/** What a step returned, where it is JSON of a moderate size: else the receipt stands without it. */
function asJson(value: unknown): unknown {
  try {
    const json = JSON.stringify(value);
    return json === undefined || json.length > resultMax ? null : (JSON.parse(json) as unknown);
  } catch {
    return null;
  }
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n", 1)[0]?.slice(0, 400) ?? "";
}
