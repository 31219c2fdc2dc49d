import { describe, expect, test } from "vitest";
import { findConstraints } from "../../src/domain/session/find-constraints.ts";

test.each<[string, readonly string[]]>([
  ["Fix the bug. Never touch a.txt.", ["Never touch a.txt."]],
  ["don't use moment; use date-fns", ["don't use moment; use date-fns"]],
  ["1. You must keep the API.\n2. Then ship it.", ["You must keep the API."]],
  [
    "\u4e0d\u8981\u6539\u914d\u7f6e\u6587\u4ef6\u3002\u7136\u540e\u63d0\u4ea4\u3002",
    ["\u4e0d\u8981\u6539\u914d\u7f6e\u6587\u4ef6\u3002"],
  ],
  ["Why must it be so?", []],
  ["Do it like this:\n```\nconst never = always;\n```\nThanks!", []],
  ["48 -        // BUG: innerHtml must be innerHTML!", []],
  ["+ if (only) { return always; }", []],
  ["A log:\n```\nline\nYou must always use tabs.", ["You must always use tabs."]],
  ["Hello there.", []],
  ["Never do it. Never do it.", ["Never do it."]],
  ["If it fails silently, do not print anything.", ["If it fails silently, do not print anything."]],
  ["We explicitly don\u2019t want tests by hand.", ["We explicitly don\u2019t want tests by hand."]],
  ["The public API is off-limits.", ["The public API is off-limits."]],
])("%s", (prompt, sentences) => {
  expect(findConstraints(prompt)).toEqual(sentences);
});

test("a prompt of a million characters without an end costs no time", () => {
  const begun = performance.now();
  findConstraints(`${"never ".repeat(200_000)}`);
  findConstraints("a".repeat(1_000_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});

describe("sentences that say how to work", () => {
  test.each([
    "When you commit, always sign off the commit.",
    "Where a test exists, keep it green.",
    "When writing docs, use British spelling.",
    "If you add a dependency, you must say why.",
    "When in doubt, never guess the schema.",
    "And when you rename a file, don't lose its history.",
    "Wherever you touch the parser, make sure the fuzzer still passes.",
    "When you are done, please don't push.",
    "Where possible, prefer the standard library.",
    "However you solve it, the public API must stay the same.",
    "When a check fails, do not delete the test.",
    "If the build breaks, don't force it through.",
    "Where there is no type, you should not invent one.",
    "提交信息用英文。",
    "注释要用中文。",
    "用 pnpm，别的包管理器一律不装。",
    "把日志都改成英文。",
    "缩进改成两个空格。",
    "测试统一用 vitest。",
    "请用中文回答。",
    "变量名改为驼峰式。",
    "配置都放在 config 目录里。",
    "数据库改用 Postgres。",
    "文档尽量用简短的句子。",
    "换成异步接口。",
    "分支名用小写。",
    "用英文。",
    "错误信息一律写成英文。",
  ])("%s", (sentence) => {
    expect(findConstraints(sentence)).toEqual([sentence]);
  });

  test.each([
    "When did you commit it, and why",
    "Where is the parser, by the way",
    "How do I use this, please",
    "When I ran it, the test failed.",
    "When you commit, the hook runs.",
    "Where the file was, there is nothing now.",
    "How it works, I do not know yet",
    "If the test fails, the build stops.",
    "If you look at line 12, you see the reason.",
    "When the server starts, it reads the configuration.",
    "When should we use it, and when not",
    "Whoever wrote this, it works well.",
    "The parser reads one line at a time.",
    "Please fix the failing test in src/a.ts.",
    "我们现在用的是 Postgres。",
    "用户登录后会看到首页。",
    "这个函数用来解析配置。",
    "之前改成了异步。",
    "你用什么工具",
    "它使用了缓存。",
    "测试用例在 test 目录里。",
    "这个接口已经改为异步。",
    "服务正在使用这个端口。",
    "费用比上月高。",
    "用法见 README。",
    "我用 npm test 跑了一遍。",
    "作用域有问题。",
    "有用的信息都在日志里。",
    "这个项目用 pnpm。",
    "他们都用 vim。",
    "构建需要使用网络。",
    "修复这个错误。",
    "内存使用量太高。",
  ])("not: %s", (sentence) => {
    expect(findConstraints(sentence)).toEqual([]);
  });
});
