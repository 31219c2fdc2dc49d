import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository, temporaryFolder, type TestRepository } from "../git/repository.ts";
import { runHook } from "../hook/hook.ts";

/** A repository with a failing acceptance command, and a Claude Code session in it whose hooks are called by hand. */
export interface HookedSession {
  readonly repository: TestRepository;
  readonly transcript: string;
  /** Calls the built hook; returns what the client would give to its model. */
  readonly hook: (event: string, more?: Readonly<Record<string, unknown>>) => string;
  readonly say: (text: string) => void;
  /** The folder that the records name from now on. */
  readonly moveTo: (folder: string) => void;
  /** The model calls a command; the hook hears of it before it runs. */
  readonly call: (id: string, command: string) => void;
  /** It ended: 0 as Claude Code tells a success, anything else as it tells a failure. */
  readonly end: (id: string, command: string, exitCode: number, output?: string) => void;
}

export const acceptance = "node check.mjs";

export function hookedRepository(): TestRepository {
  const repository = createRepository("sha1", (own) => {
    own.write("check.mjs", 'console.error("the check is broken");\nprocess.exitCode = 3;\n');
    own.write("passdown.config.json", JSON.stringify({ acceptance: [acceptance] }));
    return own.write("a.txt", "a\n").commit("first");
  });
  return repository;
}

export function hookedSession(
  repository: TestRepository,
  id: string,
  folder: string = temporaryFolder(),
): HookedSession {
  const transcript = join(folder, `${id}.jsonl`);
  let records = 0;
  let folderNow = repository.root;
  const record = (more: object): void => {
    records += 1;
    const at = new Date(Date.now()).toISOString();
    const common = {
      sessionId: id,
      cwd: folderNow,
      version: "2.1.300",
      gitBranch: repository.git("branch", "--show-current").trim(),
      isSidechain: false,
    };
    const ids = { uuid: `${id}-${records}`, parentUuid: records === 1 ? null : `${id}-${records - 1}`, timestamp: at };
    appendFileSync(transcript, `${JSON.stringify({ ...common, ...ids, ...more })}\n`);
  };
  const hook: HookedSession["hook"] = (event, more = {}) => {
    const payload = {
      session_id: id,
      transcript_path: transcript,
      cwd: repository.root,
      hook_event_name: event,
      ...more,
    };
    const { status, stdout } = runHook({
      cwd: repository.root,
      args: ["--client", "claude", event],
      input: JSON.stringify(payload),
    });
    if (status !== 0) throw new Error(`the hook exits ${status}`);
    if (stdout === "") return "";
    const answer = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
    if (answer.hookSpecificOutput.hookEventName !== event) throw new Error("an answer to another event");
    return answer.hookSpecificOutput.additionalContext;
  };
  const tool = (callId: string, command: string) => ({
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: callId,
  });
  return {
    repository,
    transcript,
    hook,
    moveTo: (to) => void (folderNow = to),
    say: (text) => record({ type: "user", message: { role: "user", content: text } }),
    call: (callId, command) => {
      record({
        type: "assistant",
        message: {
          id: `m-${callId}`,
          role: "assistant",
          model: "claude-sonnet-4-5",
          content: [{ type: "tool_use", id: callId, name: "Bash", input: { command } }],
          usage: {
            input_tokens: 10,
            cache_read_input_tokens: 20_000,
            cache_creation_input_tokens: 0,
            output_tokens: 5,
          },
        },
      });
      hook("PreToolUse", tool(callId, command));
    },
    end: (callId, command, exitCode, output = "") => {
      const failed = exitCode !== 0;
      const content = failed ? `Exit code ${exitCode}\n${output}` : output;
      record({
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content, is_error: failed }] },
        toolUseResult: failed ? `Error: ${content}` : { stdout: output, stderr: "", interrupted: false },
      });
      hook(failed ? "PostToolUseFailure" : "PostToolUse", {
        ...tool(callId, command),
        ...(failed ? { error: content } : { tool_response: { stdout: output } }),
      });
    },
  };
}

/** Lines of the home's feedback log. */
export function feedbackOf(repository: TestRepository): readonly Readonly<Record<string, unknown>>[] {
  const path = join(repository.root, ".git", "passdown", "feedback", "0001.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
