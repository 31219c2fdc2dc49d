import { describe, expect, it } from "vitest";
import { readShellText } from "../../src/transcripts/gemini-family/shell-text.ts";

const read = (text: string, shown: string | null = null, succeeded = true): ReturnType<typeof readShellText> =>
  readShellText({ text, shown, succeeded });
const old = (output: string, code: string, signal = "0"): string =>
  `Command: npm test\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: ${signal}\nBackground PIDs: (none)\nProcess Group PGID: 7`;

describe("the text that the shell tool gives", () => {
  it.each([
    ["a failing command", "Output: hi\nExit Code: 3\nProcess Group PGID: 9", "failed", 3, "text", "hi"],
    ["a passing one, whose code is left out", "Output: hi\nProcess Group PGID: 9", "ok", 0, "inferred", "hi"],
    ["no output", "Output: (empty)\nProcess Group PGID: 9", "ok", 0, "inferred", ""],
    [
      "processes left in the background",
      "Output: up\nBackground PIDs: 4, 5\nProcess Group PGID: 9",
      "ok",
      0,
      "inferred",
      "up",
    ],
    ["an error without a code", "Output: (empty)\nError: spawn ENOENT", "failed", null, "unknown", ""],
    ["a signal", "Output: hi\nSignal: SIGTERM\nProcess Group PGID: 9", "failed", null, "unknown", "hi"],
    [
      "a frame that is marked as untrusted",
      "<untrusted_context>\nOutput: a\nb\nExit Code: 1\n</untrusted_context>",
      "failed",
      1,
      "text",
      "a\nb",
    ],
    ["an old build, failing", old("bad", "127"), "failed", 127, "text", "bad"],
    ["an old build, passing", old("(empty)", "0"), "ok", 0, "text", ""],
    ["an old build, killed", old("x", "(none)", "9"), "failed", null, "unknown", "x"],
    [
      "an old build whose code was lost",
      "Command: a\nDirectory: /w\nOutput: x\nError: (none)",
      "unknown",
      null,
      "unknown",
      "x",
    ],
    [
      "a command of several lines",
      "Command: cat <<E\nOutput: no\nE\nDirectory: /w\nOutput: yes\nExit Code: 2",
      "failed",
      2,
      "text",
      "yes",
    ],
    [
      "stdout and stderr apart",
      "Command: a\nDirectory: /w\nStdout: out\nStderr: err\nError: (none)\nExit Code: 1",
      "failed",
      1,
      "text",
      "out\nerr",
    ],
    ["a frame escaped twice", String.raw`Command: a\nDirectory: /w\nOutput: x\nExit Code: 4`, "failed", 4, "text", "x"],
    [
      "a text cut in the middle",
      "Output too large. Showing first 10.\nOutput: a\n...\nz\nExit Code: 5",
      "failed",
      5,
      "text",
      "a\n...\nz",
    ],
    ["never started", "Command was cancelled by user before it could start.", "not_run", null, "unknown", null],
    [
      "cancelled",
      "Command was cancelled by user before it could complete. Below is the output before it was cancelled:\na\nExit Code: 0",
      "interrupted",
      null,
      "unknown",
      "a\nExit Code: 0",
    ],
    [
      "out of time",
      "Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. There was no output",
      "failed",
      null,
      "unknown",
      null,
    ],
    [
      "moved to the background",
      "Command moved to background (PID: 5). Output hidden. Press Ctrl+B to view.",
      "running",
      null,
      "unknown",
      null,
    ],
    [
      "a summary instead of the output",
      "All tests passed, Exit Code: 0",
      "unknown",
      null,
      "unknown",
      "All tests passed, Exit Code: 0",
    ],
  ])("tells of %s", (_name, text, outcome, exitCode, codeSource, output) => {
    expect(read(text)).toEqual({ outcome, exitCode, codeSource, output });
  });

  it("takes no line of the output for one of the frame where the bare output was kept", () => {
    expect(read("Output: a\nExit Code: 3\nProcess Group PGID: 9", "a\nExit Code: 3")).toMatchObject({
      exitCode: 0,
      codeSource: "inferred",
      output: "a\nExit Code: 3",
    });
    expect(read("Output: a\nExit Code: 3\nExit Code: 1\nProcess Group PGID: 9", "a\nExit Code: 3").exitCode).toBe(1);
  });

  it("takes the last code where the output prints one as well", () => {
    expect(read("Output: Exit Code: 0\nExit Code: 0\nExit Code: 2\nProcess Group PGID: 9").exitCode).toBe(2);
  });

  it("infers nothing from a frame of a call that the client calls failed", () => {
    expect(read("Output: a\nProcess Group PGID: 9", null, false)).toMatchObject({
      exitCode: null,
      codeSource: "unknown",
    });
  });
});
