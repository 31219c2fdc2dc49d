import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { checkExecutions, checkInspection, type Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { contextOf, inspectUntouched, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { stepNames } from "../step-names.ts";
import { changes, injectAt, straceMissing, strike, traceCalls } from "../trace.ts";
import { readTruth } from "../truth.ts";

/** Steps whose real system is asked, and whose effect can be made sure of afterwards. */
const asked: ReadonlySet<string> = new Set(["http", "commit"]);

async function cut(bench: Bench): Promise<Cut> {
  const { core } = bench;
  const whole = makePlace(bench, "whole", { steps: stepNames, end: "interrupt" });
  const { calls, ended } = await traceCalls(bench, whole.order, whole.log);
  if (ended.code !== 0) throw new Error(`the run fails without a fault: ${ended.stderr}`);
  const points = choose(bench, calls.filter(changes), 8);
  let fired = 0;
  const found = await forEachPoint(bench, points, async (call) => {
    const place = await strike(call, async (aimed, name) => {
      const tried = makePlace(bench, name, whole.order);
      const injected = await injectAt(bench, tried.order, { call: aimed, fault: "signal=SIGKILL", log: tried.log });
      return { struck: injected.fired ? tried : null, calls: injected.calls };
    });
    if (place === null) return [];
    fired += 1;
    const violations = await look(bench, place);
    rmSync(dirname(place.root), { recursive: true });
    return violations;
  });
  return { planned: points.length, fired, found };

  async function look(_: Bench, { root, order }: ReturnType<typeof makePlace>): Promise<readonly Violation[]> {
    const { truth, run } = order;
    const began = readTruth(truth, root, run);
    const violations: Violation[] = [];
    if (core.createRunStore(root).read(run) !== null) {
      const first = await inspectUntouched(core, root, run);
      violations.push(...first.violations, ...checkInspection(first.inspection, began));
    } else if (began.begun.length > 0) {
      violations.push({ invariant: "effect_never_forgotten", text: "a step began, and there is no run" });
    }
    // The next executor does what is left, and nothing twice.
    const { refused } = await execute(core, contextOf(core, root), order);
    if (refused !== null) return [...violations, { invariant: "way_on", text: `opening it again: ${refused}` }];
    const now = readTruth(truth, root, run);
    const second = await inspectUntouched(core, root, run);
    violations.push(...checkExecutions(now, asked), ...checkInspection(second.inspection, now));
    for (const key of asked) {
      const count = now.happened.get(key) ?? 0;
      if (count !== 1)
        violations.push({
          invariant: count > 1 ? "effect_never_repeated" : "way_on",
          text: `${key} happened ${count} times in the end`,
        });
    }
    return violations;
  }
}

export const killedRun: Matrix = {
  id: "M1",
  title: "SIGKILL before each call of a run of five kinds of steps",
  missing: straceMissing,
  cut,
  bugs: [
    {
      name: "the intent is written after the effect",
      invariant: "effect_never_forgotten",
      edits: [
        [/run\.record\(\{\s*type: "intent"/, 'const late = ({ type: "intent"'],
        [
          /let value;\s*let subjects = \[\];\s*try \{\s*value = await spec\.do\(/,
          "let value; let subjects = []; const act = async (step) => { const told = await spec.do(step); run.record(late); return told; }; try { value = await act(",
        ],
      ],
    },
    {
      name: "files that are still being made count as the artifact",
      invariant: "half_never_reused",
      edits: [[/found\("temp_only",/, 'found("whole",']],
    },
    {
      name: "what is in doubt is done again",
      invariant: "effect_never_repeated",
      edits: [
        [/if \(verdict !== "not_done" && verdict !== "probed_not_done"\) return/, "if (false) return"],
        [/if \(spec\.retry !== true \|\| !found\.may_retry\) return/, "if (false) return"],
      ],
      shows: /^fsync/,
    },
    {
      name: "the caller hears done before the receipt is written",
      invariant: "receipt_never_lost",
      edits: [
        [
          /run\.record\(\{\s*type: "receipt",\s*key,\s*attempt,\s*subjects,\s*result,/,
          'setTimeout(() => run.record, 0, { type: "receipt", key, attempt, subjects, result,',
        ],
      ],
    },
    {
      name: "an inspection writes state.json anew",
      invariant: "inspection_leaves_no_trace",
      edits: [
        [
          /const facts = options\.forTakeover === true/,
          'if (snapshot.bytes.has("state.json")) store.writeState(run, new TextDecoder().decode(snapshot.bytes.get("state.json")));\n$&',
        ],
      ],
    },
  ],
};
