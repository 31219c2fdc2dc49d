import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listOpencodeSessions, readOpencodeSession } from "../../src/adapters/transcripts/opencode-database.ts";
import type { ClientFormat } from "../../src/transcripts/client-format.ts";
import { geminiFormat } from "../../src/transcripts/gemini/format.ts";
import { opencodeFormat } from "../../src/transcripts/opencode/format.ts";
import { qwenFormat } from "../../src/transcripts/qwen/format.ts";
import { sharedFolder } from "../shared-folder.ts";
import { only, recordsIn, tellRecords } from "./tell-records.ts";

const formats: Readonly<Record<string, ClientFormat>> = {
  opencode: opencodeFormat,
  gemini: geminiFormat,
  qwen: qwenFormat,
};
const shared = sharedFolder ?? "";

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const samples = Object.keys(formats).flatMap((client) =>
  sharedFolder === null
    ? []
    : [...filesBelow(join(shared, "corpus", client)), ...filesBelow(join(shared, "rig/transcripts", client))]
        .filter((path) => /\.jsonl?$|migration$/.test(path))
        .map((path): [string, string] => [client, path]),
);

/** What the text itself says, found without parsing it as records. */
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

describe.skipIf(sharedFolder === null)("real sessions", () => {
  it.each(samples)("of %s: %s is read without a throw, the same in one go and in pieces", (client, path) => {
    const format = formats[client] ?? geminiFormat;
    const records = recordsIn(format, readFileSync(path, "utf8"));
    const events = tellRecords(format, records);
    const pieces = tellRecords(format, records, true).filter((one) => one.kind !== "session");
    expect(pieces).toEqual(events.filter((one) => one.kind !== "session"));
  });

  it.each(samples.filter(([client, path]) => client === "opencode" && path.includes("/exp")))(
    "of %s: %s has the commands that its text has",
    (_client, path) => {
      const text = readFileSync(path, "utf8");
      const events = tellRecords(opencodeFormat, recordsIn(opencodeFormat, text));
      const commands = only(events, "call").filter((one) => one.tool === "command");
      const ids = new Set(commands.map((one) => one.callId));
      const ends = only(events, "result").filter((one) => ids.has(one.callId));
      const exits = [...text.matchAll(/"exit"\s*:\s*(-?\d+)/g)].map((one) => Number(one[1]));
      expect({
        commands: commands.length,
        exits: ends.filter((one) => one.exitCode !== null).length,
        failed: ends.filter((one) => one.exitCode !== null && one.exitCode !== 0).length,
        structured: ends.every((one) => (one.exitCode === null) === (one.codeSource === "unknown")),
      }).toEqual({
        commands: count(text, /"tool"\s*:\s*"bash"/g),
        exits: exits.length,
        failed: exits.filter((one) => one !== 0).length,
        structured: true,
      });
    },
  );

  it.each(samples.filter(([client, path]) => client === "gemini" && path.endsWith(".json")))(
    "of %s: %s has the calls that its text has",
    (_client, path) => {
      const text = readFileSync(path, "utf8");
      const events = tellRecords(geminiFormat, recordsIn(geminiFormat, text));
      const ends = only(events, "result");
      const responses = count(text, /"functionResponse"\s*:/g);
      expect([only(events, "call").length, ends.length]).toEqual([responses, responses]);
      expect(ends.filter((one) => one.codeSource === "text").length).toBe(count(text, /Exit Code: \d+/g));
      expect(ends.filter((one) => one.codeSource === "inferred").length).toBe(
        count(text, /"output"\s*:\s*"(?:<untrusted_context>\\n)?Output: /g),
      );
    },
  );

  it("of the rig tell the failing and the passing command, and leave the killed one open", async () => {
    const exitsOf = (client: string, name: string): unknown => {
      const format = formats[client] ?? geminiFormat;
      const path =
        filesBelow(join(shared, "rig/transcripts", client, name)).find((one) => one.endsWith(".jsonl")) ?? "";
      const events = tellRecords(format, recordsIn(format, readFileSync(path, "utf8")));
      return [only(events, "call").length, ...only(events, "result").map((one) => `${one.exitCode} ${one.codeSource}`)];
    };
    expect(exitsOf("gemini", "basic")).toEqual([2, "3 text", "0 inferred"]);
    expect(exitsOf("gemini", "resume")).toEqual([2, "3 text", "0 inferred"]);
    // A killed call of Gemini CLI never comes into its file.
    expect(exitsOf("gemini", "kill")).toEqual([0]);
    expect(exitsOf("qwen", "basic")).toEqual([2, "3 structured", "0 structured"]);
    expect(exitsOf("qwen", "kill")).toEqual([1]);
    const databases = ["kill", "compact-auto"].map((name) =>
      join(shared, "rig/transcripts/opencode", name, "opencode.db"),
    );
    const told: unknown[] = [];
    for (const path of databases) {
      for (const session of listOpencodeSessions(path)) {
        const records: unknown[] = [];
        for await (const record of readOpencodeSession({ path, sessionId: session.id })) records.push(record);
        const events = tellRecords(opencodeFormat, records);
        told.push([
          only(events, "call").length,
          ...only(events, "result").map((one) => one.exitCode),
          only(events, "compaction").length,
          only(events, "unread").length,
        ]);
      }
    }
    expect(told).toEqual([
      [1, 0, 0],
      [3, 3, 0, 0, 1, 0],
    ]);
  });
});
