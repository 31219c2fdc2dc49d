type Values = Readonly<Record<string, unknown>>;

/**
 * The exit code that a payload tells of a finished command; null where it tells none. Only the client's own frame
 * counts: a command may print anything. Frames as measured: Claude Code and Qwen Code begin the error with it, Copilot
 * CLI and Kimi Code end the text with it; our plugins for OpenCode and pi have a field.
 */
export function exitCodeOf(payload: Values): number | null {
  const field = payload["exit_code"];
  if (typeof field === "number" && Number.isSafeInteger(field)) return field;
  const { error } = payload;
  const message = typeof error === "string" ? error : text(object(error)["message"]);
  const result = object(payload["toolResult"] ?? payload["tool_result"]);
  const shown = text(result["textResultForLlm"] ?? result["text_result_for_llm"]);
  const found =
    /^(?:Error: )?Exit code (\d{1,10})(?:\n|$)/.exec(message) ??
    /Command failed with exit code: (\d{1,10})\.\s*$/.exec(message) ??
    /<(?:shellId: \S+ completed|exited) with exit code (\d{1,10})>\s*$/.exec(shown);
  return found === null ? null : Number(found[1]);
}

function object(value: unknown): Values {
  return value !== null && typeof value === "object" ? (value as Values) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
