import { describe, expect, test } from "vitest";
import { collectCommands } from "../../src/app/sessions/collect-commands.ts";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import { claudeFormat } from "../../src/transcripts/claude/format.ts";
import { codexFormat } from "../../src/transcripts/codex/format.ts";
import type { ClientFormat } from "../../src/transcripts/client-format.ts";
import { bash, printed, result } from "./claude-records.ts";
import { call, event, exited, output, stillRunning } from "./codex-records.ts";
import { rawLine, readLines } from "./read-lines.ts";

const said = 'é "quoted" \\ back\nOutput:\nend';
const json = JSON.stringify({ output: said, metadata: { exit_code: 0, duration_seconds: 1 } });
const run = call("c1", "exec_command", { cmd: "npm test" });
const ended = { call_id: "c1", command: ["npm", "test"], stdout: said, stderr: "", aggregated_output: said };
const passed = { exit_code: 0, duration: { secs: 2, nanos: 5_000_000 }, formatted_output: "", status: "completed" };

const skipped: readonly (readonly [string, ClientFormat, readonly unknown[]])[] = [
  ["Codex: the answer of exec_command", codexFormat, [run, output("c1", exited(0, said))]],
  ["Codex: the event at its end", codexFormat, [run, event("exec_command_end", { ...ended, ...passed })]],
  [
    "Codex: a process that was waited for",
    codexFormat,
    [
      run,
      output("c1", stillRunning(7, "up\n")),
      call("c2", "write_stdin", { session_id: 7 }),
      output("c2", exited(0, said)),
    ],
  ],
  ["Claude: Bash", claudeFormat, [bash("b1", "npm test"), result("b1", said, { is_error: false, ...printed(said) })]],
];

const parsed: readonly (readonly [string, ClientFormat, readonly unknown[]])[] = [
  ["Codex: a failure", codexFormat, [run, output("c1", exited(1, said))]],
  ["Codex: JSON", codexFormat, [run, output("c1", json)]],
  [
    "Codex: a failure in an event",
    codexFormat,
    [run, event("exec_command_end", { ...ended, ...passed, exit_code: 3 })],
  ],
  ["Codex: an output that quotes a frame", codexFormat, [run, output("c1", `x\n${exited(0, said)}`)]],
];

function linesOf(records: readonly unknown[]): readonly string[] {
  return records.map((record) => JSON.stringify(record));
}

describe("what a command printed", () => {
  test.each([...skipped, ...parsed])("%s: the same whether its line is parsed or not", (_, format, records) => {
    const file = Buffer.from(linesOf(records).join("\n"));
    expect(readLines(format, file, { skip: true }).events).toEqual(readLines(format, file).events);
  });

  test.each([...skipped.map((row) => [...row, 1] as const), ...parsed.map((row) => [...row, 0] as const)])(
    "%s: its line is parsed only where that is needed",
    (_, format, records, lines) => {
      const file = Buffer.from(linesOf(records).join("\n"));
      expect(readLines(format, file, { skip: true }).skipped > 0 ? 1 : 0).toBe(lines);
    },
  );

  test.each(skipped)("%s: a line that is damaged is left to the parser", (_, format, records) => {
    const lines = linesOf(records);
    const last = lines.at(-1) ?? "";
    for (const bad of [last.replace("quoted", "\\quoted"), last.replace("quoted", "\u0000"), last.slice(0, -1)]) {
      const reader = format.open(null);
      for (const record of records.slice(0, -1)) reader.read(record, () => undefined);
      expect(reader.skips?.(rawLine(Buffer.from(bad)))).toBe(false);
    }
  });

  test("is made when the commands are listed, for those that are still kept", () => {
    const commands = collectCommands();
    const fold = createSessionFold({ client: "codex", before: null, command: commands.add });
    const made: number[] = [];
    for (let at = 0; at < 201; at++) {
      const callId = `c${at}`;
      fold.push({ kind: "call", callId, tool: "command", name: "sh", at: null, agent: null, command: "x" });
      const late = (): string => `${made.push(at)}`;
      fold.push({ kind: "result", callId, at: null, outcome: "ok", exitCode: 0, codeSource: "text", output: late });
    }
    expect(made).toEqual([]);
    expect(
      commands
        .list()
        .map((command) => command.output)
        .slice(0, 2),
    ).toEqual([null, "1"]);
    expect(made).toHaveLength(200);
  });
});
