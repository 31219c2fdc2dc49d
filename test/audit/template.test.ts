import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { auditTemplate } from "../../src/audit/audit-template.ts";
import { renderRecovery } from "../../src/render/recovery-md.ts";
import { sampleDraft } from "../runs/recovery-sample.ts";

const english = {
  "Goal and scope": "Verify the export. No new export, no publishing.",
  "Version and entry": "Branch main at 3f2c1aa, clean. Start in `runs/resume-01`.",
  "Confirmed facts": "- the run is interrupted: `runs/resume-01/state.json`\n- 12 cards\n  see artifact/review.md",
  Uncertain: "- whether the answers are right",
  "Next step": "Compare three cards with the source.",
  "Stop condition": "Stop when a file differs.",
};
const chinese = {
  当前目标与范围: "只补验证，不重新导出",
  版本与入口: "工作目录 `notes`，未建仓",
  已确认事实: "- 原状态为中断（`state.json`）",
  不确定事项: "内容是否正确",
  下一步与停止条件: "先比对三张卡片；有差异就停",
};

const write = (sections: Readonly<Record<string, string>>, mark = "##"): string =>
  `# Handoff\n\n${Object.entries(sections)
    .map(([heading, text]) => `${mark} ${heading}\n\n${text}\n`)
    .join("\n")}`;
const found = (text: string): readonly string[] => auditTemplate(text).map(({ code, path }) => `${code}: ${path}`);

describe("a hand-off with every part passes", () => {
  test.each<[string, string]>([
    ["in English", write(english)],
    ["in Chinese, two parts under one heading", write(chinese)],
    ["with deeper headings", write(english, "###")],
    ["with Windows line ends", write(english).replaceAll("\n", "\r\n")],
    ["with a part that has parts of its own", write({ ...english, Uncertain: "### What of it\n\nall of it" })],
    ["with a table of facts", write({ ...english, "Confirmed facts": "| fact | file |\n|---|---|\n| done | a.log |" })],
    ["made by the product", renderRecovery(sampleDraft, "en")],
    ["made by the product in Chinese", renderRecovery(sampleDraft, "zh")],
  ])("%s", (_, text) => {
    expect(auditTemplate(text)).toEqual([]);
  });

  test.each(["recovery-template.md", "recovery-template.zh-CN.md"])("the example in docs/%s", (name) => {
    const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
    const example = /```markdown\n([\s\S]*?)\n```/.exec(page)?.[1] ?? "";
    expect(example).toContain("# ");
    expect(auditTemplate(example)).toEqual([]);
  });
});

describe("what is missing is named", () => {
  test.each(Object.keys(english))("%s", (heading) => {
    const { [heading as keyof typeof english]: _gone, ...rest } = english;
    expect(found(write(rest))).toEqual([`part_missing: ${heading.toLowerCase()}`]);
  });

  test.each(["", "- ", "TODO", "- TBD.", "…", "<what>", "<!-- what is known\nand how -->", "待填写", "---"])(
    "%j says nothing",
    (text) => {
      expect(found(write({ ...english, "Next step": text }))).toEqual(["part_empty: next step"]);
    },
  );

  test("an empty document misses everything", () => {
    expect(found("")).toHaveLength(6);
    expect(found("# Goal, scope, version, confirmed, uncertain, next step, stop\n\ntext\n")).toHaveLength(6);
  });

  test("a heading inside a fence is none", () => {
    const { Uncertain: _gone, ...rest } = english;
    expect(found(`${write(rest)}\n\`\`\`\n## Uncertain\n\nx\n\`\`\`\n`)).toEqual(["part_missing: uncertain"]);
  });

  test.each<[string, readonly string[]]>([
    ["- tests pass", ["tests pass"]],
    ["- tests pass: `test.log`\n- it feels done", ["it feels done"]],
    ["- version 1.2 is fine", ["version 1.2 is fine"]],
    ["- 3/4 done and/or fine, e.g. most", ["3/4 done and/or fine, e.g. most"]],
    ["- listed in `out/cards`, tests/unit/ and a.md.", []],
    ["感觉已经差不多", ["感觉已经差不多"]],
    ["1. done\n2. shown by out/a.txt", ["done"]],
    ["a paragraph\nthat goes on to `a.log`\n\nanother one", ["another one"]],
    ["- run by hand\n\n  ```\n  cat out/a.txt\n  ```", []],
  ])("a fact without a file: %j", (facts, bare) => {
    const details = auditTemplate(write({ ...english, "Confirmed facts": facts })).map(({ code, detail }) => [
      code,
      detail,
    ]);
    expect(details).toEqual(bare.map((fact) => ["fact_without_evidence", `names no file that shows it: ${fact}`]));
  });
});
