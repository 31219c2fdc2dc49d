import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { delivers, shapeAnswer } from "../../domain/hooks/answer.ts";
import type { HookCall } from "../../domain/hooks/hook-call.ts";
import type { Moment } from "../../domain/hooks/moment.ts";
import { isClientName, type ClientName } from "../../domain/session/client-name.ts";
import { briefSession, expectBrief } from "./brief-session.ts";
import { findTranscript } from "./find-transcript.ts";
import { refreshPacket } from "./refresh-packet.ts";
import { sweepSessions } from "./sweep-sessions.ts";
import { witnessTree } from "./witness-tree.ts";
import { writeSettings } from "./write-settings.ts";

/** An event that the hook could not serve by itself. */
export interface HookRequest {
  readonly client: string;
  /** The client's own name of the event. */
  readonly eventName: string;
  readonly moment: Moment;
  readonly call: HookCall;
  readonly sessionId: string;
  /** Absolute folder of the session. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Serves one event of a client. What comes back is printed for the client, word for word. */
export async function serveHook(context: Context, request: HookRequest): Promise<string> {
  const { client, moment, eventName } = request;
  if (!isClientName(client)) return "";
  try {
    const text = await serve(context, { ...request, client });
    return shapeAnswer(client, { moment, eventName }, text);
  } catch (error) {
    // Somebody has to hear that the configuration is wrong: nothing of passdown works until it is mended.
    if (error instanceof AppError && error.kind === "config" && delivers(client, moment)) {
      return shapeAnswer(client, { moment, eventName }, `passdown cannot work here: ${error.message}`);
    }
    throw error;
  }
}

type ServedRequest = HookRequest & { readonly client: ClientName };

async function serve(context: Context, request: ServedRequest): Promise<string> {
  const { client, sessionId, moment, call } = request;
  switch (moment) {
    case "start":
    case "prompt": {
      if (moment === "start") await begin(context, request);
      return delivers(client, moment) ? briefSession(context, { client, sessionId, moment, source: call.source }) : "";
    }
    case "turn_end":
    case "compact":
    case "end":
      await refreshPacket(context, { client, sessionId, transcript: call.transcript, branch: null, ended: false });
      return "";
    case "tool_start":
    case "tool_end":
      await witnessTree(context, { client, sessionId, call, moment: moment === "tool_start" ? "before" : "after" });
      return "";
  }
}

async function begin(context: Context, request: ServedRequest): Promise<void> {
  const { client, sessionId, call } = request;
  await sweepSessions(context, { client, sessionId, source: call.source });
  const workspace = await writeSettings(context);
  workspace.home.pruneSessions();
  if (!delivers(client, "start")) expectBrief(workspace.home, { client, sessionId });
  // Where the client does not name its transcript, a later start by another client could not find it.
  const path = call.transcript === null ? findTranscript(client, { sessionId, named: [] }, context.env) : null;
  if (path !== null) workspace.home.calls.append(client, sessionId, { phase: "transcript", path });
}
