import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProofCase } from "../proof-case.ts";
import { decoysOf } from "./decoys.ts";
import { execute, type Executed } from "./execute.ts";
import { placeTranscript } from "./place-transcript.ts";
import { renderEvents } from "./render-events.ts";
import { scenarios } from "./scenarios/index.ts";
import { placeSession } from "./session.ts";
import { startEffectServer, type EffectServer } from "./start-effect-server.ts";
import type { Scenario } from "./step.ts";
import { factsOf, universeOf } from "./truth.ts";
import { writers } from "./writers/index.ts";
import type { TranscriptWriter } from "./writers/writer.ts";

export interface StagedCase extends ProofCase {
  readonly corpus: "staged";
  readonly scenario: string;
  /** Home folder in which the client's files lie. */
  readonly home: string;
  /** Calls that reached the server so far: the session's own, and whatever this work tree called since. */
  readonly counter: () => number;
  /** Planted in outputs and in what the user says: none of them may be told. */
  readonly secrets?: readonly string[];
  /** What the user said and then took back. */
  readonly superseded: readonly string[];
}

export interface StagedOptions {
  /** Only cases whose `SCENARIO/CLIENT` has this in it. */
  readonly only?: string;
}

/** Every scenario in the transcript of every client that can express it, one after the other. */
export async function* stagedCases(options: StagedOptions = {}): AsyncGenerator<StagedCase> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "proof-staged-")));
  const server = await startEffectServer(root);
  try {
    for (const scenario of scenarios) {
      const chosen = writers.filter(
        (writer) => expresses(writer, scenario) && `${scenario.name}/${writer.client}`.includes(options.only ?? ""),
      );
      if (chosen.length === 0) continue;
      const folder = join(root, scenario.name);
      const executed = await execute({ scenario, folder, server });
      for (const writer of chosen)
        yield caseOf(executed, writer, { folder: join(root, `${scenario.name}.${writer.client}`), server });
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

export function expresses(writer: TranscriptWriter, { steps }: Scenario): boolean {
  return steps.every((step) => {
    if (step.do !== "run" || step.cut === undefined) return true;
    return step.cut === "killed" ? writer.openCalls : writer.interruptions;
  });
}

/** A copy of what the session left, for one client, so that no case sees what another one did. */
function caseOf(
  executed: Executed,
  writer: TranscriptWriter,
  { folder, server }: { readonly folder: string; readonly server: EffectServer },
): StagedCase {
  const { scenario, world } = executed;
  const name = `${scenario.name}.${writer.client}`;
  cpSync(world.folder, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const root = join(folder, "work", scenario.project);
  const url = join(root, ".deploy-url");
  const { mtime } = statSync(url);
  writeFileSync(url, `${server.address(name)}\n`);
  utimesSync(url, mtime, mtime);
  const session = placeSession(executed.session, folder);
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  return {
    id: `${scenario.name}/${writer.client}/100`,
    corpus: "staged",
    scenario: scenario.name,
    client: writer.client,
    cut: 1,
    folder: root,
    home,
    transcript: placeTranscript(session, writer, home),
    events: renderEvents(session),
    facts: factsOf(executed, writer),
    universe: universeOf(executed, writer),
    nextPaths: scenario.next ?? [],
    decoys: decoysOf(executed),
    superseded: scenario.superseded ?? [],
    ...(scenario.secrets === undefined ? {} : { secrets: scenario.secrets }),
    counter: () => server.count(scenario.name) + server.count(name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
