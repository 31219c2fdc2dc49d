import { describe, expect, test } from "vitest";
import { readSession } from "../../src/adapters/transcripts/read-session.ts";
import { formats } from "../../src/transcripts/formats.ts";
import type { SessionFacts } from "../../src/domain/session/session-facts.ts";
import { sharedFolder } from "../shared-folder.ts";
import { corpusFiles } from "./corpus-files.ts";
import { countIndependently } from "./independent-counts.ts";

/** What the readers make of every file of the corpus. */
interface Row {
  readonly name: string;
  readonly client: string;
  readonly facts: SessionFacts | null;
  readonly damaged: number;
}

test.runIf(sharedFolder === null)("skipped: no corpus", () => {
  expect(sharedFolder).toBeNull();
});

describe.skipIf(sharedFolder === null)("every transcript of the corpus", async () => {
  const files = sharedFolder === null ? [] : corpusFiles();
  const rows: Row[] = [];
  for (const { name, path } of files) {
    const reading = await readSession({
      path,
      formats,
      places: null,
      before: null,
      redact: (text: string) => text,
      command: () => undefined,
    });
    rows.push({
      name,
      client: reading?.format.client ?? "none",
      facts: reading?.facts ?? null,
      damaged: reading?.damaged ?? 0,
    });
  }

  test("gives this table", async () => {
    const lines = rows.map(({ name, client, facts, damaged }) => {
      const counts = facts?.counts;
      const numbers = [counts?.commands, counts?.withExit, counts?.failed, counts?.edits, facts?.todos.length, damaged];
      return [name, client, facts?.version ?? "-", ...numbers.map((n) => n ?? "-")].join(" | ");
    });
    const header = "file | client | version | commands | with exit | failed | edits | todos | damage";
    await expect(`${[header, ...lines].join("\n")}\n`).toMatchFileSnapshot("corpus-table.txt");
  });

  /** Files whose calls cannot be told apart: every id in them is one and the same placeholder. */
  const alike = new Set(["codex/stage0_small.jsonl"]);

  test.each(files.filter(({ name }) => !alike.has(name)).map(({ name, client, path }) => ({ name, client, path })))(
    "$name: commands, exits and failures as counted independently",
    ({ name, client, path }) => {
      const expected = client === null ? null : countIndependently(client, path);
      const counts = rows.find((row) => row.name === name)?.facts?.counts;
      const told =
        counts === undefined ? null : { commands: counts.commands, withExit: counts.withExit, failed: counts.failed };
      // A file of nobody's has no commands to count.
      const none = { commands: 0, withExit: 0, failed: 0 };
      expect(told ?? none).toEqual(expected ?? none);
    },
  );
});
