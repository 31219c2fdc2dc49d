/** Items of the model's history that are read. */
export const itemReaders: ReadonlySet<string> = new Set([
  "message",
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
]);

/** Items that tell nothing a hand-off needs, or nothing that can be read. */
export const silentItems: ReadonlySet<string> = new Set([
  "agent_message",
  "compaction",
  "compaction_summary",
  "compaction_trigger",
  "context_compaction",
  "ghost_snapshot",
  "image_generation_call",
  "other",
  "reasoning",
  "tool_search_call",
  "tool_search_output",
  "web_search_call",
]);

/** Records around them. */
export const silentRecords: ReadonlySet<string> = new Set([
  "inter_agent_communication",
  "inter_agent_communication_metadata",
  "token_usage_record",
  "world_state",
]);
