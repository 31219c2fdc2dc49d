// passdown for pi: tells passdown's hook what happens in a session, and gives the model what it answers.
// Never throws into the client, never prints, never holds it up for more than ten seconds.
import { spawn } from "node:child_process";

const COMMAND: readonly string[] = ["passdown-hook"];

const patience = 10_000;
const longest = 60_000;

type Fields = Readonly<Record<string, unknown>>;

/** The parts of pi's interface that are used here. */
interface PiContext {
  readonly cwd: string;
  readonly sessionManager?: { getSessionFile?: () => string | undefined; getSessionId?: () => string | undefined };
  readonly getContextUsage?: () => { tokens?: number | null; contextWindow?: number } | undefined;
}
interface Pi {
  readonly on: (event: string, handler: (event: Fields, context: PiContext) => Promise<unknown>) => void;
}

/** Runs the hook with a payload on its stdin; what it wants the model to read, or "". */
function ask(event: string, payload: Fields & { readonly cwd: string }): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const done = (text: unknown): void => resolve(typeof text === "string" ? text : "");
    const timer = setTimeout(() => done(""), patience);
    timer.unref();
    try {
      const [program = "", ...args] = COMMAND;
      const child = spawn(program, [...args, "--client", "pi", event], {
        cwd: payload.cwd,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      const end = setTimeout(() => child.kill("SIGKILL"), longest);
      end.unref();
      child.on("error", () => done(""));
      child.stdin.on("error", () => {});
      child.stdout.setEncoding("utf8");
      child.stdout.on("error", () => {});
      child.stdout.on("data", (text: string) => {
        if (answer.length < 1_000_000) answer += text;
      });
      child.on("close", () => {
        clearTimeout(timer);
        clearTimeout(end);
        try {
          done((JSON.parse(answer) as { context?: unknown }).context);
        } catch {
          done("");
        }
      });
      child.stdin.end(JSON.stringify(payload));
    } catch {
      done("");
    }
  });
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.map((part: Fields) => (part?.["type"] === "text" ? String(part["text"]) : "")).join("\n");
}

/** pi's bash tool ends the text of a failed command with its exit code; 0 when it did not fail. */
function exitCode(event: Fields): number | null {
  if (event["toolName"] !== "bash") return null;
  if (event["isError"] !== true) return 0;
  const code = /Command exited with code (\d+)\s*$/.exec(textOf(event["content"]))?.[1];
  return code === undefined ? null : Number(code);
}

export default function passdown(pi: Pi): void {
  let brief = "";

  const payload = (event: string, context: PiContext, more: Fields = {}): Fields & { readonly cwd: string } => {
    const file = context.sessionManager?.getSessionFile?.() ?? null;
    const named = file === null ? undefined : /_([^_/\\]+)\.jsonl$/.exec(file)?.[1];
    const usage = context.getContextUsage?.();
    return {
      session_id: context.sessionManager?.getSessionId?.() ?? named ?? file ?? "",
      transcript_path: file,
      cwd: context.cwd,
      event,
      context: { tokens: usage?.tokens ?? null, window: usage?.contextWindow ?? null },
      ...more,
    };
  };
  /** A handler that can only fail quietly: losing one record is better than stopping somebody's work. */
  const on = (name: string, work: (event: Fields, context: PiContext) => Promise<unknown>): void =>
    pi.on(name, async (event, context) => {
      try {
        return await work(event ?? {}, context);
      } catch {
        return undefined;
      }
    });

  on("session_start", async (event, context) => {
    brief = await ask("session_start", payload("session_start", context, { source: event["reason"] ?? null }));
  });
  on("before_agent_start", async (event, context) => {
    const note = await ask("before_agent_start", payload("prompt", context, { prompt: event["prompt"] ?? "" }));
    const content = [brief, note].filter((text) => text !== "").join("\n\n");
    brief = "";
    return content === "" ? undefined : { message: { customType: "passdown", content, display: false } };
  });
  on("tool_call", async (event, context) => {
    const { toolName, toolCallId, input } = event;
    await ask(
      "tool_call",
      payload("tool_start", context, { tool_name: toolName, call_id: toolCallId, tool_input: input }),
    );
  });
  on("tool_result", async (event, context) => {
    const { toolName, toolCallId, input, content, isError } = event;
    const told = { tool_name: toolName, call_id: toolCallId, tool_input: input };
    const result = { exit_code: exitCode(event), is_error: isError === true, output: textOf(content) };
    const note = await ask("tool_result", payload("tool_end", context, { ...told, ...result }));
    if (note !== "") brief = brief === "" ? note : `${brief}\n\n${note}`;
  });
  on("agent_end", async (_event, context) => {
    await ask("agent_end", payload("turn_end", context));
  });
  on("session_before_compact", async (_event, context) => {
    await ask("session_before_compact", payload("compact", context));
  });
  on("session_shutdown", async (event, context) => {
    await ask("session_shutdown", payload("session_end", context, { reason: event["reason"] ?? null }));
  });
}
