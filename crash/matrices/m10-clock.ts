import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Inspection } from "../core.ts";
import type { Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { driverCommand, environment, runDriver } from "../run-driver.ts";
import { contextOf, makePlace, type Place } from "../run-folder.ts";
import { execute } from "../scenario.ts";

const day = 86_400_000;

interface Point {
  readonly id: string;
  /** The holder lives on this host; or its claim says that it does so on another one, where nobody can see it. */
  readonly holder: "here" | "elsewhere";
  /** The clock of whoever looks, and by how much it is moved between two looks at it. */
  readonly shift: number;
  readonly drift: number;
  /** The clock of the whole process, moved by the loader. */
  readonly faked: string | null;
}

const shifts = [2 * day, -2 * day] as const;

async function cut(bench: Bench): Promise<Cut> {
  const faketime = spawnSync("faketime", ["-f", "+0", "true"]).status === 0;
  const points: Point[] = (["here", "elsewhere"] as const).flatMap((holder) => [
    ...shifts.map((shift) => ({ id: `${holder}:${shift / day}d`, holder, shift, drift: 0, faked: null })),
    { id: `${holder}:backwards`, holder, shift: 0, drift: -60_000, faked: null },
    ...(faketime ? ["+2d", "-2d"] : []).map((faked) => ({
      id: `${holder}:faketime${faked}`,
      holder,
      shift: 0,
      drift: 0,
      faked,
    })),
  ]);
  const chosen = choose(bench, points, points.length);
  let fired = 0;
  const found = await forEachPoint(bench, chosen, async (point) => {
    const place = makePlace(bench, point.id, { deed: "hold", steps: ["note-a"], end: "close" });
    const child = spawn(process.execPath, driverCommand(bench, place.order).slice(1), {
      env: environment(),
      stdio: ["pipe", "pipe", "ignore"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    if (point.holder === "elsewhere") moveAway(bench, place);
    const violations = await look(bench, place, point);
    fired += 1;
    const closed = new Promise((resolve) => child.on("close", resolve));
    child.stdin.end(".");
    await closed;
    return violations;
  });
  return { planned: chosen.length, fired, found, note: faketime ? "with faketime" : "without faketime: not installed" };
}

/** The holder's records as another host would have written them: it cannot be seen from here, dead or alive. */
function moveAway({ core }: Bench, { root, order }: Place): void {
  const folder = join(root, "runs", order.run);
  const claim = join(folder, "epoch", "1");
  const other = (text: string): string => text.replaceAll(/"host":"[^"]*"/g, '"host":"another-host"');
  writeFileSync(claim, other(readFileSync(claim, "utf8")));
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
    const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1);
    const framed = lines.map((line) =>
      core.encodeFrame(JSON.parse(other(line.replace(/^v1 \d+ [0-9a-f]{16} /, ""))) as object),
    );
    writeFileSync(join(folder, name), framed.join(""));
  }
}

async function look(
  bench: Bench,
  { root, order }: Place,
  { holder, shift, drift, faked }: Point,
): Promise<readonly Violation[]> {
  const expected = holder === "here" ? "executor_alive" : "executor_unknown";
  const violations: Violation[] = [];
  const must = (what: string, reason: string | null): void => {
    if (reason !== expected)
      violations.push({
        invariant: "age_never_decides",
        text: `${what}: ${reason ?? "it took over"} instead of ${expected}`,
      });
  };
  if (faked !== null) {
    const ended = await runDriver(bench, { ...order, deed: "inspect" }, { through: ["faketime", "-f", faked] });
    must("the inspection", (JSON.parse(ended.stdout) as Inspection).reason);
    const refused = await runDriver(bench, { ...order, deed: "execute" }, { through: ["faketime", "-f", faked] });
    if (refused.code === 0) must("opening it", null);
    return violations;
  }
  let looks = 0;
  const context = contextOf(bench.core, root, { now: () => new Date(Date.now() + shift + drift * (looks += 1)) });
  const { reason } = await bench.core.inspectIn(context, { run: order.run, store: bench.core.createRunStore(root) });
  must("the inspection", reason);
  must("opening it", (await execute(bench.core, context, order)).refused);
  return violations;
}

export const clock: Matrix = {
  id: "M10",
  title: "clocks two days ahead, two days behind, and running backwards, while the run is held",
  missing: () => null,
  cut,
  bugs: [
    {
      name: "whoever cannot be seen has ended",
      invariant: "age_never_decides",
      edits: [[/return alive === "unknown" \? null : alive;/, 'return alive === "unknown" ? false : alive;']],
    },
    {
      name: "whoever wrote nothing for a day has ended",
      invariant: "age_never_decides",
      edits: [
        [
          /const facts = options\.forTakeover === true/,
          'const old = context.now().getTime() - Date.parse(read.journal.opens.at(-1)?.at ?? "") > 86_400_000;\nconst facts = old || options.forTakeover === true',
        ],
      ],
    },
  ],
};
