import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CleanState } from "../../src/domain/clean-state.ts";
import type { Reason } from "../../src/domain/decision.ts";
import { renderBrief } from "../../src/render/brief.ts";
import { renderAudit } from "../../src/render/terminal/audit.ts";
import { renderCheck } from "../../src/render/terminal/check.ts";
import { renderDiff } from "../../src/render/terminal/diff.ts";
import { renderError } from "../../src/render/terminal/error.ts";
import { renderLog } from "../../src/render/terminal/log.ts";
import { renderPack } from "../../src/render/terminal/pack.ts";
import { colourPaint, plainPaint } from "../../src/render/terminal/paint.ts";
import { renderPickup } from "../../src/render/terminal/pickup.ts";
import { renderShow } from "../../src/render/terminal/show.ts";
import { renderStatus } from "../../src/render/terminal/status.ts";
import type { TerminalStyle } from "../../src/render/terminal/style.ts";
import { renderVerify } from "../../src/render/terminal/verify.ts";
import { displayWidth } from "../../src/render/terminal/width.ts";
import type { StatusView } from "../../src/render/views.ts";
import { en } from "../../src/render/words/en.ts";
import { zh } from "../../src/render/words/zh.ts";
import { hostileText } from "./hostile.ts";
import { bigPacket, samplePacket } from "./sample-packet.ts";

const english: TerminalStyle = { words: en, paint: plainPaint, columns: 80 };
const chinese: TerminalStyle = { words: zh, paint: plainPaint, columns: 80 };

const longPath = `src/很长的目录名/${"deep/".repeat(20)}一个很长的文件名-with-a-long-tail.ts`;

const reasons: readonly Reason[] = [
  { code: "work_tree_changed", decision: "reverify", detail: "2 files differ", paths: ["src/round.ts", longPath] },
  { code: "verification_stale", decision: "reverify", detail: "npm test ran on 333333333333, this is 222222222222" },
];

const cleanState: CleanState = {
  clean: false,
  blocking: [
    {
      code: "uncommitted_changes",
      detail: "src/round.ts is modified",
      path: "src/round.ts",
      suggestion: "commit it, or passdown note keep TEXT",
    },
    {
      code: "index_lock",
      detail: ".git/index.lock exists",
      holder: "git commit (pid 4711)",
      suggestion: "wait for it",
    },
  ],
  warnings: [{ code: "untracked_files", detail: longPath, suggestion: "leave it" }],
};

const status: StatusView = {
  decision: "reverify",
  reasons,
  packet_id: "p-0123456789abcdef",
  next_action: "Make round() half-even in src/round.ts, then run npm test and look at what the receipt says",
  branch: "feature/pay",
  topic: "T-017",
  topics: ["docs"],
  head_commit: "a".repeat(40),
  created_at: "2026-11-30T07:29:21.000Z",
  verdict: "stale",
  last_known_good_commit: "b".repeat(40),
  clean_state: cleanState,
  interrupted_runs: [{ name: "export-01", since: "2026-11-29T20:00:00.000Z" }],
  questions_for_human: [
    {
      id: "n-111111111111",
      text: "四舍五入还是银行家舍入？这会影响所有历史账单的金额，需要财务确认之后才能继续修改。",
      author: "Ann",
    },
  ],
};

const packet = {
  ...samplePacket,
  changed_files: [longPath],
  changes: [{ ...samplePacket.changes[0]!, path: longPath }],
};
const { commands, manual, verdict } = samplePacket.verification;
const brief = (language: "en" | "zh"): string =>
  renderBrief({ decision: "reverify", reasons, packet, language, pointer: "passdown show p-0123456789abcdef" });

const diff = {
  a: "p-1111111111111111",
  b: "p-2222222222222222",
  kept: [{ class: "constraints", text: "never push" }],
  new: [{ class: "changed_files", text: longPath }],
  resolved: [{ class: "failed_attempts", text: "npm test -> exit 1: boom", by: "f-7" }],
  dropped: [
    {
      class: "questions_for_human",
      text: "这个问题没有人回答，也没有出现在下一个交接包里，所以必须在这里显眼地列出来。",
    },
  ],
} as const;

