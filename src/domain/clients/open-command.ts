import type { ClientName } from "../session/client-name.ts";

/** How a client is to be started. */
export interface OpenWish {
  readonly client: ClientName;
  /** What the session begins with; null where a session of old goes on by itself. */
  readonly prompt: string | null;
  readonly session:
    | { readonly kind: "fresh" }
    /** The last one of this folder. */
    | { readonly kind: "continue" }
    /** null: the client shows a list to pick from. */
    | { readonly kind: "resume"; readonly id: string | null };
  /** Look and plan first, change nothing. */
  readonly plan: boolean;
}

export type OpenCommand =
  | {
      readonly ok: true;
      readonly argv: readonly string[];
      /** The client takes no first prompt on its command line: its hook has to bring the brief. */
      readonly promptLeftOut: boolean;
    }
  | { readonly ok: false; readonly why: string };

interface Options {
  readonly program: string;
  /** Words that carry the first prompt; null where there is no way to hand one over. */
  readonly prompt: ((text: string) => readonly string[]) | null;
  readonly continue: readonly string[];
  readonly resume: (id: string | null) => readonly string[];
  /** null: the client cannot start so. */
  readonly plan: readonly string[] | null;
}

const asLast = (text: string): readonly string[] => [text];
const flagged =
  (flag: string) =>
  (text: string): readonly string[] => [flag, text];
const optional =
  (flag: string) =>
  (id: string | null): readonly string[] =>
    id === null ? [flag] : [flag, id];

/**
 * Each client's own words, as its --help tells them: Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, OpenCode
 * 1.18.33, pi 0.73.1, Copilot CLI 1.0.102, Qwen Code 0.24.4, Kimi Code 2.1.0, Droid 0.225.2. Cursor's are from its
 * documentation.
 */
const clients: Readonly<Record<ClientName, Options>> = {
  claude: {
    program: "claude",
    prompt: asLast,
    continue: ["--continue"],
    resume: optional("--resume"),
    plan: ["--permission-mode", "plan"],
  },
  codex: {
    program: "codex",
    prompt: asLast,
    continue: ["resume", "--last"],
    resume: optional("resume"),
    plan: null,
  },
  gemini: {
    program: "gemini",
    prompt: flagged("--prompt-interactive"),
    continue: ["--resume", "latest"],
    resume: (id) => (id === null ? ["--list-sessions"] : ["--resume", id]),
    plan: ["--approval-mode", "plan"],
  },
  opencode: {
    program: "opencode",
    prompt: flagged("--prompt"),
    continue: ["--continue"],
    resume: (id) => (id === null ? ["session", "list"] : ["--session", id]),
    plan: ["--agent", "plan"],
  },
  pi: {
    program: "pi",
    prompt: asLast,
    continue: ["--continue"],
    resume: (id) => (id === null ? ["--resume"] : ["--session", id]),
    plan: null,
  },
  copilot: {
    program: "copilot",
    prompt: flagged("--interactive"),
    continue: ["--continue"],
    resume: optional("--resume"),
    plan: null,
  },
  qwen: {
    program: "qwen",
    prompt: flagged("--prompt-interactive"),
    continue: ["--continue"],
    resume: optional("--resume"),
    plan: ["--approval-mode", "plan"],
  },
  kimi: {
    program: "kimi",
    prompt: null,
    continue: ["--continue"],
    resume: optional("--session"),
    plan: ["--plan"],
  },
  droid: {
    program: "droid",
    prompt: asLast,
    continue: ["--resume", "--last"],
    resume: optional("--resume"),
    plan: ["--use-spec"],
  },
  cursor: {
    program: "cursor-agent",
    prompt: asLast,
    continue: ["resume"],
    resume: (id) => (id === null ? ["ls"] : ["--resume", id]),
    plan: null,
  },
};

/** The command line that starts a client as wished; or why it cannot be started so. */
export function openCommand({ client, prompt, session, plan }: OpenWish): OpenCommand {
  const options = clients[client];
  if (plan && options.plan === null) return { ok: false, why: `${client} has no way to start in plan mode` };
  const chosen =
    session.kind === "fresh" ? [] : session.kind === "continue" ? options.continue : options.resume(session.id);
  const planned = plan ? (options.plan ?? []) : [];
  // A list to pick from takes no prompt, and a session that goes on is told by its client's hook.
  const told = session.kind === "fresh" && prompt !== null ? prompt : null;
  return {
    ok: true,
    argv: [options.program, ...chosen, ...planned, ...(told === null ? [] : (options.prompt?.(told) ?? []))],
    promptLeftOut: told !== null && options.prompt === null,
  };
}
