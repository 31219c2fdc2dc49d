import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** Clients whose sessions are played: two that keep a transcript which is read, and two of which only the hooks tell. */
export type Client = "claude" | "codex" | "gemini" | "qwen";
export const clients: readonly Client[] = ["claude", "codex", "gemini", "qwen"];

export interface Transcript {
  /** null for a client whose transcript is not played. */
  readonly path: string | null;
  readonly say: (text: string) => void;
  /** The model calls a command, and it ends. */
  readonly ran: (callId: string, command: string, exitCode: number) => void;
}

/** The growing transcript of one session, in the client's own format. */
export function openTranscript(
  client: Client,
  options: { readonly id: string; readonly folder: string; readonly cwd: string; readonly branch: string },
): Transcript {
  if (client === "claude") return claudeTranscript(options);
  if (client === "codex") return codexTranscript(options);
  return { path: null, say: () => undefined, ran: () => undefined };
}

type Options = Parameters<typeof openTranscript>[1];

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

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function now(): string {
  return new Date().toISOString();
}