/** Every view with data that is wide, long and foreign. */
const views: readonly (readonly [name: string, render: (style: TerminalStyle) => string])[] = [
  ["status", (style) => renderStatus(status, style)],
  [
    "pickup",
    (style) =>
      renderPickup(
        { decision: "reverify", reasons, packet_id: "p-0123456789abcdef", brief: brief(style.words.language) },
        style,
      ),
  ],
  ["check", (style) => renderCheck(cleanState, style)],
  [
    "verify",
    (style) =>
      renderVerify(
        {
          verdict,
          commands,
          manual,
          last_known_good_commit: "b".repeat(40),
          last_known_good_tree: "c".repeat(40),
          report: "home:verification/T-017.json",
        },
        style,
      ),
  ],
  [
    "log",
    (style) =>
      renderLog(
        {
          packets: [
            {
              packet_id: "p-0123456789abcdef",
              branch: "feature/a-very-long-branch-name-with-words",
              topic: "支付模块的舍入问题修复",
              status: "active",
              superseded_by: null,
              created_at: "2026-11-30T07:29:21.000Z",
            },
            {
              packet_id: "p-fedcba9876543210",
              branch: null,
              topic: "main",
              status: "superseded",
              superseded_by: "p-0123456789abcdef",
              created_at: null,
            },
          ],
        },
        style,
      ),
  ],
  ["diff", (style) => renderDiff(diff, style)],
  ["show", (style) => renderShow(packet, style)],
  ["show of a big packet", (style) => renderShow(bigPacket, style)],
  [
    "pack",
    (style) =>
      renderPack(
        {
          result: "published",
          packet_id: "p-0123456789abcdef",
          path: `/home/ann/${longPath}`,
          superseded: "p-fedcba9876543210",
          clean_state: { clean: true, blocking: [], warnings: cleanState.warnings },
          reasons: [],
        },
        style,
      ),
  ],
  [
    "refused pack",
    (style) =>
      renderPack(
        {
          result: "refused",
          packet_id: null,
          path: null,
          superseded: null,
          clean_state: cleanState,
          reasons: [{ code: "next_action_missing", detail: "no source names a next action", suggestion: "say it" }],
        },
        style,
      ),
  ],
  [
    "audit",
    (style) =>
      renderAudit(
        {
          result: "fail",
          findings: [{ code: "digest_differs", detail: "the digest is not that of the content" }],
        },
        style,
      ),
  ],
  [
    "error",
    (style) =>
      renderError(
        {
          kind: "environment",
          code: "home_not_writable",
          message: `cannot write ${longPath}`,
          hint: "set PASSDOWN_HOME to a folder that you may write",
        },
        style,
      ),
  ],
];

