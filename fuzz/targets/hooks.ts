import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharedFiles } from "../seeds/files.ts";
import { readContext } from "../../src/domain/hooks/context-watch.ts";
import { readHookCall } from "../../src/domain/hooks/hook-call.ts";
import { hookEvents } from "../../src/domain/clients/hook-events.ts";
import { clientNames } from "../../src/domain/session/client-name.ts";
import { handleEvent } from "../../src/hook/handle-event.ts";
import { scratch } from "../scratch.ts";
import { bytesOf, documents, mustHold, type Target } from "../target.ts";

const seeds = (): readonly Uint8Array[] =>
  documents(
    {
      session_id: "s",
      cwd: "/",
      hook_event_name: "SessionStart",
      source: "startup",
      transcript_path: "/t.jsonl",
      model: "claude-opus-4",
    },
    {
      session_id: "s",
      cwd: "/",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      tool_use_id: "t1",
      error: "Exit code 3\nno",
    },
    {
      sessionId: "s",
      cwd: "/",
      toolName: "bash",
      toolArgs: { command: "make" },
      toolCallId: "c",
      toolResult: { textResultForLlm: "x\n<exited with exit code 2>" },
    },
    { conversation_id: "s", workspace_roots: ["/"], command: "ls", input_tokens: 90, context_window_size: 100 },
    {
      session_id: "s",
      cwd: "/",
      tool_input: { cmd: "x", workdir: "/" },
      exit_code: 7,
      context: { tokens: 5, window: 9 },
    },
  );

const payloads: Target = {
  name: "hook-payload",
  shape: "json",
  words: ["tool_input", "toolResult", "exit_code", "Exit code 3", "error", "message"],
  seeds,
  more: () => sharedFiles("rig/payloads").map(stdinOf),
  run: (input) => {
    const payload = input.toString("utf8");
    const call = readHookCall(payload);
    const { exitCode } = call;
    mustHold(exitCode === null || Number.isSafeInteger(exitCode), "an exit code is a whole number", String(exitCode));
    if (exitCode !== null && exitCode !== 0 && /^[^eE\\]*$/.test(payload))
      mustHold(
        payload.includes(String(exitCode)),
        "no exit code is told that the payload does not hold",
        String(exitCode),
      );
    return call;
  },
};

/** Recordings hold the payload beside what it was recorded with. */
function stdinOf(recording: Uint8Array): Uint8Array {
  try {
    const { stdin } = JSON.parse(Buffer.from(recording).toString("utf8")) as { readonly stdin?: unknown };
    return Buffer.from(JSON.stringify(stdin ?? null));
  } catch {
    return recording;
  }
}

const events: Target = {
  name: "hook-event",
  shape: "json",
  seeds,
  more: () => sharedFiles("rig/payloads").map(stdinOf).slice(0, 80),
  run: (input) => {
    const folder = join(scratch(), "project");
    const home = join(folder, "home");
    rmSync(home, { recursive: true, force: true });
    for (const path of [folder, home, join(home, "calls")]) mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(join(home, "hook-settings.json"), input);
    // Which client and event it is follows from the input, so that the same input is the same case.
    const client = clientNames[input.length % clientNames.length] ?? "claude";
    const specs = hookEvents[client];
    return specs.map(({ name }) => {
      const handled = handleEvent({
        client,
        eventName: name,
        payload: input.toString("utf8"),
        cwd: () => folder,
        env: { PASSDOWN_HOME: home, HOME: folder },
        now: new Date("2026-11-30T07:00:00Z"),
        parent: 1,
      });
      if (handled.kind === "serve") return [name, handled.request.moment];
      mustHold(handled.text === "" || isLine(handled.text), "an answer is nothing or one line of JSON", handled.text);
      return [name, handled.text];
    });
  },
};

function isLine(text: string): boolean {
  return text.indexOf("\n") === text.length - 1 && typeof JSON.parse(text) === "object";
}

const context: Target = {
  name: "hook-context",
  shape: "lines",
  words: [
    '"usage":{"input_tokens":',
    '"type":"assistant"',
    '"isSidechain":true',
    '"tokens":{',
    '"usageMetadata":{',
    "contextWindowSize",
    "model_context_window",
    "total_token_usage",
  ],
  seeds: () =>
    bytesOf(
      '{"type":"assistant","message":{"model":"claude-opus-4","usage":{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4}}}\n',
      '{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":5,"total_tokens":9},"model_context_window":99}}}\n',
      '{"tokens":{"input":1,"total":3},"model":"gemini-2.5-pro"}\n',
      '{"usageMetadata":{"promptTokenCount":9},"contextWindowSize":99,"model":"q"}\n',
    ),
  more: () => ["claude", "codex", "gemini", "qwen"].flatMap((client) => sharedFiles(`corpus/${client}`)),
  run: (input) =>
    clientNames.map((client) => {
      const reading = readContext(client, input.toString("latin1"), "claude-opus-4");
      if (reading === null) return null;
      mustHold(
        reading.tokens >= 0 && reading.tokens <= reading.window,
        "the context lies in its window",
        JSON.stringify(reading),
      );
      return reading;
    }),
};

export const hookTargets: readonly Target[] = [payloads, events, context];
