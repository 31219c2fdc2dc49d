import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeHandoff } from "../../src/audit/recovery/audit-handoff.ts";
import { judgeRecord, readRecord } from "../../src/audit/recovery/read-record.ts";
import { auditRecovery } from "../../src/audit/recovery/audit-recovery.ts";
import { renderRecovery } from "../../src/render/recovery-md.ts";
import type { RecoveryDraft } from "../../src/domain/runs/recovery-record.ts";
import { fingerprint, temporaryFolder } from "../git/repository.ts";
import {
  codes,
  continuedRun,
  exportedRun,
  frame,
  intent,
  segment,
  sha,
  step,
  type Forged,
  type RunStand,
} from "./recovery-stand.ts";

describe("a record that says what the run says", () => {
  test("passes, with the seed's four keys first", () => {
    const result = exportedRun().audit();
    expect(result.findings).toEqual([]);
    expect(JSON.stringify(result)).toMatch(
      /^\{"result":"pass","status":"needs_review","original_status":"interrupted","semantic_review":"pending",/,
    );
  });

  test("passes over two epochs, a torn line, an answered probe, a step that did not happen and one to come", () => {
    expect(continuedRun().audit()).toMatchObject({ result: "pass", findings: [], unchecked: [] });
  });

  test("passes in Chinese, and after run and record were moved together", () => {
    const stand = exportedRun();
    const markdown = renderRecovery(stand.draft as RecoveryDraft, "zh");
    const path = join(stand.record, "recovery.json");
    const old = readFileSync(join(stand.record, "HANDOFF.md"));
    writeFileSync(path, readFileSync(path, "utf8").replace(sha(old), sha(markdown)));
    writeFileSync(join(stand.record, "HANDOFF.md"), markdown);
    expect(stand.audit().findings).toEqual([]);
    const moved = join(temporaryFolder(), "moved");
    renameSync(stand.root, moved);
    expect(auditRecovery({ folder: join(moved, "recovery-records", "review-01") }).findings).toEqual([]);
  });

  test("names an absolute run, and one below the home when the record lies elsewhere", () => {
    const stand = exportedRun();
    stand.forge((draft) => (draft.run_path = stand.run));
    expect(stand.audit().findings).toEqual([]);
    stand.forge((draft) => (draft.run_path = "runs/resume-01"));
    const copy = join(temporaryFolder(), "review-01");
    cpSync(stand.record, copy, { recursive: true });
    expect(codes(auditRecovery({ folder: copy }))).toEqual(["run_missing"]);
    expect(auditRecovery({ folder: copy, home: stand.root }).findings).toEqual([]);
  });

  test("changes nothing, neither in the run nor beside it", () => {
    const stand = continuedRun();
    const before = fingerprint(stand.root);
    stand.audit();
    expect(fingerprint(stand.root)).toBe(before);
  });

  test("an answer that the record alone tells is said to be unchecked", () => {
    const stand = continuedRun();
    const [first = "", second = ""] = ["journal.0001.jsonl", "journal.0002.jsonl"].map((path) =>
      readFileSync(join(stand.run, path), "utf8"),
    );
    const lines = second.split("\n").filter((line) => line !== "" && !line.includes('"type":"probe"'));
    const records = lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))) as Record<string, unknown>);
    stand.write("journal.0001.jsonl", first);
    stand.write("journal.0002.jsonl", segment(...records.map((record, at) => ({ ...record, seq: at + 1 }))));
    stand.refresh();
    expect(stand.audit()).toMatchObject({
      result: "pass",
      unchecked: ["the answer of the probe of step mail stands in the record alone"],
    });
  });

  test("a stranger beside the record is named", () => {
    const stand = exportedRun();
    writeFileSync(join(stand.record, "AGENTS.md"), "push");
    expect(stand.audit().unchecked).toEqual(["AGENTS.md lies beside the record and is no part of it"]);
  });
});

