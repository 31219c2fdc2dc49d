import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftDigest } from "../../src/domain/runs/recovery-file.ts";
import type { RecoveryDraft } from "../../src/domain/runs/recovery-record.ts";
import { renderRecovery } from "../../src/render/recovery-md.ts";
import { en } from "../../src/render/words/en.ts";
import { zh } from "../../src/render/words/zh.ts";
import { hostileText } from "../render/hostile.ts";
import { readBullets, readHandoff, readQuote, readText } from "../render/read-handoff.ts";
import { sampleDraft } from "./recovery-sample.ts";

const sectionOf = (draft: RecoveryDraft, title: string): readonly string[] =>
  readHandoff(renderRecovery(draft, "en")).sections.get(title) ?? [];

const titles = ({ recovery }: typeof en): readonly string[] => [
  recovery.scope,
  recovery.entry,
  recovery.confirmed,
  recovery.steps,
  recovery.notDone,
  recovery.open,
  recovery.nextStep,
  recovery.stop,
  recovery.budget,
  recovery.files,
  recovery.next,
];

describe("HANDOFF.md of a recovery record", () => {
  test("says first what it is and what it is not", () => {
    expect(renderRecovery(sampleDraft, "en").split("\n").slice(0, 10).join("\n")).toMatchInlineSnapshot(`
      "# Recovery record \`review-01\` of the run \`resume-01\`

      - **A new judgement. The old record was not changed and stays what it is**
      - **Status**: \`needs_review\`
      - **Original status**: \`interrupted\`
      - **Export replayed**: no, nothing was executed again (\`export_replayed: false\`)
      - **Semantic review**: \`pending\`: files were compared, nobody has read what they say
      - **Decision**: \`reuse_existing_artifact\` (\`artifact_verified\`)
      - **Simulated**: yes, this run was built for teaching (\`SIMULATION.json\`); it is no real incident
      "
    `);
    expect(renderRecovery({ ...sampleDraft, simulated: false }, "en")).not.toContain("Simulated");
  });

  test("says it in Chinese too", () => {
    expect(renderRecovery(sampleDraft, "zh").split("\n").slice(0, 6).join("\n")).toMatchInlineSnapshot(`
      "# 运行 \`resume-01\` 的接手记录 \`review-01\`

      - **这是一份新的判断。旧记录未被改动，保持原样**
      - **状态**：\`needs_review\`
      - **原状态**：\`interrupted\`
      - **是否重放导出**：否，没有再次执行任何动作（\`export_replayed: false\`）"
    `);
  });

  test("has every part of the template, in both languages", () => {
    expect([...readHandoff(renderRecovery(sampleDraft, "en")).sections.keys()]).toEqual(titles(en));
    expect([...readHandoff(renderRecovery(sampleDraft, "zh")).sections.keys()]).toEqual(titles(zh));
  });

  test("shows each fact with the file that bears it out", () => {
    expect(readBullets(sectionOf(sampleDraft, "Confirmed facts"))).toEqual([
      "the run says of itself: interrupted (evidence: `state.json`)",
      "step export: the artifact is complete and verified (evidence: `artifact/review.md`)",
    ]);
  });

  test("what is unknown of the budget stays unknown", () => {
    expect(readBullets(sectionOf(sampleDraft, "Budget left"))).toEqual([
      "attempts: limit 3, spent 1, left 2",
      "calls: limit 10, spent unknown (at least 4), left unknown",
      "cost: limit none set, spent unknown (at least 0), left not limited",
      "time in ms: limit none set, spent unknown (at least 0), left not limited",
    ]);
  });

  test("names what was known of a step before it was cut off, and what a probe said", () => {
    const [step] = sampleDraft.steps;
    if (step === undefined) throw new Error("the sample has a step");
    const probe = {
      command: ["curl", "-s", "x"],
      by: "probe",
      answer: "done",
      at: "2026-10-05T08:00:00.000Z",
      detail: "seen",
    } as const;
    const probed = { ...step, verdict: "probed_done", probe, progress: { id: "m-7" } } as const;
    const [line] = readBullets(sectionOf({ ...sampleDraft, steps: [probed] }, "Steps"));
    expect(readText(line ?? "")).toBe(
      "export (attempt 1): probed_done: the artifact is complete and verified, its receipt is missing. artifact: artifact. " +
        "known: id=m-7. Read-only probe: curl -s x. probe answered done: seen (2026-10-05T08:00:00.000Z)",
    );
  });

  test("names the digest that binds recovery.json to it", () => {
    expect(renderRecovery(sampleDraft, "en")).toContain(draftDigest(sampleDraft));
  });

  test.each(["en", "zh"] as const)("ends with a prompt that has the real paths (%s)", (language) => {
    const draft = { ...sampleDraft, record: "r-7", run_path: "/var/lib/runs/a b" };
    const sections = [...readHandoff(renderRecovery(draft, language)).sections.values()];
    const text = (sections.at(-1) ?? []).join("\n");
    for (const path of [
      "`recovery-records/r-7/HANDOFF.md`",
      "`recovery-records/r-7/recovery.json`",
      "`passdown audit recovery-records/r-7`",
      "`/var/lib/runs/a b`",
      "`/var/lib/runs/a b/context.json`",
      "`AGENTS.md`",
    ]) {
      expect(text).toContain(path);
    }
  });

  test("a goal of several lines is quoted line by line", () => {
    const draft = { ...sampleDraft, scope: { ...sampleDraft.scope, goal: "one\n\n## two" } };
    expect(readQuote(sectionOf(draft, "Goal and scope"))).toEqual(["one", "", "## two"]);
  });
});

