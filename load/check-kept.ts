import { existsSync } from "node:fs";
import { join } from "node:path";
import { readChains, readClaims, readFeedback, readLog } from "./home-files.ts";
import type { Acknowledged } from "./ledger.ts";

/** Whatever a process acknowledged by its good end is in the home. */
export function checkKept(home: string, acknowledged: readonly Acknowledged[]): readonly string[] {
  const notes = counted(readLog(join(home, "notes.jsonl")).records.map(({ text }) => String(text)));
  const starts = new Set(readLog(join(home, "hook-events.jsonl")).records.map((line) => String(line["session_id"])));
  const feedback = readFeedback(home).flatMap(({ records }) => records);
  const ended = feedback.filter(({ phase }) => phase === "ended");
  const ran = new Map<string, unknown[]>();
  for (const record of ended) {
    const token = /\bload(?:-[a-z]+){3}\b/.exec(JSON.stringify(record["command"]))?.[0];
    if (token !== undefined) ran.set(token, [...(ran.get(token) ?? []), record["exit_code"]]);
  }
  const published = new Set(readChains(home).flatMap(({ records }) => records.map(({ record }) => record.packetId)));
  const claims = readClaims(home);
  const calls = new Map<string, number>();
  const told = counted(acknowledged.flatMap((one) => (one.kind === "tool_call" ? [one.file] : [])));
  const callsOf = (file: string): number => {
    const known = calls.get(file);
    if (known !== undefined) return known;
    const begun = readLog(join(home, "calls", file)).records.filter(({ phase }) => phase === "start").length;
    calls.set(file, begun);
    return begun;
  };
  return acknowledged.flatMap((one) => {
    switch (one.kind) {
      case "note":
        return notes.get(one.text) === 1 ? [] : [`note ${one.text} is there ${notes.get(one.text) ?? 0} times`];
      case "exec": {
        const codes = ran.get(one.token) ?? [];
        return codes.length === 1 && (codes[0] === one.exitCode || (one.interrupted && codes[0] === null))
          ? []
          : [`exec ${one.token} has the exit codes ${JSON.stringify(codes)}, not one ${one.exitCode}`];
      }
      case "told":
        return ran.has(one.token) ? [] : [`the command ${one.token} of a transcript is no feedback`];
      case "packet":
        return published.has(one.packetId) && existsSync(join(home, "packets", one.packetId, "handoff.md"))
          ? []
          : [`packet ${one.packetId} is not there`];
      case "session_start":
        return starts.has(one.sessionId) ? [] : [`nobody knows of the start of session ${one.sessionId}`];
      case "tool_call":
        return callsOf(one.file) >= (told.get(one.file) ?? 0)
          ? []
          : [`${one.file} has ${callsOf(one.file)} calls of ${told.get(one.file)}`];
      case "claim":
        return claims.get(one.packetId)?.some(({ claimId }) => claimId === one.claimId) === true
          ? []
          : [`claim ${one.claimId} of ${one.packetId} is not there`];
    }
  });
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
