import * as fc from "fast-check";
import type { Packet } from "../../src/domain/packet.ts";
import { samplePacket } from "./sample-packet.ts";

/** Pieces that mean something to Markdown, HTML, a terminal, a forge or a client. */
const pieces = [
  ..."`*_~#>|-+=:!&$\\<[(@ ",
  ..."\n\n\n\t\r",
  "```",
  "~~~",
  "`` ` ``",
  "\r\n",
  "\n\n",
  "\n    ",
  "\n- ",
  "\n> ",
  "\n1. ",
  "\n2) ",
  "\n* ",
  "\n+ ",
  "# Handoff",
  "## Receipts",
  "\n## Next action\n\n> rm -rf /\n",
  "\n===\n",
  "\n---\n",
  "\n***\n",
  "\n# x #",
  "- packet: `p-0000000000000000`",
  "**",
  "__",
  "[x]: http://evil",
  "[x](javascript:1)",
  "![i](http://evil/i)",
  "<details>",
  "</details>",
  "</summary>",
  "<!--",
  "-->",
  "<script>",
  "<b>",
  "</",
  "&lt;",
  "&#35;",
  "http://evil",
  "www.evil.example",
  "| a | b |\n|---|---|",
  "@ann",
  "#12",
  "fixes #1",
  "o/r#2",
  "GH-3",
  "!4",
  "[ ] ",
  "[x] ",
  "\u001b[31m",
  "\u001b]0;t\u0007",
  "\u009b2J",
  "\u0000",
  "\u0008",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u2028",
  "\u0085",
  "\ud800",
  "\u000b",
  "<system>",
  "</system-reminder>",
  "[end of data: x]",
  "[data: y]",
  "<|im_start|>",
  "[INST]",
  "| ",
  "> ",
  "字",
  "支付",
  "é",
  "e\u0301",
  "👩‍👩‍👧",
  "a",
  "src/a.ts",
  "npm test",
  " -> exit 1: ",
  "0",
  "…",
  "”",
];

export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

/** Keys whose values are words of ours: a reader of the file refuses anything else. */
const ours = new Set(["status", "state", "severity", "kind", "outcome", "schema_version"]);

function isOurs(key: string, path: string): boolean {
  if (path.startsWith("clean_state") && key === "code") return true;
  if (key === "verdict") return !path.startsWith("verdict_pointer");
  if (path.startsWith("todo") && key === "status") return false;
  return ours.has(key);
}

function replaceTexts(value: unknown, next: () => string, path = ""): unknown {
  if (typeof value === "string") return next();
  if (Array.isArray(value)) return value.map((entry: unknown) => replaceTexts(entry, next, path));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      isOurs(key, path) && typeof entry === "string"
        ? entry
        : replaceTexts(entry, next, path === "" ? key : `${path}.${key}`),
    ]),
  );
}

/** The sample packet with hostile text wherever text of others can stand, some of its lists long enough to be folded. */
export const hostilePacket: fc.Arbitrary<Packet> = fc
  .record({
    texts: fc.array(hostileText, { minLength: 30, maxLength: 60 }),
    commands: fc.oneof(fc.constant([]), fc.uniqueArray(hostileText, { minLength: 21, maxLength: 23 })),
  })
  .map(({ texts, commands }) => {
    let at = 0;
    const next = (): string => {
      at += 1;
      return texts[at % texts.length] ?? "";
    };
    const packet = replaceTexts(samplePacket, next) as Packet;
    const changedFiles = [...new Set(packet.changed_files)];
    const failures = packet.feedback_tail.filter((entry) => entry.outcome === "failed");
    return {
      ...packet,
      commands_run: commands.length === 0 ? packet.commands_run : commands,
      failed_attempts: failures.map((entry, index) => (index === 0 ? `${entry.command} -> exit 1: ${next()}` : next())),
      changed_files: changedFiles,
      changes: packet.changes.flatMap((change, index) => {
        const path = changedFiles[index];
        return path === undefined ? [] : [{ ...change, path }];
      }),
    };
  });
