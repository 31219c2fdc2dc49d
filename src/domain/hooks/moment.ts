/** Where in a session a client's hook speaks. */
export type Moment = "start" | "prompt" | "tool_start" | "tool_end" | "turn_end" | "compact" | "end";

/** Event names of all clients, lower-cased without separators. What is not here leaves no trace. */
const moments: Readonly<Record<string, Moment>> = {
  sessionstart: "start",
  sessioncreated: "start",
  userpromptsubmit: "prompt",
  userpromptsubmitted: "prompt",
  beforeagent: "prompt",
  beforesubmitprompt: "prompt",
  beforeagentstart: "prompt",
  chatmessage: "prompt",
  pretooluse: "tool_start",
  beforetool: "tool_start",
  beforeshellexecution: "tool_start",
  toolstart: "tool_start",
  toolcall: "tool_start",
  toolexecutebefore: "tool_start",
  posttooluse: "tool_end",
  posttoolusefailure: "tool_end",
  aftertool: "tool_end",
  aftershellexecution: "tool_end",
  toolend: "tool_end",
  toolresult: "tool_end",
  toolexecuteafter: "tool_end",
  stop: "turn_end",
  afteragent: "turn_end",
  agentstop: "turn_end",
  agentend: "turn_end",
  sessionidle: "turn_end",
  turnend: "turn_end",
  interrupt: "turn_end",
  precompact: "compact",
  sessionbeforecompact: "compact",
  experimentalsessioncompacting: "compact",
  sessionend: "end",
  sessionshutdown: "end",
  dispose: "end",
};

export function momentOf(eventName: string): Moment | null {
  const name = eventName.toLowerCase().replace(/[^a-z]/g, "");
  return Object.hasOwn(moments, name) ? (moments[name] ?? null) : null;
}
