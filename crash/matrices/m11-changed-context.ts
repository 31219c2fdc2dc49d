import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenRunOptions } from "../core.ts";
import type { Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { contextOf, deadPid, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";

const kinds = ["input", "code", "tool", "parameter"] as const;
type Kind = (typeof kinds)[number];

function inputsOf(parameter: string): NonNullable<OpenRunOptions["inputs"]> {
  return [
    { name: "input", kind: "file", path: "input.csv" },
    { name: "code", kind: "folder", path: "code" },
    { name: "tool", kind: "tool", command: ["sh", "./tool.sh"] },
    { name: "parameter", kind: "value", value: parameter },
  ];
}

/** Its new content differs in one place. */
function write(root: string, kind: Kind | null): void {
  const now = (name: Kind): string => (kind === name ? "2" : "1");
  mkdirSync(join(root, "code"), { recursive: true });
  writeFileSync(join(root, "input.csv"), `id\n${now("input")}\n`);
  writeFileSync(join(root, "code", "export.js"), `export const version = ${now("code")};\n`);
  writeFileSync(join(root, "tool.sh"), `echo tool ${now("tool")}.0\n`);
}

async function cut(bench: Bench): Promise<Cut> {
  const { core } = bench;
  const steps = ["file", "note-a", "note-b"];
  const all = kinds.flatMap((kind) => [1, 2, 3].map((done) => ({ id: `${kind}:after-${done}`, kind, done })));
  const points = choose(bench, all, all.length);
  let fired = 0;
  const found = await forEachPoint(bench, points, async ({ id, kind, done }) => {
    const { root, order } = makePlace(bench, id, { end: "close" });
    write(root, null);
    const context = contextOf(core, root, { pid: deadPid });
    await execute(core, context, { ...order, steps: steps.slice(0, done), options: { inputs: inputsOf("1") } });
    write(root, kind);
    fired += 1;
    const violations: Violation[] = [];
    const must = (what: string, reason: string | null, names: string): void => {
      if (reason !== "context_changed" || names !== kind)
        violations.push({
          invariant: "change_always_named",
          text: `${what}: ${reason ?? "it goes on"}, ${names === "" ? "nothing" : names} named`,
        });
    };
    const parameter = kind === "parameter" ? "2" : "1";
    const store = core.createRunStore(root);
    const { reason, changed } = await core.inspectIn(context, {
      run: order.run,
      store,
      values: { parameter },
      tools: true,
    });
    must("the inspection", reason, changed.map(({ name }) => name).join());
    const opened = await core.openIn(context, { name: order.run, inputs: inputsOf(parameter) }, store);
    if (opened.result === "opened") must("opening it", null, "");
    else must("opening it", opened.reason, opened.inspection?.changed.map(({ name }) => name).join() ?? "");
    return violations;
  });
  return { planned: points.length, fired, found };
}

export const changedContext: Matrix = {
  id: "M11",
  title: "input, code, tool version and parameter changed after each step",
  missing: () => null,
  cut,
  bugs: [
    {
      name: "a changed input is not compared",
      invariant: "change_always_named",
      edits: [[/if \(now\?\.sha256 !== input\.sha256\) changed\.push/, "if (now === null) changed.push"]],
    },
    {
      name: "a stop for a changed input does not keep an executor out",
      invariant: "change_always_named",
      edits: [
        [
          /return decision === "stop" \|\| concerns === "record"/,
          'return (decision === "stop" || concerns === "record") && reason !== "context_changed"',
        ],
      ],
    },
  ],
};
