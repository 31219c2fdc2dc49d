import type { ClientName } from "../session/client-name.ts";

/** What an event of a client means to passdown; decides how long its hook may take. */
export type HookRole = "start" | "prompt" | "tool" | "turn_end" | "compact" | "end";

export interface HookEventSpec {
  /** The client's own name of the event. */
  readonly name: string;
  readonly role: HookRole;
}

const spec = (role: HookRole, ...names: readonly string[]): HookEventSpec[] => names.map((name) => ({ name, role }));

const claudeLike = [
  ...spec("start", "SessionStart"),
  ...spec("prompt", "UserPromptSubmit"),
  ...spec("tool", "PreToolUse", "PostToolUse", "PostToolUseFailure"),
  ...spec("turn_end", "Stop"),
  ...spec("compact", "PreCompact"),
  ...spec("end", "SessionEnd"),
];
const withoutFailure = claudeLike.filter(({ name }) => name !== "PostToolUseFailure");

/**
 * Which events passdown listens to, per client, in the order in which they are written down. Gemini's PreCompress is
 * left out, since it fires before every model turn; Kimi has no session end without a terminal, and an Interrupt.
 */
export const hookEvents: Readonly<Record<ClientName, readonly HookEventSpec[]>> = {
  claude: claudeLike,
  codex: withoutFailure,
  gemini: [
    ...spec("start", "SessionStart"),
    ...spec("prompt", "BeforeAgent"),
    ...spec("tool", "BeforeTool", "AfterTool"),
    ...spec("turn_end", "AfterAgent"),
    ...spec("end", "SessionEnd"),
  ],
  qwen: claudeLike,
  copilot: [
    ...spec("start", "sessionStart"),
    ...spec("prompt", "userPromptSubmitted"),
    ...spec("tool", "preToolUse", "postToolUse"),
    ...spec("turn_end", "agentStop"),
    ...spec("compact", "preCompact"),
    ...spec("end", "sessionEnd"),
  ],
  droid: withoutFailure,
  kimi: [
    ...spec("start", "SessionStart"),
    ...spec("prompt", "UserPromptSubmit"),
    ...spec("tool", "PreToolUse", "PostToolUse", "PostToolUseFailure"),
    ...spec("turn_end", "Stop", "Interrupt"),
    ...spec("compact", "PreCompact"),
  ],
  opencode: [
    ...spec("start", "session.created"),
    ...spec("prompt", "chat.message"),
    ...spec("tool", "tool.execute.before", "tool.execute.after"),
    ...spec("turn_end", "session.idle"),
    ...spec("compact", "experimental.session.compacting"),
    ...spec("end", "dispose"),
  ],
  pi: [
    ...spec("start", "session_start"),
    ...spec("prompt", "before_agent_start"),
    ...spec("tool", "tool_call", "tool_result"),
    ...spec("turn_end", "agent_end"),
    ...spec("compact", "session_before_compact"),
    ...spec("end", "session_shutdown"),
  ],
  cursor: [
    ...spec("start", "sessionStart"),
    ...spec("prompt", "beforeSubmitPrompt"),
    ...spec("tool", "beforeShellExecution", "afterShellExecution"),
    ...spec("compact", "preCompact"),
    ...spec("turn_end", "stop"),
    ...spec("end", "sessionEnd"),
  ],
};

/** Seconds that a hook of each role may take. */
const seconds: Readonly<Record<Exclude<HookRole, "end">, number>> = {
  start: 30,
  prompt: 30,
  tool: 10,
  turn_end: 60,
  compact: 60,
};

/** Claude Code waits for an end hook as long as it is told; the others are kept short, Codex's own default being 1 s. */
const endSeconds: Partial<Record<ClientName, number>> = { claude: 20 };

export function hookSeconds(client: ClientName, role: HookRole): number {
  return role === "end" ? (endSeconds[client] ?? 5) : seconds[role];
}
