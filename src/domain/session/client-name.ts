/** Coding agents whose sessions can be read and whose hooks can be served. */
export const clientNames = [
  "claude",
  "codex",
  "gemini",
  "opencode",
  "pi",
  "copilot",
  "qwen",
  "kimi",
  "droid",
  "cursor",
] as const;

export type ClientName = (typeof clientNames)[number];

export function isClientName(name: string): name is ClientName {
  return (clientNames as readonly string[]).includes(name);
}
