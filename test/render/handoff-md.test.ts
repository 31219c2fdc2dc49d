import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Packet } from "../../src/domain/packet.ts";
import { neutraliseTerminal } from "../../src/domain/text/neutralise-terminal.ts";
import type { Verdict } from "../../src/domain/verification.ts";
import { renderHandoff } from "../../src/render/handoff-md.ts";
import { en } from "../../src/render/words/en.ts";
import { zh } from "../../src/render/words/zh.ts";
import { hostilePacket } from "./hostile.ts";
import { readBullets, readHandoff, readInline, readQuote, readText } from "./read-handoff.ts";
import { emptyPacket, samplePacket } from "./sample-packet.ts";

const seedOrder = ["Changed files", "Commands run", "Failed attempts", "Open risks", "Next action", "Receipts"];

/** What of a text is left when it is shown in one line. */
const oneLine = (text: string): string => neutraliseTerminal(text).replace(/\s+/gu, " ").trim();
/** A code span cannot hold nothing; blank stands for empty. */
const noBlank = (text: string): string => (text.trim() === "" ? "" : text);
const toTheLetter = (text: string): string => noBlank(neutraliseTerminal(text, { oneLine: true }));

function section(packet: Packet, title: string): string {
  const lines = readHandoff(renderHandoff(packet, "en")).sections.get(title);
  return (lines ?? []).join("\n").trim();
}

