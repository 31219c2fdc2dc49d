import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeStand, type Stand } from "./stand.ts";

interface Call {
  readonly line: string;
  readonly output: string;
}

/** The commands of a page's console blocks, with what stands below each. */
function callsOf(page: string): readonly Call[] {
  const blocks = [...page.matchAll(/```console\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line = "", ...output] = part.split("\n");
        return { line, output: output.join("\n") };
      }),
  );
}

function run(stand: Stand, line: string): string {
  return stand.inShell(`passdown() { "$NODE" "$BIN" "$@"; }; ${line}`).stdout;
}

/** `…` stands for what is left out. */
function pattern(output: string): RegExp {
  const parts = output.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

test.each(["drill.md", "drill.zh-CN.md"])("each command of docs/%s prints what the page says", (name) => {
  const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
  const calls = callsOf(page);
  expect(calls.length).toBeGreaterThan(12);
  const stand = makeStand();
  try {
    for (const { line, output } of calls) {
      // Said in the text: the change of the source is taken back before the artifact is changed.
      if (line.includes("review.md")) run(stand, "truncate -s -1 drill/resume-01/cards.json");
      expect({ line, output: run(stand, line) }).toEqual({ line, output: expect.stringMatching(pattern(output)) });
    }
  } finally {
    stand.remove();
  }
});
