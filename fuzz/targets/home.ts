import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readBundled, readBundleIndex, encodeBundle } from "../../src/adapters/home/bundle.ts";
import { chainKey } from "../../src/adapters/home/chain-files.ts";
import { openHome } from "../../src/adapters/home/open-home.ts";
import { splitLines } from "../../src/adapters/home/read-lines.ts";
import { readReceipt } from "../../src/adapters/clients/receipt.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { decodeFeedbackLines, encodeFeedback, encodeFeedbackStart } from "../../src/domain/feedback/log-lines.ts";
import { readHookEvents } from "../../src/domain/hooks/hook-log.ts";
import { knownSessions } from "../../src/domain/hooks/known-sessions.ts";
import { sessionFileName } from "../../src/domain/hooks/session-file-name.ts";
import { witnessedRuns } from "../../src/domain/hooks/tree-witness.ts";
import { packetDigest, parsePacket, serializePacket } from "../../src/domain/packet-file.ts";
import { auditForm } from "../../src/audit/audit-form.ts";
import { auditVerdict } from "../../src/audit/audit-verdict.ts";
import { readRawRecords } from "../../src/audit/raw-record.ts";
import { readSettings } from "../../src/hook/settings.ts";
import { renderHandoff } from "../../src/render/handoff-md.ts";
import { makeRecord } from "../../test/feedback/make-record.ts";
import { makePacket } from "../../test/pickup/make-facts.ts";
import { samplePacket } from "../../test/render/sample-packet.ts";
import { scratch } from "../scratch.ts";
import { bytesOf, documents, linesOf, mustEqual, mustHold, type Target } from "../target.ts";

const at = "2026-11-01T10:00:00.000Z";
const packetId = "p-0123456789abcdef";
const holder = { pid: 7, startTime: "1", bootId: "b", host: "h", command: "node" };
const chain = {
  seq: 1,
  kind: "published",
  packetId,
  digest: "a".repeat(64),
  branch: "main",
  topic: "main",
  supersedes: null,
  at,
  reason: null,
  prev: null,
};

/** A home in which one file has these bytes. */
function homeWith(name: string, bytes: Uint8Array): ReturnType<typeof openHome> {
  const path = join(scratch(), "home");
  const file = join(path, name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes);
  return openHome({ path, isAlive: () => false });
}

const feedback: Target = {
  name: "home-feedback",
  shape: "lines",
  seeds: () => [
    Buffer.from(
      [
        encodeFeedbackStart(makeRecord(), holder),
        encodeFeedback(
          makeRecord({ exitCode: 1, stdout: { head: "a\nb", tail: "c", omittedLines: 3, errorLines: ["b"] } }),
        ),
        encodeFeedback(
          makeRecord({
            id: "x",
            command: { shell: "a && b" },
            testResult: { runner: "r", passed: 1, failed: 0, skipped: 0, line: "1 passed" },
          }),
        ),
        "",
      ].join("\n"),
    ),
  ],
  run: (input) => {
    const { lines, damage } = splitLines(input, "home:feedback.jsonl");
    const numbered = lines.map(({ text, line }) => ({ number: line, text }));
    const decoded = decodeFeedbackLines("home:feedback.jsonl", numbered);
    mustHold(decoded.records.length + decoded.damage.length <= lines.length, "a line is a record or damage");
    const texts = decoded.records.map((record) => encodeFeedback(record));
    const again = decodeFeedbackLines(
      "home:feedback.jsonl",
      texts.map((text, index) => ({ number: index + 1, text })),
    );
    mustEqual(
      again.records.map((record) => ({ ...record, source: null })),
      decoded.records.map((record) => ({ ...record, source: null })),
      "a record that is written and read is the same",
    );
    return { decoded, damage, raw: readRawRecords(lines.map(({ text }) => text)) };
  },
};

const logs: Target = {
  name: "home-logs",
  shape: "lines",
  seeds: () => [
    linesOf({
      id: "n",
      kind: "next",
      text: "go",
      at,
      author: "a",
      branch: null,
      topic: "main",
      sessionId: "s",
      later: false,
      answers: null,
      kept: [["a", null, null]],
      sha256: null,
    }),
    linesOf({
      id: "s",
      client: "claude",
      branch: "main",
      topic: "main",
      startedAt: at,
      head: null,
      baseline: { commit: null, tree: null, dirty: [["a", "b"]] },
    }),
    linesOf({
      event: "session_start",
      client: "claude",
      session_id: "s",
      source: "startup",
      transcript: "/t",
      cwd: "",
      worktree: null,
      branch: "main",
      commit: null,
      holder,
      at,
    }),
    linesOf(
      { phase: "start", call: "k", command: "npm test", at },
      { phase: "end", call: "k", exit_code: 1, at },
      { witness: "taken_in", tree: "t", at },
    ),
  ],
  run: (input) => {
    const calls = `calls/${sessionFileName("claude", "s")}.jsonl`;
    homeWith(calls, input);
    homeWith("notes.jsonl", input);
    homeWith("sessions.jsonl", input);
    const home = homeWith("hook-events.jsonl", input);
    const notes = home.notes.read();
    const { lines } = home.readHookEvents();
    mustHold(notes.records.length + notes.damage.length >= lines.length, "a line is a note or damage");
    return [
      notes,
      home.sessions.read(),
      readHookEvents(lines),
      knownSessions(lines),
      witnessedRuns(home.calls.read("claude", "s")),
    ];
  },
};