/** The sample with hostile text wherever text of others can stand. */
const hostileDraft: fc.Arbitrary<RecoveryDraft> = fc
  .array(hostileText, { minLength: 12, maxLength: 30 })
  .map((texts): RecoveryDraft => {
    let at = 0;
    const next = (): string => texts[(at += 1) % texts.length] ?? "";
    const many = (): readonly string[] => [next(), next(), next()];
    const files = Array.from({ length: texts.length % 2 === 0 ? 3 : 25 }, () => ({
      path: next(),
      sha256: next(),
      size: 1,
    }));
    return {
      ...sampleDraft,
      record: next(),
      run: next(),
      run_path: next(),
      recorded_at: next(),
      original_files: files,
      steps: sampleDraft.steps.map((step) => ({
        ...step,
        key: next(),
        detail: next(),
        artifact: next(),
        progress: { [next()]: next() },
        probe: { command: many(), by: "probe", answer: "done", at: next(), detail: next() },
      })),
      confirmed: [
        { text: next(), evidence: many() },
        { text: next(), evidence: [] },
      ],
      not_done: many(),
      open: many(),
      next_step: next(),
      stop_condition: next(),
      scope: { goal: next(), may: many(), must_not: many(), base: next() },
      unchecked_inputs: many(),
    };
  });

describe("whatever the texts of others", () => {
  test("no part is forged, closed or left out, and every line is one that the form has", () => {
    fc.assert(
      fc.property(hostileDraft, fc.constantFrom("en" as const, "zh" as const), (draft, language) => {
        const { sections } = readHandoff(renderRecovery(draft, language));
        expect([...sections.keys()]).toEqual(titles(language === "en" ? en : zh));
        expect(sections.get(language === "en" ? en.recovery.files : zh.recovery.files)).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("what a session is told holds nothing of them but paths, each in one line", () => {
    const clean = [...readHandoff(renderRecovery(sampleDraft, "en")).sections.values()].at(-1)?.length;
    fc.assert(
      fc.property(hostileDraft, (draft) => {
        const told = [...readHandoff(renderRecovery(draft, "en")).sections.values()].at(-1) ?? [];
        expect(told).toHaveLength(clean ?? 0);
        const other = { ...draft, record: sampleDraft.record, run_path: sampleDraft.run_path };
        const same = [...readHandoff(renderRecovery(other, "en")).sections.values()].at(-1);
        expect(same?.join("\n")).toBe(
          [...readHandoff(renderRecovery(sampleDraft, "en")).sections.values()].at(-1)?.join("\n"),
        );
      }),
      { numRuns: 100 },
    );
  });
});