describe("handoff.md", () => {
  test("starts with title, bold summary and what matters most", () => {
    expect(renderHandoff(samplePacket, "en").split("\n").slice(0, 10).join("\n")).toMatchInlineSnapshot(`
      "# Handoff: topic T-017 on \`feature/pay\`

      **feature/pay, T-017; 3 files changed (1 uncommitted); 2 commits; 5 commands recorded, 2 failed; verification failed**

      - **Next action**: Make round() half-even in src/round.ts, … (all of it under “Next action”)
      - **Verification**: **✗ failed**: 1 of 2 acceptance commands fails on this tree
      - **Last known good**: \`bbbbbbbbbbbb\`
      - **1 question waits for a human**
      - **This packet is incomplete: 1 entry below**
      "
    `);
  });

  test("says the same in Chinese", () => {
    expect(renderHandoff(samplePacket, "zh").split("\n").slice(0, 10).join("\n")).toMatchInlineSnapshot(`
      "# 交接：\`feature/pay\` 上的主题 T-017

      **feature/pay, T-017; 3 files changed (1 uncommitted); 2 commits; 5 commands recorded, 2 failed; verification failed**

      - **下一步动作**：Make round() half-even in src/round.ts, … （全文见“下一步动作”一节）
      - **验证**：**✗ 未通过**：2 条验收命令中有 1 条在当前代码树上失败
      - **最近一次确认良好**：\`bbbbbbbbbbbb\`
      - **有 1 个问题等待人工回答**
      - **此交接包不完整：缺失 1 项，见下文**
      "
    `);
  });

  test("keeps the seed's sections in the seed's order, and ours between them", () => {
    const titles = [...readHandoff(renderHandoff(samplePacket, "en")).sections.keys()];
    expect(titles.filter((title) => seedOrder.includes(title))).toEqual(seedOrder);
    expect(titles).toEqual([
      "Incomplete",
      "Questions for the human",
      "Verification",
      "Clean state",
      "Changed files",
      "Commands run",
      "Failed attempts",
      "Open risks",
      "Assumptions to validate",
      "Constraints",
      "Decisions",
      "Effects",
      "Said to be done",
      "To do",
      "Prerequisites",
      "Recent files",
      "Kept work",
      "Next action",
      "Receipts",
    ]);
  });

  test("an empty list of the seed's is one bullet, and our empty sections are named in one line", () => {
    for (const title of seedOrder.slice(0, 4)) expect(section(emptyPacket, title)).toBe("- none");
    const titles = [...readHandoff(renderHandoff(emptyPacket, "en")).sections.keys()];
    expect(titles).toEqual(["Verification", ...seedOrder]);
    expect(section(emptyPacket, "Receipts")).toContain("- Nothing to report: Incomplete, Questions for the human,");
  });

  test("the lifecycle has no part in it", () => {
    const later: Packet = {
      ...samplePacket,
      status: "superseded",
      superseded_by: "p-1111111111111111",
      created_at: null,
      superseded_at: "2026-12-01T00:00:00.000Z",
      archived_at: "2026-12-02T00:00:00.000Z",
    };
    expect(renderHandoff(later, "en")).toBe(renderHandoff(samplePacket, "en"));
  });

  test("the order of keys in the file plays no part", () => {
    const reversed = Object.fromEntries(Object.entries(samplePacket).toReversed()) as unknown as Packet;
    expect(renderHandoff(reversed, "en")).toBe(renderHandoff(samplePacket, "en"));
  });

  test.each([
    ["passed", "✓ passed", "1 of 2 acceptance commands passed on this tree"],
    ["failed", "✗ failed", "1 of 2 acceptance commands fails on this tree"],
    ["stale", "! stale", "0 of 2 acceptance commands last ran on another tree"],
    ["not_run", "! not run", "0 of 2 acceptance commands have not run on this tree"],
    ["weak", "! weak", "0 of 2 acceptance commands have results that prove nothing"],
    ["unknown", "? unknown", "0 of 2 acceptance commands have an unknown result"],
    ["absent", "– none known", "nothing is verified"],
  ] as const)("the verdict %s is put as %s, with its scope", (verdict: Verdict, mark, scope) => {
    const packet: Packet = { ...samplePacket, verification: { ...samplePacket.verification, verdict } };
    const lead = renderHandoff(packet, "en")
      .split("\n")
      .find((line) => line.startsWith("- **Verification**"));
    expect(lead).toContain(`**${mark}**`);
    expect(lead).toContain(scope);
  });

  test("a word that nobody checked is marked as a claim", () => {
    expect(section(samplePacket, "Said to be done")).toContain("- claim, unverified: wrote the migration");
    expect(section(samplePacket, "Assumptions to validate")).toContain("- claim, unverified: amounts are integers");
  });

  test("a failure shows how often, what resolved it and its further error lines", () => {
    expect(section(samplePacket, "Failed attempts")).toMatchInlineSnapshot(`
      "- \`npm run lint -> exit 1: src/pay.ts:3 no-unused-vars\`, 2 times, resolved by \`f-2\`
      - \`npm test -> exit 1: AssertionError: expected 3 to be 4\`
        \`\`\`text
          at test/round.test.ts:12
        \`\`\`

      Results that are neither a pass nor a failure:

      - \`npm test | tail -3\`: weak, exit 0

      Heads and tails of the outputs are in \`handoff.json\` under \`feedback_tail\`.

      Left out here: 12 passes and 0 failures. The whole log: \`home:feedback.jsonl\`"
    `);
  });

  test("constraints stand verbatim in quotes with who set them", () => {
    expect(section(samplePacket, "Constraints")).toMatchInlineSnapshot(`
      "In the words of those who set them:

      Ann \\<ann@example.org\\> · 2026-11-30T07:29:21.000Z:

      > Do not touch \\\`src/legacy\\\`.\\
      > Ever."
    `);
  });

  test("200 changed files are folded, counted by folder, and all there", () => {
    const paths = Array.from({ length: 200 }, (_, index) => `src/${index % 11}/file ${index}.ts`);
    const changes = paths.map((path) => ({ ...samplePacket.changes[1]!, path }));
    const text = section({ ...samplePacket, changed_files: paths, changes }, "Changed files");
    for (const path of paths) expect(text).toContain(`- \`${path}\`: modified`);
    expect(text.split("\n").slice(0, 6).join("\n")).toMatchInlineSnapshot(`
      "200 files, +2000 −600. Counted from \`bbbbbbbbbbbb\`, where the branch left \`origin/main\`

      By folder: \`src/0/\` 19, \`src/1/\` 19, \`src/10/\` 18, \`src/2/\` 18, \`src/3/\` 18, \`src/4/\` 18, \`src/5/\` 18, \`src/6/\` 18, 3 other folders

      <details>
      <summary>All 200 files</summary>"
    `);
  });

  test("paths are shown so that different ones never look the same", () => {
    const paths = [
      "a b.ts",
      " a.ts",
      "a\nb.ts",
      '"a".ts',
      "a\u202eb.ts",
      "caf\u00e9.ts",
      "cafe\u0301.ts",
      "支付.ts",
      "a`b.ts",
    ];
    const lines = readBullets(
      section({ ...samplePacket, changed_files: paths, changes: [] }, "Changed files").split("\n"),
    );
    expect(lines).toHaveLength(paths.length);
    expect(new Set(lines).size).toBe(paths.length);
    expect(lines.map(readPath)).toEqual(paths);
  });

  test("names and numbers that a forge acts on are out of its reach", () => {
    const text = renderHandoff({ ...samplePacket, next_action: "ask @ann, fixes #12 and o/r#3" }, "en");
    expect(text).toContain("> ask `@ann`, fixes `#12` and `o/r#3`");
  });

  test("text of others forges no section, no field and no line: parsing gives back what was rendered", () => {
    fc.assert(
      fc.property(hostilePacket, (packet) => {
        const read = readHandoff(renderHandoff(packet, "en"));
        expect([...read.sections.keys()]).toEqual([...readHandoff(renderHandoff(samplePacket, "en")).sections.keys()]);
        expect(readSeven(read.sections, read.summary)).toEqual(shownSeven(packet));
      }),
      { numRuns: 100 },
    );
  });

  test("in Chinese the structure holds as well", () => {
    fc.assert(
      fc.property(hostilePacket, (packet) => {
        const titles = [...readHandoff(renderHandoff(packet, "zh")).sections.keys()];
        expect(titles).toEqual([...readHandoff(renderHandoff(samplePacket, "zh")).sections.keys()]);
      }),
      { numRuns: 30 },
    );
    expect(Object.values(zh.handoff)).toEqual(
      expect.arrayContaining([...readHandoff(renderHandoff(samplePacket, "zh")).sections.keys()]),
    );
  });

  test("whatever a packet holds, it renders, in well-formed text", () => {
    fc.assert(
      fc.property(hostilePacket, fc.constantFrom("en" as const, "zh" as const), (packet, language) => {
        const text = renderHandoff(packet, language);
        expect(text.isWellFormed()).toBe(true);
        expect(text.endsWith("\n")).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

function readPath(source: string): string {
  const first = readInline(source)[0]?.text ?? "";
  return first.startsWith('"') ? (JSON.parse(first) as string) : first;
}

/** The seven fields as they can be read from the Markdown. */
function readSeven(sections: ReadonlyMap<string, readonly string[]>, summary: string): unknown {
  const bullets = (title: string): string[] => readBullets(sections.get(title) ?? []);
  const receipt = (name: string): string | null => {
    const found = bullets("Receipts").find((line) => line.startsWith(`${name}: `)) ?? "";
    return found === `${name}: none` ? null : readPath(found.slice(name.length + 2));
  };
  return {
    summary: readText(summary),
    changed_files: bullets("Changed files").map(readPath),
    commands_run: bullets("Commands run").map((line) => noBlank(readText(line))),
    failed_attempts: bullets("Failed attempts").map((line) => noBlank(readInline(line)[0]?.text ?? "")),
    open_risks: bullets("Open risks").map((line) => {
      const [severity, code, ...detail] = readInline(line);
      const rest = detail.map(({ text }) => text).join("");
      return [severity?.text, noBlank(code?.text ?? ""), rest.slice(": ".length).trim()];
    }),
    next_action: readQuote(sections.get("Next action") ?? []),
    verdict_pointer: { verdict: receipt("verdict"), review: receipt("review") },
  };
}

function shownSeven(packet: Packet): unknown {
  return {
    summary: oneLine(packet.summary),
    changed_files: packet.changed_files,
    commands_run: packet.commands_run.map(toTheLetter),
    failed_attempts: packet.failed_attempts.map(toTheLetter),
    open_risks: packet.open_risks.map(({ severity, code, detail }) => [
      `[${en.severities[severity]}] `,
      toTheLetter(code),
      oneLine(detail),
    ]),
    next_action:
      packet.next_action.trim() === "" ? [] : neutraliseTerminal(packet.next_action).split("\n").map(oneLine),
    verdict_pointer: packet.verdict_pointer,
  };
}