const chains: Target = {
  name: "home-chain",
  shape: "json",
  seeds: () => [
    linesOf(chain),
    linesOf({
      ...chain,
      kind: "archived",
      reason: "done",
      prev: "b".repeat(64),
      files: { json: "c".repeat(64), markdown: "d".repeat(64) },
    }),
  ],
  run: (input) => {
    const thread = { branch: "main", topic: "main" };
    const home = homeWith(`chains/${chainKey(thread)}/00000001.json`, input);
    return [home.chain.history(thread), home.chain.verifyChain(), home.chain.activeAll(), home.chain.active(thread)];
  },
};

const claims: Target = {
  name: "home-claim",
  shape: "json",
  seeds: () => [
    linesOf({ kind: "claimed", claim: { id: "c-1", packetId, sessionId: "s", holder, at } }),
    linesOf({ kind: "released", claimId: "c-1", at }),
  ],
  run: (input) => homeWith(`claims/${packetId}/00000001.json`, input).claims.current(packetId),
};

const states: Target = {
  name: "home-session-state",
  shape: "json",
  seeds: () =>
    documents({
      v: 1,
      client: "claude",
      sessionId: "s",
      transcript: "/t",
      facts: {
        counts: { commands: 1, exitFrom: {} },
        edits: [{ path: "a", count: 1, lastAt: at }],
        reads: [],
        todos: [{ text: "t", status: "done" }],
        prompts: [{ text: "p", at, id: null }],
        constraints: [],
        questions: [],
        compactions: [],
        interrupts: [],
        openCalls: [{ callId: "c" }],
        agents: [],
        unknownTypes: {},
      },
      damaged: 0,
    }),
  run: (input) => {
    const name = `clients/${sessionFileName("claude", "s")}`;
    homeWith(`${name}.progress`, Buffer.concat([Buffer.from(`${sha256(input)}\n`), input]));
    const home = homeWith(`${name}.json`, input);
    const state = home.sessionStates.read("claude", "s");
    return [state, state === null ? null : home.sessionStates.progress(state)];
  },
};

const bundles: Target = {
  name: "home-bundle",
  shape: "bytes",
  seeds: () => [
    encodeBundle([
      { sha256: "a".repeat(64), bytes: Buffer.from("abc") },
      { sha256: "b".repeat(64), bytes: Buffer.from("") },
    ]),
  ],
  words: ["9007199254740991", "4294967296", "1e15"],
  run: (input) => {
    const path = join(homeWith("kept/x.bundle", input).path, "kept/x.bundle");
    return [...(readBundleIndex(path) ?? [])]
      .slice(0, 10)
      .map(([hash, placed]) => [hash, readBundled(path, placed).length]);
  },
};

const packet: Target = {
  name: "packet",
  shape: "json",
  seeds: () => bytesOf(serializePacket(makePacket()), serializePacket(samplePacket)),
  run: (input) => {
    const read = parsePacket(input.toString("utf8"));
    const text = serializePacket(read);
    mustEqual(parsePacket(text), read, "a packet that is written and read is the same");
    mustHold(packetDigest(parsePacket(text)) === packetDigest(read), "the digest is that of the content");
    mustHold(!/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/.test(text), "no control character stands bare in a packet");
    return [
      packetDigest(read),
      renderHandoff(read, "en"),
      renderHandoff(read, "zh"),
      auditForm(read, text),
      auditVerdict(read),
    ];
  },
};

const small: Target = {
  name: "small-files",
  shape: "json",
  seeds: () =>
    documents(
      { acceptance: ["npm test"], context: { quietAt: 0.5, wrapUpAt: 0.75 } },
      {
        schema_version: 1,
        files: [
          {
            path: "/a",
            asked: "/a",
            kind: "hooks",
            clients: ["claude"],
            created: true,
            before: null,
            after: "x",
            edits: [{ offset: 0, removed: "", inserted: "x" }],
            kept: [],
          },
        ],
        folders: ["/f"],
      },
    ),
  run: (input) => {
    const folder = homeWith("hook-settings.json", input).path;
    writeFileSync(join(folder, "init.json"), input);
    return [readSettings(folder), readReceipt(folder)];
  },
};

export const homeTargets: readonly Target[] = [feedback, logs, chains, claims, states, bundles, packet, small];
