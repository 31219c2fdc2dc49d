import { closeSync, openSync, readFileSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sharedFolder } from "./shared-folder.mjs";

/**
 * Writes a transcript of about so many bytes. Where the real ones are at hand, it is made of them, each time under other
 * ids, as a long session would be; else of turns in the shape and proportions of Claude Code's.
 */
export function makeTranscript(file, { client, bytes, cwd }) {
  const sources = sharedFolder === null ? [] : realLines(client);
  const fd = openSync(file, "w");
  let size = 0;
  for (let round = 1; size < bytes; round += 1) {
    const lines = sources.length === 0 ? turn(round, cwd) : sources[round % sources.length];
    const text = `${rename(lines.join("\n"), round)}\n`;
    size += writeSync(fd, text);
  }
  closeSync(fd);
  return { bytes: size, real: sources.length > 0 };
}

function realLines(client) {
  const folder = join(sharedFolder, "corpus", client);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && !name.includes("badline"))
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    );
}

/** Ids end in the round's number: nothing is a repetition of what came before. */
function rename(text, round) {
  const tag = round.toString(16).padStart(8, "0");
  return text
    .replace(/"(uuid|parentUuid|messageId|leafUuid)":"[^"]{8}/g, `"$1":"${tag}`)
    .replace(/\b(toolu_|call_|msg_)[A-Za-z0-9]{8}/g, `$1${tag}`);
}

/** One turn: a read, an edit, a failing and a passing command, and the records around them. */
function turn(round, cwd) {
  const at = new Date(1_760_000_000_000 + round * 60_000).toISOString();
  const base = { sessionId: "bench", cwd, version: "2.1.300", gitBranch: "main", isSidechain: false, timestamp: at };
  const code = Array.from({ length: 160 }, (_, n) => `export const value${n} = compute(${n}, "text ${round}");`).join(
    "\n",
  );
  const say = (id, content) => ({
    ...base,
    type: "assistant",
    uuid: `${id}0000000`,
    message: {
      id: `msg_00000000${id}`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [content],
      usage: { input_tokens: 9, cache_read_input_tokens: 40_000, output_tokens: 90 },
    },
  });
  const call = (id, name, input) => say(id, { type: "tool_use", id: `toolu_00000000${id}`, name, input });
  const result = (id, content, toolUseResult, isError = false) => ({
    ...base,
    type: "user",
    uuid: `${id}1111111`,
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `toolu_00000000${id}`, content, is_error: isError }],
    },
    toolUseResult,
  });
  const failure = `Exit code 1\nFAIL test/a.test.ts\n${"  at run (src/a.ts:10:3)\n".repeat(30)}1 failed, 11 passed`;
  return [
    {
      ...base,
      type: "user",
      uuid: "p0000000",
      message: { role: "user", content: `Go on with step ${round}; never touch the lock file.` },
    },
    say("t", { type: "thinking", thinking: "Let me look at this. ".repeat(120), signature: "A".repeat(600) }),
    call("r", "Read", { file_path: `${cwd}/src/file-${round}.ts` }),
    {
      ...base,
      type: "progress",
      uuid: "g0000000",
      data: { type: "hook_progress", hookEvent: "PostToolUse", command: "x".repeat(400) },
    },
    result("r", code, {
      type: "text",
      file: { filePath: `${cwd}/src/file-${round}.ts`, content: code, numLines: 160 },
    }),
    call("e", "Edit", { file_path: `${cwd}/src/file-${round}.ts`, old_string: "compute(1", new_string: "compute(2" }),
    result("e", "The file has been updated.", {
      filePath: `${cwd}/src/file-${round}.ts`,
      originalFile: code,
      structuredPatch: [],
    }),
    call("f", "Bash", { command: "npm test" }),
    result("f", failure, `Error: ${failure}`, true),
    call("b", "Bash", { command: `git log -${round}` }),
    result("b", code.slice(0, 3000), { stdout: code.slice(0, 3000), stderr: "", interrupted: false }),
  ].map((record) => JSON.stringify(record));
}
