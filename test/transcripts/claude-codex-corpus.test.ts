import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ClientFormat } from "../../src/transcripts/client-format.ts";
import { claudeFormat } from "../../src/transcripts/claude/format.ts";
import { codexFormat } from "../../src/transcripts/codex/format.ts";
import { sharedFolder } from "../shared-folder.ts";
import { readLines } from "./read-lines.ts";

const formats: readonly ClientFormat[] = [claudeFormat, codexFormat];

function filesOf(...folders: readonly string[]): readonly string[] {
  if (sharedFolder === null) return [];
  return folders.flatMap((folder) => {
    const names = readdirSync(join(sharedFolder ?? "", folder), { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
  });
}

const cases = formats.flatMap((format) =>
  filesOf(`corpus/${format.client}`, `rig/transcripts/${format.client}`).map((file) => [format, file] as const),
);

describe("real transcripts of Claude Code and Codex", () => {
  test.runIf(sharedFolder === null)("SKIPPED: the folder ../shared is not there", () => {
    expect(cases).toEqual([]);
  });

  test.runIf(sharedFolder !== null)("there are some of each", () => {
    for (const { client } of formats)
      expect(cases.filter(([format]) => format.client === client).length).toBeGreaterThan(10);
  });

  test.each(cases)("$client %s", (format, file) => {
    const bytes = readFileSync(join(sharedFolder ?? "", file));
    const all = readLines(format, bytes);
    expect(readLines(format, bytes, { skip: true }).events).toEqual(all.events);
    expect(readLines(format, bytes, { skip: true, reopenEvery: 13 }).events).toEqual(all.events);
    const calls = all.events.filter((event) => event.kind === "call").map(({ callId }) => callId);
    expect(new Set(calls).size).toBe(calls.length);
    // A code has a source, and no other outcome than its own.
    const results = all.events.filter((event) => event.kind === "result");
    expect(results.filter(({ exitCode, codeSource }) => (exitCode === null) !== (codeSource === "unknown"))).toEqual(
      [],
    );
    const coded = results.filter(({ exitCode }) => exitCode !== null);
    expect(coded.filter(({ exitCode, outcome }) => outcome !== (exitCode === 0 ? "ok" : "failed"))).toEqual([]);
  });

  test.each(filesOf("corpus/malformed").flatMap((file) => formats.map((format) => [format, file] as const)))(
    "damaged: $client %s",
    (format, file) => {
      const { events } = readLines(format, readFileSync(join(sharedFolder ?? "", file)));
      expect(events.length).toBeGreaterThan(0);
    },
  );
});
