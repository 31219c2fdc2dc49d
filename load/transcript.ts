import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./world.ts";

/** Clients whose sessions are played, each with a transcript of its own format. */
export type Client = "claude" | "codex" | "gemini" | "qwen";
export const clients: readonly Client[] = ["claude", "codex", "gemini", "qwen"];

export interface Transcript {
  readonly path: string;
  readonly say: (text: string) => void;
  /** The model calls a command, and it ends. */
  readonly ran: (callId: string, command: string, exitCode: number) => void;
}

/** The growing transcript of one session, in the client's own format. */
export function openTranscript(
  client: Client,
  options: { readonly id: string; readonly folder: string; readonly cwd: string; readonly branch: string },
): Transcript {
  return makers[client](options);
}

type Options = Parameters<typeof openTranscript>[1];

const makers: Readonly<Record<Client, (options: Options) => Transcript>> = {
  claude: claudeTranscript,
  codex: codexTranscript,
  gemini: geminiTranscript,
  qwen: qwenTranscript,
};

function claudeTranscript({ id, folder, cwd, branch }: Options): Transcript {
  const path = join(folder, `${id}.jsonl`);
  let records = 0;
  const record = (more: object): void => {
    records += 1;
    const ids = { uuid: `${id}-${records}`, parentUuid: records === 1 ? null : `${id}-${records - 1}` };
    const common = { sessionId: id, cwd, version: "2.1.332", gitBranch: branch, isSidechain: false };
    appendFileSync(path, line({ ...common, ...ids, timestamp: now(), ...more }));
  };
  return {
    path,
    say: (content) => record({ type: "user", message: { role: "user", content } }),
    ran: (callId, command, exitCode) => {
      const call = { type: "tool_use", id: callId, name: "Bash", input: { command } };
      record({ type: "assistant", message: { id: `m-${callId}`, role: "assistant", content: [call] } });
      const failed = exitCode !== 0;
      const content = failed ? `Exit code ${exitCode}\nno` : "yes";
      record({
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content, is_error: failed }] },
        toolUseResult: failed ? `Error: ${content}` : { stdout: "yes", stderr: "", interrupted: false },
      });
    },
  };
}

function codexTranscript({ id, folder, cwd, branch }: Options): Transcript {
  const path = join(folder, `rollout-2026-11-30T00-00-00-${id}.jsonl`);
  const record = (type: string, payload: object): void =>
    appendFileSync(path, line({ timestamp: now(), type, payload }));
  record("session_meta", { id, timestamp: now(), cwd, cli_version: "0.171.0", git: { branch } });
  return {
    path,
    say: (text) => record("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] }),
    ran: (callId, command, exitCode) => {
      const call = { name: "shell_command", call_id: callId, arguments: JSON.stringify({ command, workdir: cwd }) };
      record("response_item", { type: "function_call", ...call });
      const output = JSON.stringify({ output: "yes", metadata: { exit_code: exitCode } });
      record("response_item", { type: "function_call_output", call_id: callId, output });
    },
  };
}

function geminiTranscript({ id, folder, cwd, branch }: Options): Transcript {
  const project = join(folder, `gemini-${branch}`);
  mkdirSync(join(project, "chats"), { recursive: true });
  // The records do not name the folder that they are about.
  writeFileSync(join(project, ".project_root"), cwd);
  const path = join(project, "chats", `session-2026-11-30T00-00-${id}.jsonl`);
  const record = (more: object): void => appendFileSync(path, line(more));
  let messages = 0;
  const message = (type: string, more: object): void => {
    messages += 1;
    record({ id: `${id}-m${messages}`, timestamp: now(), type, ...more });
    record({ $set: { lastUpdated: now() } });
  };
  record({ sessionId: id, projectHash: sha256(cwd), startTime: now(), lastUpdated: now(), kind: "main" });
  return {
    path,
    say: (text) => message("user", { content: [{ text }] }),
    ran: (callId, command, exitCode) => {
      const name = "run_shell_command";
      const output = exitCode === 0 ? "Output: yes" : `Output: no\nExit Code: ${exitCode}`;
      const result = [{ functionResponse: { id: callId, name, response: { output } } }];
      const call = { id: callId, name, args: { command }, result, status: "success", timestamp: now() };
      message("gemini", { content: "", model: "mock-model", toolCalls: [call] });
    },
  };
}

function qwenTranscript({ id, folder, cwd, branch }: Options): Transcript {
  const path = join(folder, `qwen-${id}.jsonl`);
  let records = 0;
  const record = (type: string, more: object): void => {
    records += 1;
    const ids = { uuid: `${id}-${records}`, parentUuid: records === 1 ? null : `${id}-${records - 1}`, sessionId: id };
    appendFileSync(path, line({ ...ids, timestamp: now(), type, cwd, version: "0.24.4", gitBranch: branch, ...more }));
  };
  return {
    path,
    say: (text) => record("user", { message: { role: "user", parts: [{ text }] } }),
    ran: (callId, command, exitCode) => {
      const name = "run_shell_command";
      const call = { functionCall: { id: callId, name, args: { command } } };
      record("assistant", { model: "mock-model", message: { role: "model", parts: [call] } });
      const outcome = exitCode === 0 ? "completed" : "failed";
      const resultDisplay = { type: "shell_result", version: 1, exitCode, outcome, output: "yes" };
      record("tool_result", {
        message: { role: "user", parts: [{ functionResponse: { id: callId, name, response: { output: "yes" } } }] },
        toolCallResult: { callId, status: exitCode === 0 ? "success" : "error", resultDisplay },
      });
    },
  };
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function now(): string {
  return new Date().toISOString();
}
