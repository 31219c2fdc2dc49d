// passdown for OpenCode: tells passdown's hook what happens in a session, and gives the model what it answers.
// Never throws into the client, never prints, never holds it up for more than ten seconds.
import { spawn } from "node:child_process";

const COMMAND = ["passdown-hook"];

const patience = 10_000;
const longest = 60_000;

/** Hooks under way: the client may end before it has waited for them. */
const pending = new Set();

/** Runs the hook with a payload on its stdin; what it wants the model to read, or "". */
function ask(event, payload) {
  const asked = start(event, payload);
  pending.add(asked);
  asked.then(() => pending.delete(asked));
  return asked;
}

function start(event, payload) {
  return new Promise((resolve) => {
    let answer = "";
    const done = (text) => resolve(typeof text === "string" ? text : "");
    const timer = setTimeout(() => done(""), patience);
    timer.unref?.();
    try {
      const [program, ...args] = COMMAND;
      const child = spawn(program, [...args, "--client", "opencode", event], {
        cwd: payload.cwd,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      const end = setTimeout(() => child.kill("SIGKILL"), longest);
      end.unref?.();
      child.on("error", () => done(""));
      child.stdin.on("error", () => {});
      child.stdout.setEncoding("utf8");
      child.stdout.on("error", () => {});
      child.stdout.on("data", (text) => {
        if (answer.length < 1_000_000) answer += text;
      });
      child.on("close", () => {
        clearTimeout(timer);
        clearTimeout(end);
        try {
          done(JSON.parse(answer).context);
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

/** A hook that can only fail quietly. */
const quiet =
  (work) =>
  async (...args) => {
    try {
      await work(...args);
    } catch {
      // Losing one record is better than stopping somebody's work.
    }
  };

export const Passdown = async ({ directory, worktree }) => {
  const cwd = directory ?? worktree;
  /** Session → {start: promise of its brief, brief, note, tokens, window}. */
  const sessions = new Map();
  /** Session of a sub-agent → the session that it works for. */
  const parents = new Map();
  /** Calls under way: id → {session, agent, tool, input}. */
  const open = new Map();
  let latest = null;

  const rootOf = (id) => {
    let root = id;
    for (let step = 0; parents.has(root) && step < 20; step += 1) root = parents.get(root);
    return root;
  };
  const payload = (id, event, more = {}) => {
    const { tokens = null, window = null } = sessions.get(id) ?? {};
    return { session_id: id, cwd, event, context: { tokens, window }, ...more };
  };
  const begin = (id, source) => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const session = { start: Promise.resolve(), brief: "", note: "", tokens: null, window: null };
    sessions.set(id, session);
    session.start = ask("session.created", payload(id, "session_start", { source })).then((text) => {
      session.brief = text;
    });
    return session;
  };
  const toolEnd = async (callId, result) => {
    const call = open.get(callId);
    if (call === undefined) return;
    open.delete(callId);
    const { session, agent, tool, input } = call;
    const more = { tool_name: tool, call_id: callId, tool_input: input, agent_id: agent, ...result };
    const text = await ask("tool.execute.after", payload(session, "tool_end", more));
    const state = sessions.get(session);
    if (text !== "" && state !== undefined) state.note = text;
  };

  const onEvent = async ({ event }) => {
    const { type, properties = {} } = event;
    if (type === "session.created" && properties.info !== undefined) {
      const { id, parentID } = properties.info;
      if (parentID) parents.set(id, parentID);
      else begin(id, "startup");
    } else if (type === "message.updated" && properties.info?.role === "assistant") {
      const { sessionID, tokens } = properties.info;
      const session = sessions.get(sessionID);
      const used =
        (tokens?.input ?? 0) + (tokens?.output ?? 0) + (tokens?.cache?.read ?? 0) + (tokens?.cache?.write ?? 0);
      if (session !== undefined && used > 0) session.tokens = used;
    } else if (type === "message.part.updated" && properties.part?.type === "tool") {
      const { callID, state } = properties.part;
      // A tool that failed by throwing has no "after".
      if (state?.status === "error")
        await toolEnd(callID, { exit_code: null, is_error: true, output: String(state.error ?? "") });
    } else if (type === "session.idle" && sessions.has(properties.sessionID)) {
      await ask("session.idle", payload(properties.sessionID, "turn_end"));
    }
  };

  return {
    event: quiet(onEvent),
    "chat.params": quiet(async ({ sessionID, model }) => {
      const session = sessions.get(rootOf(sessionID));
      const window = model?.limit?.context;
      if (session !== undefined && rootOf(sessionID) === sessionID && window > 0) session.window = window;
    }),
    "chat.message": quiet(async ({ sessionID }, output) => {
      if (parents.has(sessionID)) return;
      latest = sessionID;
      // A session that is resumed tells of itself only here.
      const session = begin(sessionID, "resume");
      await session.start;
      const prompt = (output?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join("\n");
      session.note = await ask("chat.message", payload(sessionID, "prompt", { prompt }));
    }),
    "experimental.chat.system.transform": quiet(async (input, output) => {
      const id = input?.sessionID ?? latest;
      const session = id === null || parents.has(id) ? undefined : sessions.get(id);
      if (session === undefined) return;
      await session.start;
      for (const text of [session.brief, session.note]) if (text !== "") output.system.push(text);
    }),
    "tool.execute.before": quiet(async ({ tool, sessionID, callID }, output) => {
      const session = rootOf(sessionID);
      const agent = session === sessionID ? null : sessionID;
      open.set(callID, { session, agent, tool, input: output?.args ?? {} });
      const more = { tool_name: tool, call_id: callID, tool_input: output?.args ?? {}, agent_id: agent };
      await ask("tool.execute.before", payload(session, "tool_start", more));
    }),
    "tool.execute.after": quiet(async ({ callID }, output) => {
      const exit = output?.metadata?.exit;
      const code = Number.isInteger(exit) ? exit : null;
      await toolEnd(callID, {
        exit_code: code,
        is_error: code !== null && code !== 0,
        output: String(output?.output ?? ""),
      });
    }),
    "experimental.session.compacting": quiet(async ({ sessionID }, output) => {
      const text = await ask("experimental.session.compacting", payload(rootOf(sessionID), "compact"));
      if (text !== "") output.context.push(text);
    }),
    dispose: quiet(async () => {
      await Promise.all(pending);
      await Promise.all([...sessions.keys()].map((id) => ask("dispose", payload(id, "session_end"))));
    }),
  };
};