describe("a forged record, sealed anew by one who knows how", () => {
  const first = (draft: Forged): Forged["steps"][number] => {
    const [found] = draft.steps;
    if (found === undefined) throw new Error("the record has a step");
    return found;
  };
  const any = (draft: Forged): Record<string, unknown> => draft as unknown as Record<string, unknown>;

  test.each<[string, (draft: Forged) => void, readonly string[]]>([
    ["finished", (d) => (any(d)["status"] = "done"), ["conclusion_not_allowed"]],
    ["reviewed", (d) => (any(d)["semantic_review"] = "passed"), ["conclusion_not_allowed", "handoff_differs"]],
    ["another action", (d) => (any(d)["action"] = "export"), ["conclusion_not_allowed"]],
    ["replayed", (d) => (any(d)["export_replayed"] = true), ["conclusion_not_allowed"]],
    ["the run finished", (d) => (d.original_status = "finished"), ["nothing_to_recover", "status_contradicted"]],
    ["another decision", (d) => (d.decision = "continue"), ["decision_contradicted"]],
    ["another reason", (d) => (d.reason = "nothing_in_doubt"), ["decision_contradicted"]],
    ["a decision that is none", (d) => (any(d)["decision"] = "needs_human"), ["record_malformed"]],
    [
      "a receipt that does not exist",
      (d) => (first(d).verdict = "done"),
      ["decision_contradicted", "verdict_contradicted"],
    ],
    ["a step in doubt", (d) => (first(d).verdict = "half"), ["decision_contradicted", "verdict_contradicted"]],
    ["a step not begun", (d) => (first(d).verdict = "not_started"), ["decision_contradicted", "verdict_contradicted"]],
    ["another attempt", (d) => (first(d).attempt = 2), ["step_contradicted"]],
    ["another place", (d) => (first(d).place = "outside"), ["step_contradicted"]],
    ["another artifact", (d) => (first(d).artifact = "staging"), ["step_contradicted", "subject_contradicted"]],
    ["another digest of a subject", (d) => (first(d).subjects[0]!.sha256 = sha("x")), ["subject_contradicted"]],
    ["another size of a subject", (d) => (first(d).subjects[0]!.size = 1), ["subject_contradicted"]],
    ["no subjects", (d) => (first(d).subjects = []), ["subject_contradicted"]],
    ["a subject of its own", (d) => (first(d).subjects[0]!.path = "state.json"), ["subject_contradicted"]],
    ["a subject twice", (d) => first(d).subjects.push(first(d).subjects[0]!), ["subject_contradicted"]],
    ["progress of its own", (d) => (first(d).progress = { id: "m-1" }), ["progress_contradicted"]],
    ["a probe of its own", (d) => (first(d).probe.command = ["true"]), ["probe_contradicted"]],
    ["an answer without its time", (d) => (first(d).probe.answer = "done"), ["probe_contradicted"]],
    ["a retry", (d) => (first(d).may_retry = true), ["retry_not_allowed"]],
    ["no steps", (d) => (d.steps = []), ["decision_contradicted", "step_left_out"]],
    ["a step twice", (d) => d.steps.push(structuredClone(first(d))), ["step_twice"]],
    [
      "a step that nobody knows",
      (d) => d.steps.push(step("push", { verdict: "not_started" }) as never),
      ["step_unknown"],
    ],
    ["a step done that nobody began", (d) => d.steps.push(step("push", {}) as never), ["verdict_contradicted"]],
    ["evidence that does not exist", (d) => (d.confirmed[0]!.evidence = ["receipt.json"]), ["evidence_missing"]],
    ["a fact without evidence", (d) => (d.confirmed[0]!.evidence = []), ["fact_without_evidence"]],
    ["no facts", (d) => (d.confirmed = []), ["part_empty"]],
    ["no goal", (d) => (d.scope.goal = " "), ["part_empty", "scope_contradicted"]],
    ["no next step", (d) => (d.next_step = ""), ["part_empty"]],
    ["no stop condition", (d) => (d.stop_condition = ""), ["part_empty"]],
    ["nothing not done", (d) => (d.not_done = []), ["part_empty"]],
    ["nothing open", (d) => (d.open = []), ["part_empty"]],
    ["other inputs", (d) => (d.inputs = [{ name: "x", kind: "value", shown: "1" }]), ["inputs_contradicted"]],
    ["a wider scope", (d) => d.scope.may.push("publish"), ["scope_contradicted"]],
    ["no rule any more", (d) => (d.scope.must_not = []), ["scope_contradicted"]],
    ["an incident instead of an exercise", (d) => (d.simulated = false), ["simulation_contradicted"]],
    ["a full budget", (d) => (d.budget.left.attempts = 5), ["budget_contradicted"]],
    ["a known cost", (d) => (d.budget.spent.calls = 0), ["budget_contradicted"]],
    ["a wider limit", (d) => (d.budget.limits.attempts = 50), ["budget_contradicted"]],
    ["an input of its own", (d) => (d.unchecked_inputs = ["x"]), ["input_unknown"]],
    ["another run", (d) => (d.run = "other"), ["journal_damaged", "run_contradicted", "verdict_contradicted"]],
    ["a run that is not there", (d) => (d.run_path = "runs/other"), ["run_missing"]],
    ["another name", (d) => (d.record = "review-02"), ["record_renamed"]],
    ["a file left out", (d) => d.original_files.pop(), ["evidence_missing", "file_added"]],
    ["a file of its own", (d) => d.original_files.push({ path: "x", sha256: sha(""), size: 0 }), ["file_removed"]],
    ["a file twice", (d) => d.original_files.push(d.original_files[0]!), ["file_twice"]],
    ["a secret", (d) => d.open.push(`ghp_${"a1".repeat(18)}`), ["secret"]],
  ])("%s", (_, change, wanted) => {
    const stand = exportedRun();
    stand.forge(change);
    expect(codes(stand.audit())).toEqual(wanted);
  });

  test.each<[string, (draft: Forged) => void, readonly string[]]>([
    ["an answer that was another", (d) => (d.steps[1]!.probe.answer = "not_done"), ["verdict_contradicted"]],
    ["a step that did not happen", (d) => (d.steps[2]!.verdict = "done"), ["verdict_contradicted"]],
    ["one to come that is done", (d) => (d.steps[3]!.verdict = "done"), ["verdict_contradicted"]],
    ["one to come with files", (d) => (d.steps[3]!.subjects = d.steps[0]!.subjects), ["subject_contradicted"]],
    ["one to come that may be retried", (d) => (d.steps[3]!.may_retry = true), ["retry_not_allowed"]],
    [
      "a receipt called an artifact",
      (d) => (d.steps[0]!.verdict = "reuse"),
      ["decision_contradicted", "verdict_contradicted"],
    ],
  ])("%s (after two epochs)", (_, change, wanted) => {
    const stand = continuedRun();
    stand.forge(change);
    expect(codes(stand.audit())).toEqual(wanted);
  });
});

