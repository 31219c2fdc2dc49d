import { createIds } from "../ids.ts";
import type { CallEvent, CallResult, StagedSession, Tool } from "../session.ts";
import { hunkBetween, unified } from "./hunk.ts";
import { absolute, byShell, createClock, iso, lines, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Codex CLI 0.142: a rollout of response items and events. It reads and searches with the shell. */
export const codexWriter: TranscriptWriter = {
  client: "codex",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: byShell,
  write: (session) => {
    const id = createIds(`codex ${session.name}`).uuid();
    const [day, time] = iso(session.startedAt).split("T");
    const name = `rollout-${day}T${time?.slice(0, 8).replaceAll(":", "-")}-${id}.jsonl`;
    const path = `.codex/sessions/${day?.replaceAll("-", "/")}/${name}`;
    return { main: path, files: [{ path, text: lines(recordsOf(session, id)) }] };
  },
};

function recordsOf(session: StagedSession, id: string): readonly Fields[] {
  const ids = createIds(`codex records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [];
  let turn = "";
  let turnAt = 0;
  let tokens = 9_000;
  let said = "";

  const add = (at: number, type: string, payload: Fields): void => {
    records.push({ timestamp: iso(clock(at)), type, payload });
  };
  const event = (at: number, type: string, payload: Fields): void => add(at, "event_msg", { type, ...payload });
  const item = (at: number, type: string, payload: Fields): void =>
    add(at, "response_item", { type, ...payload, internal_chat_message_metadata_passthrough: { turn_id: turn } });
  const endTurn = (at: number): void => {
    if (turn === "") return;
    event(at, "task_complete", {
      turn_id: turn,
      last_agent_message: said,
      completed_at: Math.floor(at / 1000),
      duration_ms: at - turnAt,
    });
    turn = "";
  };
  const count = (at: number): void => {
    tokens += 400;
    const usage = {
      input_tokens: tokens,
      cached_input_tokens: tokens - 400,
      output_tokens: 100,
      reasoning_output_tokens: 20,
      total_tokens: tokens + 100,
    };
    const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: 258_400 };
    event(at, "token_count", {
      info,
      rate_limits: {
        limit_id: "codex",
        limit_name: null,
        primary: null,
        secondary: null,
        credits: null,
        plan_type: "pro",
      },
    });
  };
  const beginTurn = (at: number, text: string): void => {
    turn = ids.uuid();
    turnAt = at;
    event(at, "task_started", {
      turn_id: turn,
      started_at: Math.floor(at / 1000),
      model_context_window: 258_400,
      collaboration_mode_kind: "default",
    });
    add(at, "turn_context", {
      turn_id: turn,
      cwd: session.cwd,
      workspace_roots: [session.cwd],
      current_date: iso(at).slice(0, 10),
      timezone: "Etc/UTC",
      approval_policy: "never",
      sandbox_policy: { type: "danger-full-access" },
      permission_profile: { type: "disabled" },
      model: "gpt-5.5",
      personality: "pragmatic",
      effort: "high",
      summary: "auto",
    });
    item(at, "message", { role: "user", content: [{ type: "input_text", text }] });
    event(at, "user_message", { message: text, images: [], local_images: [], text_elements: [] });
  };
  const patch = (call: CallEvent, tool: Extract<Tool, { name: "edit" | "write" }>): void => {
    const callId = `call_${ids.hex(24)}`;
    const added = tool.name === "write" && tool.before === null;
    item(call.at, "custom_tool_call", {
      id: `ctc_${ids.hex(50)}`,
      status: "completed",
      call_id: callId,
      name: "apply_patch",
      input: patchOf(tool),
    });
    if (call.result === null) return;
    const stdout = `Success. Updated the following files:\n${added ? "A" : "M"} ${tool.path}\n`;
    const change = added
      ? { type: "add", content: tool.content }
      : { type: "update", unified_diff: unified(hunkBetween(tool.before ?? "", contentOf(tool))), move_path: null };
    event(call.result.at, "patch_apply_end", {
      call_id: callId,
      turn_id: turn,
      stdout,
      stderr: "",
      success: true,
      changes: { [absolute(session, tool.path)]: change },
      status: "completed",
    });
    item(call.result.at, "custom_tool_call_output", {
      call_id: callId,
      output: `Exit code: 0\nWall time: 0 seconds\nOutput:\n${stdout}`,
    });
  };
  const use = (call: CallEvent, name: string, given: Fields, output: string | null): void => {
    const callId = `call_${ids.hex(24)}`;
    item(call.at, "function_call", {
      id: `fc_${ids.hex(50)}`,
      name,
      arguments: JSON.stringify(given),
      call_id: callId,
    });
    if (call.result !== null && output !== null)
      item(call.result.at, "function_call_output", { call_id: callId, output });
    count(call.result?.at ?? call.at);
  };

  add(session.startedAt, "session_meta", {
    session_id: id,
    id,
    timestamp: iso(session.startedAt),
    cwd: session.cwd,
    originator: "codex-tui",
    cli_version: "0.142.4",
    source: "cli",
    thread_source: "user",
    model_provider: "openai",
    base_instructions: { text: "You are Codex, a coding agent based on GPT-5. You and the user share one workspace." },
    git: { commit_hash: session.commit, branch: session.branch },
  });
  for (const one of session.events) {
    switch (one.kind) {
      case "user":
        endTurn(one.at - 2000);
        beginTurn(one.at, one.text);
        break;
      case "agent":
        said = one.text;
        event(one.at, "agent_message", { message: one.text, phase: "commentary", memory_citation: null });
        item(one.at, "message", {
          role: "assistant",
          content: [{ type: "output_text", text: one.text }],
          phase: "commentary",
        });
        break;
      case "compaction":
        tokens = 12_000;
        add(one.at, "compacted", {
          message: one.summary,
          window_id: ids.uuid(),
          replacement_history: [
            { type: "message", role: "user", content: [{ type: "input_text", text: one.summary }] },
          ],
        });
        event(one.at, "context_compacted", {});
        break;
      case "interruption":
        event(one.at, "turn_aborted", {
          turn_id: turn,
          reason: "interrupted",
          completed_at: Math.floor(one.at / 1000),
          duration_ms: one.at - turnAt,
        });
        item(one.at, "message", {
          role: "user",
          content: [
            {
              type: "input_text",
              text: "<turn_aborted>\nThe user interrupted the previous turn on purpose. Any running unified exec processes may still be running in the background. If any tools/commands were aborted, they may have partially executed.\n</turn_aborted>",
            },
          ],
        });
        turn = "";
        break;
      case "call": {
        const { tool, result } = one;
        if (tool.name === "edit" || tool.name === "write") patch(one, tool);
        else if (tool.name === "todos") {
          const plan = tool.items.map(({ text, status }) => ({ step: text, status }));
          use(one, "update_plan", { plan }, "Plan updated");
        } else if (tool.name === "ask") {
          const question = {
            id: "choice",
            header: "Choice",
            question: tool.question,
            options: [{ label: "Yes", description: "As asked" }],
          };
          use(
            one,
            "request_user_input",
            { questions: [question] },
            JSON.stringify({ answers: { choice: { answers: [result?.output ?? ""] } } }),
          );
        } else {
          const given = {
            cmd: byShell(tool),
            workdir: tool.name === "command" ? session.cwd : session.root,
            yield_time_ms: 30_000,
            max_output_tokens: 12_000,
          };
          use(one, "exec_command", given, result === null ? null : framed(result, ids.hex(6)));
        }
      }
    }
  }
  const last = session.events.at(-1);
  if (last !== undefined && !(last.kind === "call" && last.result === null)) endTurn(last.at + 3000);
  return records;
}

function framed({ output, exit, interrupted }: CallResult, chunk: string): string {
  if (interrupted) return `aborted by user after 3.0s`;
  const count = Math.ceil(output.length / 4);
  return `Chunk ID: ${chunk}\nWall time: 0.4788 seconds\nProcess exited with code ${exit}\nOriginal token count: ${count}\nOutput:\n${output}`;
}

function contentOf(tool: Extract<Tool, { name: "edit" | "write" }>): string {
  return tool.name === "write" ? tool.content : tool.before.replace(tool.old, () => tool.new);
}

function patchOf(tool: Extract<Tool, { name: "edit" | "write" }>): string {
  if (tool.name === "write" && tool.before === null) {
    const added = tool.content
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `+${line}`);
    return `*** Begin Patch\n*** Add File: ${tool.path}\n${added.join("\n")}\n*** End Patch`;
  }
  const { lines: changed } = hunkBetween(tool.before ?? "", contentOf(tool));
  return `*** Begin Patch\n*** Update File: ${tool.path}\n@@\n${changed.join("\n")}\n*** End Patch`;
}