describe("terminal views", () => {
  test.each(views)("%s stays within 80 columns in both languages", (_, render) => {
    for (const style of [english, chinese]) {
      const wide = render(style)
        .split("\n")
        .filter((line) => displayWidth(line) > 80);
      expect(wide).toEqual([]);
    }
  });

  test.each(views)("%s says with colour exactly what it says without", (_, render) => {
    for (const style of [english, chinese]) {
      const coloured = render({ ...style, paint: colourPaint });
      expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(render(style));
    }
  });

  test.each(views)("%s leaves no label in English where there is a Chinese one", (_, render) => {
    const labels = new Set(Object.values(en.terminal).filter((text) => /^[a-z ]{4,}$/.test(text)));
    const first = render(chinese)
      .split("\n")
      .map((line) => line.trim().split(/\s{2,}/)[0] ?? "");
    expect(first.filter((label) => labels.has(label))).toEqual([]);
  });

  test("status is one screen", () => {
    const text = renderStatus(status, english);
    expect(text.split("\n").length).toBeLessThanOrEqual(24);
    expect(text).toMatchInlineSnapshot(`
      "feature/pay · topic T-017 · aaaaaaaaaaaa

        decision         ! reverify — something moved; check it again before you go on
        packet           p-0123456789abcdef, 2026-11-30 07:29Z
        next             Make round() half-even in src/round.ts, then run npm test and
                         look at what the receipt says
        verdict          ! stale
        last known good  bbbbbbbbbbbb
        clean            ✗ 2 blocking, 1 warning
        runs             ! export-01 2026-11-29 20:00Z
        questions        1 waiting for a human
        other topics     docs
          ? 四舍五入还是银行家舍入？这会影响所有历史账单的金额，需要财务确认之后才能继
            续修改。 n-111111111111

        ! Uncommitted files have other content than in the packet. [work_tree_changed]
          2 files differ: src/round.ts, src/很长的目录名
          /deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/
          deep/deep/deep/deep/deep/一个很长的文件名-with-a-long-tail.ts
          → read the files named, run \`passdown verify --run\`, and go on from what is
          there now.
        ! The verification belongs to another tree. [verification_stale]
          npm test ran on 333333333333, this is 222222222222
          → run \`passdown verify --run\`."
    `);
  });

  test("status in Chinese", () => {
    expect(renderStatus({ ...status, reasons: [] }, chinese)).toMatchInlineSnapshot(`
      "feature/pay · 主题 T-017 · aaaaaaaaaaaa

        判定          ! reverify（重新核验）——现场有变动，先核验再继续
        交接包        p-0123456789abcdef，2026-11-30 07:29Z
        下一步        Make round() half-even in src/round.ts, then run npm test and
                      look at what the receipt says
        裁决          ! 已过期
        最近确认良好  bbbbbbbbbbbb
        干净状态      ✗ 2 项阻断，1 条警告
        运行          ! export-01 2026-11-29 20:00Z
        问题          1 个等待人工回答
        其他主题      docs
          ? 四舍五入还是银行家舍入？这会影响所有历史账单的金额，需要财务确认之后才能继
            续修改。 n-111111111111"
    `);
  });

  test("status before the first packet", () => {
    const empty: StatusView = {
      ...status,
      decision: "needs_human",
      reasons: [],
      packet_id: null,
      next_action: null,
      branch: null,
      topics: [],
      head_commit: null,
      created_at: null,
      verdict: "absent",
      last_known_good_commit: null,
      clean_state: { clean: true, blocking: [], warnings: [] },
      interrupted_runs: [],
      questions_for_human: [],
    };
    expect(renderStatus(empty, english)).toMatchInlineSnapshot(`
      "(no branch) · topic T-017

        decision         ? needs_human — a human has to decide something before you go
                         on
        packet           none yet: \`passdown pack\` makes the first
        next             none: \`passdown note next TEXT\` names one
        verdict          – none known
        last known good  none
        clean            ✓ clean
        runs             none interrupted
        questions        none waiting"
    `);
  });

  test("check names what, where, who holds it, and a way out", () => {
    expect(renderCheck({ ...cleanState, warnings: [] }, english)).toMatchInlineSnapshot(`
      "✗ Not clean: 2 things keep this session from ending here.
        ✗ Uncommitted changes, neither committed nor kept. [uncommitted_changes]
          src/round.ts is modified
          → commit it, or passdown note keep TEXT
        ✗ The index is locked. [index_lock]
          .git/index.lock exists, held by git commit (pid 4711)
          → wait for it"
    `);
    expect(renderCheck({ clean: true, blocking: [], warnings: [] }, chinese)).toMatchInlineSnapshot(
      `"✓ 干净：会话可以在这里结束。"`,
    );
  });

  test("verify shows what each verdict rests on", () => {
    const view = {
      verdict,
      commands: commands.slice(0, 1),
      manual: [],
      last_known_good_commit: null,
      last_known_good_tree: null,
      report: null,
    };
    expect(renderVerify(view, english)).toMatchInlineSnapshot(`
      "✗ failed: 1 of 1 acceptance command fails on this tree
        ✗ failed npm test
          exit 1, tree 222222222222, 2026-11-30T07:29:21.000Z, 1 failed, 41 passed,
          exit 1 on this tree, declared in passdown.config.json

        last known good  none"
    `);
  });

  test("log is a table, with the branch giving way to the width", () => {
    expect(views.find(([name]) => name === "log")?.[1](english)).toMatchInlineSnapshot(`
      "packet              status        branch         topic         created
      p-0123456789abcdef  ● active      feature/a-ve…  支付模块的…   2026-11-30 07:29Z
      p-fedcba9876543210  ○ superseded  (no branch)    main"
    `);
    expect(renderLog({ packets: [] }, chinese)).toMatchInlineSnapshot(
      `"还没有交接包：用 \`passdown pack\` 生成第一个。"`,
    );
  });

  test("diff begins with what the hop lost", () => {
    expect(renderDiff({ ...diff, new: [] }, english)).toMatchInlineSnapshot(`
      "p-1111111111111111 → p-2222222222222222

      Dropped, and nothing resolved it (1)
        - question: 这个问题没有人回答，也没有出现在下一个交接包里，所以必须在这里显眼
          地列出来。

      Resolved (1)
        ✓ failed attempt: npm test -> exit 1: boom (f-7)

      Kept (1)
        = constraint: never push"
    `);
    expect(renderDiff({ ...diff, new: [], resolved: [], dropped: [] }, english)).toMatchInlineSnapshot(`
      "p-1111111111111111 → p-2222222222222222
      No difference: 1 fact in both."
    `);
  });

  test("a refused pack names every obstacle once", () => {
    const view = {
      result: "refused",
      packet_id: null,
      path: null,
      superseded: null,
      clean_state: { ...cleanState, warnings: [] },
    } as const;
    const text = renderPack(
      {
        ...view,
        reasons: [
          { code: "uncommitted_changes", detail: "src/round.ts", suggestion: "say it" },
          { code: "next_action_missing", detail: "no source names a next action", suggestion: "say it" },
        ],
      },
      english,
    );
    expect(text.match(/\[uncommitted_changes\]/g)).toHaveLength(1);
    expect(text).toContain("✗ no source names a next action [next_action_missing]");
  });

  test("an unchanged pack, a passed audit and an error are one or two lines", () => {
    expect(
      renderPack(
        {
          result: "unchanged",
          packet_id: "p-0123456789abcdef",
          path: null,
          superseded: null,
          clean_state: { clean: true, blocking: [], warnings: [] },
          reasons: [],
        },
        english,
      ),
    ).toMatchInlineSnapshot(`
      "✓ Unchanged: p-0123456789abcdef says it all already
        clean  ✓ clean"
    `);
    expect(renderAudit({ result: "pass", findings: [] }, english)).toBe("✓ The audit found nothing wrong.");
    expect(
      renderError(
        { kind: "usage", code: "usage", message: "no such command: pak", hint: "see passdown --help" },
        english,
      ),
    ).toMatchInlineSnapshot(`
      "passdown: no such command: pak
        → see passdown --help"
    `);
    expect(
      renderError(
        { kind: "usage", code: "usage", message: "no such command: pak", hint: "see passdown --help" },
        chinese,
      ),
    ).toMatchInlineSnapshot(`
      "passdown: 用法有误：no such command: pak
        → see passdown --help"
    `);
  });

  test("text of others obeys nothing, breaks no line and starts none", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (one, two) => {
        const text = renderStatus(
          {
            ...status,
            branch: one,
            topic: two,
            next_action: one,
            topics: [two],
            questions_for_human: [{ id: one, text: two, author: one }],
            reasons: [{ code: "wrong_branch", decision: "stop", detail: two, paths: [one] }],
          },
          english,
        );
        expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_C}/u);
        expect(text.split("\n").filter((line, index) => index > 0 && /^\S/.test(line))).toEqual([]);
        expect(text.split("\n").filter((line) => displayWidth(line) > 80)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