describe("the run after the record was made", () => {
  test.each<[string, (stand: RunStand) => void, readonly string[]]>([
    [
      "a byte more in the artifact",
      (s) => s.write("artifact/review.md", "x"),
      ["file_changed", "verdict_contradicted"],
    ],
    ["a manifest gone", (s) => rmSync(join(s.run, "artifact/manifest.json")), ["file_removed", "verdict_contradicted"]],
    ["a file added to the artifact", (s) => s.write("artifact/x", ""), ["file_added", "verdict_contradicted"]],
    ["a file added elsewhere", (s) => s.write("01-export.json", "{}"), ["file_added"]],
    [
      "a state that was improved",
      (s) => s.write("state.json", '{"run":"resume-01","status":"finished"}'),
      ["file_changed", "status_contradicted"],
    ],
    ["a link", (s) => symlinkSync("state.json", join(s.run, "link")), ["symlink"]],
    ["a link to a folder", (s) => symlinkSync("/", join(s.run, "artifact", "root")), ["symlink"]],
    [
      "no mark of a simulation",
      (s) => rmSync(join(s.run, "SIMULATION.json")),
      ["file_removed", "simulation_contradicted"],
    ],
    [
      "a receipt written afterwards",
      (s) =>
        s.write(
          "journal.0001.jsonl",
          readFileSync(join(s.run, "journal.0001.jsonl"), "utf8") +
            frame({
              seq: 4,
              at: "x",
              type: "receipt",
              key: "export",
              attempt: 1,
              subjects: s.draft.steps[0]?.subjects,
              spent: { calls: 0, cost: 0, time_ms: 0 },
            }),
        ),
      ["budget_contradicted", "file_changed", "verdict_contradicted"],
    ],
    [
      "a new epoch",
      (s) =>
        s.write(
          "journal.0002.jsonl",
          segment({ type: "open", run: "resume-01", epoch: 2, context_sha256: "", sealed: null }),
        ),
      ["context_contradicted", "file_added", "journal_seal_broken"],
    ],
    [
      "another context",
      (s) => s.write("context.json", "{}"),
      [
        "budget_contradicted",
        "context_contradicted",
        "file_changed",
        "input_unknown",
        "inputs_contradicted",
        "run_contradicted",
        "scope_contradicted",
      ],
    ],
    ["moved", (s) => renameSync(s.run, `${s.run}-old`), ["run_missing"]],
    ["a file in its place", (s) => (rmSync(s.run, { recursive: true }), writeFileSync(s.run, "")), ["run_missing"]],
    [
      "moved, with a link in its place",
      (s) => (renameSync(s.run, `${s.run}-old`), symlinkSync(`${s.run}-old`, s.run)),
      ["symlink"],
    ],
    ["a folder without files", (s) => mkdirSync(join(s.run, "empty")), []],
  ])("%s", (_, change, wanted) => {
    const stand = exportedRun();
    change(stand);
    expect(codes(stand.audit())).toEqual(wanted);
  });
});

