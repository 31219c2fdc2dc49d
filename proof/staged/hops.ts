import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fact } from "../facts.ts";
import { execute, sessionStart } from "./execute.ts";
import { hopSessions } from "./hop-sessions.ts";
import { placeTranscript } from "./place-transcript.ts";
import { placeSession } from "./session.ts";
import { startEffectServer } from "./start-effect-server.ts";
import { factsOf } from "./truth.ts";
import { claudeWriter } from "./writers/claude.ts";
import { codexWriter } from "./writers/codex.ts";
import { geminiWriter } from "./writers/gemini.ts";
import { opencodeWriter } from "./writers/opencode.ts";
import { qwenWriter } from "./writers/qwen.ts";

/** One session of a chain in the same work tree. The next one is executed when the next hop is asked for. */
export interface HopSession {
  readonly client: string;
  readonly folder: string;
  readonly transcript: string;
  /** What the first session told, and every packet after it has to hold. */
  readonly survivors: readonly Fact[];
}

const clients = [claudeWriter, codexWriter, geminiWriter, opencodeWriter, qwenWriter];
const day = 86_400_000;

/** Five sessions, each in another client: five constraints and three failures of the first are still true at the end. */
export async function* stagedHops(): AsyncGenerator<HopSession> {
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
      if (index === 0)
        survivors = factsOf(executed, writer).filter(({ class: name }) => name === "constraint" || name === "failure");
      const session = placeSession(executed.session, folder);
      yield {
        client: writer.client,
        folder: world.root,
        transcript: placeTranscript(session, writer, join(folder, "home")),
        survivors,
      };
    }
  } finally {
    server.close();
    rmSync(root, { recursive: true, force: true });
  }
}
