import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expresses, stagedCases } from "../../proof/staged/cases.ts";
import { decoysOf } from "../../proof/staged/decoys.ts";
import { execute, type Executed } from "../../proof/staged/execute.ts";
import { hopConstraints, hopSessions } from "../../proof/staged/hop-sessions.ts";
import { scenarios } from "../../proof/staged/scenarios/index.ts";
import { folderMark, placeSession } from "../../proof/staged/session.ts";
import { startEffectServer, type EffectServer } from "../../proof/staged/start-effect-server.ts";
import { factsOf, universeOf } from "../../proof/staged/truth.ts";
import { writers } from "../../proof/staged/writers/index.ts";
import { readTranscript } from "./read-transcript.ts";

const claude = writers[0]!;
let root = "";
let server: EffectServer;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "proof-test-")));
  server = await startEffectServer(root);
});

afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

/** Git of the test alone: no code in common with the truth that it is held against. */
function git(executed: Executed, ...args: string[]): string[] {
  const env = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  const out = execFileSync("git", ["-c", "core.quotePath=false", ...args], {
    cwd: executed.world.root,
    env,
    encoding: "utf8",
  });
  return out.split("\n").filter((line) => line !== "");
}

/** Status of the work tree and the difference of each commit to its parent. */
function pathsByGit(executed: Executed): string[] {
  const own = Object.keys(executed.scenario.foreign ?? {});
  const shown = git(executed, "-c", "status.renames=false", "status", "--porcelain", "--untracked-files=all");
  const present = shown.map((line) => line.slice(3).replace(/^"(.*)"$/, "$1"));
  const commits = git(executed, "rev-list", "--branches", `^${executed.base}`);
  const committed = commits.flatMap((commit) =>
    git(executed, "diff-tree", "-r", "--no-commit-id", "--no-renames", "--name-only", commit),
  );
  return [...new Set([...present, ...committed])].filter((path) => !own.includes(path)).sort();
}

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))("%s", (name, scenario) => {
  let executed: Executed;
  beforeAll(async () => {
    executed = await execute({ scenario, folder: join(root, name), server });
  });

  it("has a truth that agrees with git, exit codes and the server", () => {
    const facts = factsOf(executed, claude);
    const files = facts.flatMap((fact) => (fact.class === "file" ? [fact.path] : []));
    expect(files).toEqual(pathsByGit(executed));
    const commits = facts.flatMap((fact) => (fact.class === "commit" ? [fact.id] : []));
    for (const id of commits) expect(git(executed, "cat-file", "-t", id)).toEqual(["commit"]);
    const newest = git(executed, "rev-list", "--branches", "--date-order", `^${executed.base}`)[0];
    expect(newest === undefined || commits.includes(newest)).toBe(true);
    const calls = executed.runs.filter(({ step, seen }) => step.effect === "server" && seen).length;
    expect(server.count(name)).toBe(calls);
    const universe = universeOf(executed, claude);
    const effects = facts.filter((fact) => fact.class === "effect");
    expect(effects.length).toBe(universe.effects.length);
    const outputs = executed.runs.map(({ output }) => output).join("\n");
    const known = universe.commands.map(({ command }) => command);
    const untrue = facts.filter((fact) => {
      if (fact.class === "failure") return !known.includes(fact.command) || !outputs.includes(fact.error);
      if (fact.class === "verification") return !known.includes(fact.command);
      const said = fact.class === "constraint" || fact.class === "request";
      return said && !universe.userTexts.some((text) => text.includes(fact.text));
    });
    expect(untrue).toEqual([]);
    for (const path of scenario.next ?? []) expect([...universe.knownPaths]).toContain(path);
    expect(decoysOf(executed)).toHaveLength(10);
  });

  it("leaves a file that is valid in each client's format and holds what was said and run", () => {
    const session = placeSession(executed.session, "/srv/case");
    for (const writer of writers.filter((one) => expresses(one, scenario))) {
      const written = writer.write(session);
      const text = written.files.find(({ path }) => path === written.main)?.text ?? "";
      expect(text).not.toContain(folderMark);
      expect(writer.write(session)).toEqual(written);
      const read = readTranscript(writer.client, text);
      expect(read.times, writer.client).toEqual([...new Set(read.times)].sort((a, b) => a - b));
      expect(read.ids, writer.client).toEqual([...new Set(read.ids)]);
      expect(read.dangling, writer.client).toEqual([]);
      const universe = universeOf(executed, writer);
      for (const { command } of universe.commands)
        expect(read.strings, `${writer.client}: ${command}`).toContain(command);
      for (const words of universe.userTexts) expect(read.joined, writer.client).toContain(words);
    }
  });
});

it("makes the same bytes each time", async () => {
  for (const name of ["masked-untold", "two-checks", "killed-effect", "renames"]) {
    const scenario = scenarios.find((one) => one.name === name)!;
    const runs = [];
    for (const folder of ["once", "twice-in-a-longer-path"]) {
      const again = { ...scenario, name: `${name}` };
      runs.push(await execute({ scenario: again, folder: join(root, folder, name), server }));
    }
    const [first, second] = runs as [Executed, Executed];
    expect(second.session).toEqual(first.session);
    expect(second.final).toEqual(first.final);
    expect(factsOf(second, claude)).toEqual(factsOf(first, claude));
  }
});

it("gives each client a work tree and a counter of its own", async () => {
  const seen: string[] = [];
  for await (const one of stagedCases({ only: "done-before-compaction/c" })) {
    seen.push(one.client);
    expect(one.counter()).toBe(1);
    expect(readFileSync(one.transcript, "utf8")).toContain(one.folder);
    execFileSync("sh", ["scripts/deploy.sh", "again"], { cwd: one.folder, stdio: "ignore" });
    expect(one.counter()).toBe(2);
    one.remove();
  }
  expect(seen).toEqual(["claude", "codex", "copilot"]);
});

it("places the constraints of the chain at 2, 10, 40, 70 and 95 percent of its first session", () => {
  const steps = hopSessions[0]!.steps;
  const places = hopConstraints.map((text) =>
    steps.findIndex((step) => step.do === "user" && step.constraints?.includes(text) === true),
  );
  const shares = places.map((place) => Math.round((100 * place) / steps.length));
  [2, 10, 40, 70, 95].forEach((wanted, index) =>
    expect(Math.abs((shares[index] ?? 0) - wanted)).toBeLessThanOrEqual(3),
  );
});