/** The record was made of the run as it is: only what the run itself says can give it away. */
describe("a record of a run that nobody may rest on", () => {
  const journal = (stand: RunStand, ...more: readonly Record<string, unknown>[]): void => {
    const text = readFileSync(join(stand.run, "journal.0001.jsonl"), "utf8");
    const from = text.trimEnd().split("\n").length;
    stand.write(
      "journal.0001.jsonl",
      text + more.map((record, at) => frame({ seq: from + 1 + at, at: "x", ...record })).join(""),
    );
  };
  const replace = (stand: RunStand, path: string, from: string, to: string): void =>
    stand.write(path, readFileSync(join(stand.run, path), "utf8").replace(from, to));

  test.each<[string, (stand: RunStand) => void, string]>([
    ["no manifest", (s) => rmSync(join(s.run, "artifact/manifest.json")), "verdict_contradicted"],
    [
      "a manifest of another run",
      (s) => replace(s, "artifact/manifest.json", "resume-01", "resume-02"),
      "verdict_contradicted",
    ],
    [
      "a manifest of another step",
      (s) => replace(s, "artifact/manifest.json", '"export"', '"import"'),
      "verdict_contradicted",
    ],
    [
      "a manifest of another attempt",
      (s) => replace(s, "artifact/manifest.json", '"attempt":1', '"attempt":2'),
      "verdict_contradicted",
    ],
    ["a file that the manifest does not name", (s) => s.write("artifact/more.md", "x"), "verdict_contradicted"],
    ["half an artifact", (s) => s.write("artifact/review.md", "# Rev"), "verdict_contradicted"],
    ["nothing at all", (s) => rmSync(join(s.run, "artifact"), { recursive: true }), "verdict_contradicted"],
    [
      "a second step without a receipt",
      (s) => journal(s, intent("mail", { place: "outside", artifact: null })),
      "step_left_out",
    ],
    ["a receipt without an intent", (s) => journal(s, { type: "receipt", key: "x", attempt: 1 }), "journal_damaged"],
    ["a step begun twice", (s) => journal(s, intent("export")), "journal_damaged"],
    ["a segment opened twice", (s) => journal(s, { type: "open" }), "journal_damaged"],
    ["a record of no known type", (s) => journal(s, { type: "undo" }), "journal_damaged"],
    ["a number left out", (s) => journal(s, { seq: 9, type: "end", status: "interrupted" }), "journal_damaged"],
    ["a blank too much in a frame", (s) => replace(s, "journal.0001.jsonl", "v1 ", "v1  "), "journal_damaged"],
    ["a carriage return", (s) => replace(s, "journal.0001.jsonl", "\n", "\r\n"), "journal_damaged"],
    ["no journal", (s) => rmSync(join(s.run, "journal.0001.jsonl")), "journal_missing"],
  ])("%s", (_, change, wanted) => {
    const stand = exportedRun();
    change(stand);
    stand.refresh();
    expect(codes(stand.audit())).toContain(wanted);
  });

  test("what differs from the digest that was known in advance is no artifact to reuse", () => {
    const stand = exportedRun();
    const content = "another\n";
    const subject = { path: "artifact/review.md", sha256: sha(content), size: content.length };
    stand.write("artifact/review.md", content);
    stand.write(
      "artifact/manifest.json",
      JSON.stringify({
        schema_version: 1,
        run: "resume-01",
        key: "export",
        attempt: 1,
        files: [{ ...subject, path: "review.md" }],
      }),
    );
    stand.forge((draft) => (draft.steps[0]!.subjects = [subject]));
    stand.refresh();
    expect(codes(stand.audit())).toEqual(["verdict_contradicted"]);
  });

  test("an answer of not done allows a new attempt only where that was declared safe", () => {
    for (const [safe, wanted] of [
      [true, []],
      [false, ["retry_not_allowed", "verdict_contradicted"]],
    ] as const) {
      const stand = exportedRun();
      const mail = { place: "outside", artifact: null, probe: ["sent"], safe_to_retry: safe } as const;
      journal(stand, intent("mail", mail), {
        type: "probe",
        key: "mail",
        attempt: 1,
        by: "probe",
        answer: "not_done",
        detail: "",
      });
      stand.forge((draft) => {
        const probe = { command: ["sent"], by: "probe", answer: "not_done", at: "x", detail: "" } as const;
        const { attempts } = draft.budget.limits;
        draft.steps.push(
          step("mail", {
            place: "outside",
            artifact: null,
            verdict: "probed_not_done",
            probe,
            may_retry: true,
          }) as never,
        );
        draft.budget.spent.attempts = 2;
        draft.budget.at_least.attempts = 2;
        draft.budget.left.attempts = (attempts ?? 0) - 2;
      });
      stand.refresh();
      expect(codes(stand.audit())).toEqual(wanted);
    }
  });

  test("a step that state.json calls done has a receipt", () => {
    const stand = exportedRun();
    replace(stand, "state.json", '"state":"running"', '"state":"done"');
    stand.refresh();
    expect(codes(stand.audit())).toEqual(["state_contradicted"]);
  });

  test("a run that finished leaves nothing to recover", () => {
    const stand = exportedRun();
    replace(stand, "state.json", '"status":"interrupted"', '"status":"finished"');
    stand.forge((draft) => (draft.original_status = "finished"));
    stand.refresh();
    expect(codes(stand.audit())).toEqual(["nothing_to_recover"]);
  });

  test("records after the seal never count, and are told of", () => {
    const stand = continuedRun();
    const path = join(stand.run, "journal.0001.jsonl");
    const text = readFileSync(path, "utf8");
    const lines = text.trimEnd().split("\n").length;
    const late = { seq: lines + 1, at: "x", type: "receipt", key: "mail", attempt: 1, subjects: [], spent: {} };
    stand.write("journal.0001.jsonl", text + frame(late));
    stand.refresh();
    expect(codes(stand.audit())).toEqual(["journal_grew"]);
  });

  test("a sealed segment that was changed is not what was sealed", () => {
    const stand = continuedRun();
    replace(stand, "journal.0001.jsonl", "message", "massage");
    replace(stand, "journal.0001.jsonl", "table", "tabel");
    stand.refresh();
    expect(codes(stand.audit())).toContain("journal_seal_broken");
  });
});

