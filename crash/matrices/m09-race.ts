import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { checkWinners } from "../invariants.ts";
import type { Bench, Cut, Found, Matrix } from "../matrix.ts";
import { driverCommand, environment } from "../run-driver.ts";
import { contextOf, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";

const racers = 4;

async function cut(bench: Bench): Promise<Cut> {
  const rounds = bench.quick ? 30 : 300;
  const { root, order } = makePlace(bench, "race", { end: "close" });
  // The run exists and nobody claimed an epoch of it: all begin with the same one.
  await execute(bench.core, contextOf(bench.core, root), order);
  mkdirSync(join(root, "recovery-records"));
  const children = Array.from({ length: racers }, () =>
    spawn(process.execPath, driverCommand(bench, { ...order, deed: "race" }).slice(1), {
      env: environment(),
      stdio: ["pipe", "pipe", "ignore"],
    }),
  );
  const answers = children.map((child) => {
    const waiting: ((line: string) => void)[] = [];
    let text = "";
    let ended = false;
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n")) {
        waiting.shift()?.(text.slice(0, feed));
        text = text.slice(feed + 1);
      }
    });
    child.on("close", () => {
      ended = true;
      waiting.splice(0).forEach((tell) => tell("gone"));
    });
    return () => new Promise<string>((resolve) => (ended ? resolve("gone") : void waiting.push(resolve)));
  });
  const found: Found[] = [];
  const wins = Array.from({ length: racers }, () => 0);
  for (let round = 1; round <= rounds; round += 1) {
    const told = Promise.all(answers.map((answer) => answer()));
    for (const child of children) if (child.exitCode === null) child.stdin.write(".");
    const lines = await told;
    if (lines.includes("gone")) throw new Error("a racer ended before the race did");
    lines.forEach((line, racer) => line.startsWith("1") && (wins[racer] = (wins[racer] ?? 0) + 1));
    const winners = (at: number): number => lines.filter((line) => line[at] === "1").length;
    const point = `round:${round}`;
    for (const violation of [
      ...checkWinners(`epoch ${round}`, winners(0)),
      ...checkWinners(`record r${round}`, winners(1)),
    ])
      found.push({ ...violation, point });
    if (bench.bug !== null && found.length > 0) break;
  }
  await Promise.all(
    children.map((child) => {
      child.stdin.end();
      return child.exitCode === null ? new Promise((resolve) => child.on("close", resolve)) : null;
    }),
  );
  return { planned: rounds * 2, fired: rounds * 2, found, note: `winners ${wins.join("/")}` };
}

export const race: Matrix = {
  id: "M9",
  title: "four processes claim the same epoch and the same record at once",
  missing: () => null,
  cut,
  bugs: [
    {
      name: "a claim replaces the one that is there",
      invariant: "one_winner",
      edits: [[/linkSync\(temp, path\);/, "renameSync(temp, path);"]],
    },
    {
      name: "a record replaces the one that is there",
      invariant: "one_winner",
      edits: [
        [
          /try \{\s*renameSync\(temp, path\);\s*\} catch \(error\) \{\s*if \(lstatSync/,
          "try { discard(path); renameSync(temp, path); } catch (error) { if (lstatSync",
        ],
      ],
    },
  ],
};
