import { readFrames } from "../../src/audit/recovery/read-frames.ts";
import { judgeRecord } from "../../src/audit/recovery/read-record.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { encodeFrame, parseFrames } from "../../src/domain/runs/frame.ts";
import { keepLedger } from "../../src/domain/runs/ledger.ts";
import { parseOutcome } from "../../src/domain/runs/parse-outcome.ts";
import { readJournal } from "../../src/domain/runs/read-journal.ts";
import { draftDigest, parseRecovery, serializeRecovery } from "../../src/domain/runs/recovery-file.ts";
import { readClaim, readContext, readManifest, readRecord, readState } from "../../src/domain/runs/shapes.ts";
import { auditTemplate } from "../../src/audit/audit-template.ts";
import { sampleDraft } from "../../test/runs/recovery-sample.ts";
import { bytesOf, documents, linesOf, mustEqual, mustHold, type Target } from "../target.ts";

const at = "2026-11-01T10:00:00.000Z";
const executor = { pid: 7, startTime: null, bootId: null, host: "h", command: "node" };
const hash = "a".repeat(64);
const open = {
  seq: 1,
  at,
  type: "open",
  run: "r",
  epoch: 1,
  executor,
  caller: null,
  context_sha256: hash,
  sealed: null,
};
const spent = { calls: 1, cost: null, time_ms: 3 };
const records: readonly object[] = [
  open,
  {
    seq: 2,
    at,
    key: "export",
    attempt: 1,
    type: "intent",
    inputs: { a: "b" },
    place: "artifact",
    artifact: "artifact",
    expected: { x: hash },
    command: ["make"],
    probe: null,
    safe_to_retry: false,
  },
  { seq: 3, at, key: "export", attempt: 1, type: "progress", data: { cards: 3, done: true } },
  {
    seq: 4,
    at,
    key: "export",
    attempt: 1,
    type: "receipt",
    subjects: [{ path: "a/b", sha256: hash, size: 1 }],
    result: { n: 1 },
    recovered: false,
    spent,
  },
  { seq: 5, at, type: "end", status: "interrupted", reason: null },
];

/** Frames with the right length and hash, whatever stands in them: else nearly every change ends at the hash. */
function sealed(lines: readonly string[]): Buffer {
  return Buffer.concat(
    lines.map((json) => {
      const bytes = Buffer.from(json, "latin1");
      return Buffer.concat([
        Buffer.from(`v1 ${bytes.length} ${sha256(bytes).slice(0, 16)} `),
        bytes,
        Buffer.from("\n"),
      ]);
    }),
  );
}

function holdFrames(bytes: Buffer): void {
  const ours = parseFrames(bytes);
  mustHold(ours.torn <= bytes.length, "what is torn lies in the file");
  // The audit reads the same bytes by itself: what it takes for whole, the product must take for whole.
  const audited = readFrames(bytes);
  mustHold(
    audited.damage !== null || ours.damage === null,
    "what is whole for the audit is whole",
    ours.damage?.problem,
  );
  if (ours.damage === null && audited.damage === null)
    mustEqual(audited.records, ours.values, "both read the same records");
}

const frames: Target = {
  name: "run-frames",
  shape: "bytes",
  seeds: () => [Buffer.from(records.map(encodeFrame).join("")), Buffer.from(encodeFrame(open)).subarray(0, 60)],
  run: (input) => {
    holdFrames(input);
    return [parseFrames(input), readJournal("r", [{ epoch: 1, bytes: input }])];
  },
};

const journal: Target = {
  name: "run-journal",
  shape: "lines",
  seeds: () => [
    linesOf(...records),
    Buffer.from(
      `${linesOf(open).toString()}\n${linesOf({ ...open, epoch: 2, sealed: { epoch: 1, length: 300, sha256: hash } }).toString()}`,
    ),
  ],
  run: (input) => {
    // An empty line begins the segment of the next epoch.
    const parts = input.toString("latin1").split("\n\n").slice(0, 5);
    const segments = parts.map((part, index) => ({
      epoch: index + 1,
      bytes: sealed(part.split("\n").filter((line) => line !== "")),
    }));
    for (const { bytes } of segments) holdFrames(bytes);
    const read = readJournal("r", segments);
    for (const [index, record] of read.records.entries()) {
      const again = readRecord(JSON.parse(JSON.stringify(record)));
      mustHold(again.ok, "a record that was read is a record", String(index));
    }
    return [read, keepLedger(read.records).attempts];
  },
};

const files: Target = {
  name: "run-files",
  shape: "json",
  seeds: () =>
    documents(
      {
        schema_version: 1,
        run: "r",
        created_at: at,
        inputs: [{ name: "a", kind: "file", path: "a", sha256: hash }],
        volatile: [],
        scope: { goal: "g", may: [], must_not: [], base: "/" },
        steps: ["export"],
        budget: { attempts: 1, calls: null, cost: null, time_ms: null },
        attempt_of: null,
      },
      {
        schema_version: 1,
        run: "r",
        status: "running",
        steps: [{ key: "export", state: "running" }],
        updated_at: at,
        reason: null,
      },
      { schema_version: 1, run: "r", epoch: 1, executor, caller: null, at, takeover: null },
      { schema_version: 1, run: "r", key: "export", attempt: 1, files: [{ path: "a/b", sha256: hash, size: 1 }] },
    ),
  run: (input) => {
    const text = input.toString("utf8");
    const manifest = readManifest(text);
    if (manifest.ok)
      for (const { path } of manifest.value.files)
        mustHold(!path.split("/").includes("..") && !path.startsWith("/"), "a path of a manifest stays inside", path);
    return [readContext(text), readState(text), readClaim(text), manifest];
  },
};

const recovery: Target = {
  name: "recovery-record",
  shape: "json",
  seeds: () => bytesOf(serializeRecovery({ ...sampleDraft, handoff_sha256: "0".repeat(64) })),
  run: (input) => {
    const audited = judgeRecord(input, "review-01");
    const read = parseRecovery(input.toString("utf8"));
    const text = serializeRecovery(read);
    mustEqual(serializeRecovery(parseRecovery(text)), text, "a record that is written and read is the same");
    return [draftDigest(read), audited];
  },
};

const outcome: Target = {
  name: "run-outcome",
  shape: "text",
  words: ["not_done ", "progress ", "spent ", "calls=1", "cost=?", "cards=3"],
  seeds: () =>
    bytesOf("not_done the service refused", "progress cards=3 of 4", "spent calls=2 cost=0.5", "spent calls=?"),
  run: (input) => {
    const said = parseOutcome(input.toString("utf8"));
    if (said.kind === "spent")
      for (const used of [said.calls, said.cost])
        mustHold(used == null || (Number.isFinite(used) && used >= 0), "what was spent is a number", String(used));
    return said;
  },
};

const template: Target = {
  name: "recovery-template",
  shape: "text",
  words: ["# ", "## Goal", "## Confirmed facts", "- ", "```", "| a | b |", "<!--", "-->", "| --- |", "下一步"],
  seeds: () =>
    bytesOf(
      "# HANDOFF\n\n## Goal and scope\nship it\n\n## Version and entry\n`src/a.ts`\n\n## Confirmed facts\n- built: `out/a.log`\n| a | b |\n|---|---|\n| x | `a/b.c` |\n\n## Uncertain\n?\n\n## Next step\nrun\n\n## Stop\nred\n",
    ),
  run: (input) => auditTemplate(input.toString("utf8")),
};

export const runTargets: readonly Target[] = [frames, journal, files, recovery, outcome, template];