describe("every byte of the record", () => {
  const small = (): RunStand => {
    const stand = exportedRun();
    stand.forge((draft) => {
      draft.confirmed = draft.confirmed.slice(0, 1);
    });
    expect(stand.audit().result).toBe("pass");
    return stand;
  };

  test("no truncation goes unnoticed", () => {
    const { record: folder } = small();
    const bytes = readFileSync(join(folder, "recovery.json"));
    for (let length = 0; length < bytes.length; length += 1) {
      expect([length, judgeRecord(bytes.subarray(0, length), "review-01").findings]).not.toEqual([length, []]);
    }
    const { record, digest } = readRecord(folder);
    const markdown = readFileSync(join(folder, "HANDOFF.md"));
    if (record === null) throw new Error("the record is whole");
    expect(judgeHandoff(markdown, record, digest)).toEqual([]);
    for (let length = 0; length < markdown.length; length += 1) {
      expect([length, judgeHandoff(markdown.subarray(0, length), record, digest)]).not.toEqual([length, []]);
    }
  });

  const flip = (bytes: Uint8Array, at: number, bit: number): Uint8Array => {
    const flipped = Uint8Array.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
    return flipped;
  };

  test("a cut or a flipped bit anywhere fails the audit, blanks included", () => {
    const stand = small();
    const path = join(stand.record, "recovery.json");
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 11) {
      for (const other of [flip(bytes, at, at % 8), bytes.subarray(0, at)]) {
        writeFileSync(path, other);
        expect([at, stand.audit().result]).toEqual([at, "fail"]);
      }
    }
  });

  test("no flipped bit of recovery.json leaves it well-formed, with the same digest and seal", () => {
    const stand = small();
    const bytes = readFileSync(join(stand.record, "recovery.json"));
    const whole = readRecord(stand.record);
    const unnoticed: string[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const { record, digest, findings } = judgeRecord(flip(bytes, at, bit), "review-01");
        const same = digest === whole.digest && record?.handoff_sha256 === whole.record?.handoff_sha256;
        if (findings.length === 0 && same) unnoticed.push(`byte ${at}, bit ${bit}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  test("a blank, a key in another order or a key twice is not what was written", () => {
    const stand = small();
    const path = join(stand.record, "recovery.json");
    const text = readFileSync(path, "utf8");
    for (const other of [
      text.replace(": ", ":"),
      `${text}\n`,
      text.replace('  "record": "review-01",\n', "").replace("{\n", '{\n  "record": "review-01",\n'),
      text.replace("{\n", '{\n  "status": "done",\n'),
      `\ufeff${text}`,
      text.replace("{\n", '{\n  "approved": true,\n'),
    ]) {
      expect(other).not.toBe(text);
      writeFileSync(path, other);
      expect(stand.audit().result).toBe("fail");
    }
  });

  test("HANDOFF.md says what recovery.json says", () => {
    const stand = small();
    const other = exportedRun();
    const markdown = readFileSync(join(stand.record, "HANDOFF.md"), "utf8");
    const path = join(stand.record, "recovery.json");
    const replaceBoth = (text: string): void => {
      writeFileSync(join(stand.record, "HANDOFF.md"), text);
      writeFileSync(
        path,
        readFileSync(path, "utf8").replace(/"handoff_sha256": "[^"]+"/, `"handoff_sha256": "${sha(text)}"`),
      );
    };
    replaceBoth(markdown.replace(stand.draft.next_step, "run the export again"));
    expect(codes(stand.audit())).toEqual(["handoff_differs"]);
    replaceBoth(readFileSync(join(other.record, "HANDOFF.md"), "utf8"));
    expect(codes(stand.audit())).toEqual(["record_altered"]);
    rmSync(join(stand.record, "HANDOFF.md"));
    expect(codes(stand.audit())).toEqual(["record_incomplete"]);
  });

  test.skipIf(process.platform === "win32")("neither file is reached by a link", () => {
    for (const name of ["recovery.json", "HANDOFF.md"]) {
      const stand = small();
      const path = join(stand.record, name);
      renameSync(path, join(stand.root, name));
      symlinkSync(join(stand.root, name), path);
      expect(codes(stand.audit())).toEqual(["symlink"]);
    }
  });
});
