import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fact, Universe } from "../facts.ts";
import { execute } from "./execute.ts";
import { hopSessions } from "./hop-sessions.ts";
import { placeTranscript } from "./place-transcript.ts";
import { renderEvents } from "./render-events.ts";
import { placeSession } from "./session.ts";
import { sessionStart } from "./execute.ts";
import { startEffectServer } from "./start-effect-server.ts";
import { factsOf, universeOf } from "./truth.ts";
import { claudeWriter } from "./writers/claude.ts";
import { codexWriter } from "./writers/codex.ts";
import { geminiWriter } from "./writers/gemini.ts";
import { opencodeWriter } from "./writers/opencode.ts";
import { qwenWriter } from "./writers/qwen.ts";
import type { RenderedEvent } from "../proof-case.ts";

/** One session of a chain in the same work tree. The next one is executed when the next hop is asked for. */
export interface Hop {
  readonly number: number;
  readonly client: string;
  readonly folder: string;
  /** Home folder of all clients. */
  readonly home: string;
  readonly transcript: string;
  readonly events: readonly RenderedEvent[];
  /** Of this session alone. */
  readonly facts: readonly Fact[];
  readonly universe: Universe;
  /** Of the first session: what every packet after it has to hold. */
  readonly survivors: readonly Fact[];
}

const clients = [claudeWriter, codexWriter, geminiWriter, opencodeWriter, qwenWriter];
const day = 86_400_000;

/** Five sessions, each in another client: five constraints and three failures of the first are still true at the end. */
export async function* stagedHops(): AsyncGenerator<Hop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "proof-hops-")));
  const server = await startEffectServer(root);
  const folder = join(root, "chain");
  let world: Awaited<ReturnType<typeof execute>>["world"] | undefined;
  let survivors: readonly Fact[] = [];
  try {
    for (const [index, scenario] of hopSessions.entries()) {
      const writer = clients[index] ?? claudeWriter;
      const startedAt = sessionStart + index * day;
      const executed = await execute({
        scenario,
        folder,
        server,
        startedAt,
        ...(world === undefined ? {} : { world }),
      });
      world = executed.world;
      const facts = factsOf(executed, writer);
      if (index === 0) survivors = facts.filter((fact) => fact.class === "constraint" || fact.class === "failure");
      const session = placeSession(executed.session, folder);
      const home = join(folder, "home");
      yield {
        number: index + 1,
        client: writer.client,
        folder: world.root,
        home,
        transcript: placeTranscript(session, writer, home),
        events: renderEvents(session),
        facts,
        universe: universeOf(executed, writer),
        survivors,
      };
    }
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}
