import type { RawLine } from "../client-format.ts";

/** Records that tell nothing of what is asked for. */
const silent =
  /^(?:hook|skill|permission|external_tool|command|capabilities|mcp|sampling|elicitation|user_input|exit_plan_mode|system|assistant\.(?:reasoning|intent|streaming|message_(?:start|delta)|reasoning_delta|usage)|tool\.(?:execution_(?:progress|partial_result)|user_requested)|subagent\.(?:completed|failed|selected|deselected)|session\.(?:info|warning|idle|title_changed|mode_changed|plan_changed|permissions_changed|usage_checkpoint|workspace_file_changed|task_complete|todos_changed|handoff|remote_steerable_changed|import_legacy|background_tasks_changed|skills_loaded|custom_agents_updated|mcp_servers_loaded|mcp_server_status_changed|extensions_loaded|tools_updated|schedule_\w+|binary_asset|autopilot_\w+|limits_\w+|extensions\.\w+))(?:\.|$)/;

const skipped = [
  "hook.",
  "system.message",
  "assistant.reasoning",
  "session.usage_checkpoint",
  "session.permissions_changed",
];

/** Whether records of this type are known to tell nothing of what is asked for. */
export function isSilent(type: string): boolean {
  return silent.test(type);
}

/** Hooks are two of five lines, system prompts the longest ones. */
export function tellsNothing(line: RawLine): boolean {
  const start = line.slice(0, 48);
  return start.startsWith('{"type":"') && skipped.some((type) => start.startsWith(type, 9));
}
