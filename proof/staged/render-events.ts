import type { RenderedEvent } from "../proof-case.ts";
import type { StagedSession, Tool } from "./session.ts";

/** The session as plain text, every event in order. */
export function renderEvents(session: StagedSession): readonly RenderedEvent[] {
  return session.events.flatMap((event): RenderedEvent[] => {
    switch (event.kind) {
      case "user":
      case "agent":
        return [{ kind: event.kind, text: event.text }];
      case "compaction":
        return [{ kind: "agent", text: `[the conversation was compacted] ${event.summary}` }];
      case "interruption":
        return [{ kind: "user", text: "[interrupted by the user]" }];
      case "call": {
        const text = renderCall(event.tool);
        if (event.result === null) return [{ kind: "call", text: `${text} [no result]` }];
        const { output, exit } = event.result;
        // On the line of the command, so that a tail which holds it tells its result.
        const code = event.tool.name === "command" ? ` [exit code ${exit ?? "unknown"}]` : "";
        return [
          { kind: "call", text: text + code },
          { kind: "output", text: output },
        ];
      }
    }
  });
}

function renderCall(tool: Tool): string {
  switch (tool.name) {
    case "command":
      return `$ ${tool.command}`;
    case "read":
      return `read ${tool.path}`;
    case "search":
      return `search ${tool.pattern} in ${tool.path}`;
    case "edit":
      return `edit ${tool.path}\n- ${tool.old}\n+ ${tool.new}`;
    case "write":
      return `write ${tool.path}\n${tool.content}`;
    case "todos":
      return `todos\n${tool.items.map(({ text, status }) => `[${status}] ${text}`).join("\n")}`;
    case "ask":
      return `ask the user: ${tool.question}`;
  }
}
