import type { CallLogs } from "../../adapters/home/call-logs.ts";
import { findHome } from "../../adapters/home/find-home.ts";
import { openHome } from "../../adapters/home/open-home.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { delivers, shapeAnswer } from "../../domain/hooks/answer.ts";
import type { HookCall } from "../../domain/hooks/hook-call.ts";
import { rememberTranscript } from "../../domain/hooks/remembered-transcript.ts";
import type { Moment } from "../../domain/hooks/moment.ts";
import { isClientName, type ClientName } from "../../domain/session/client-name.ts";
import { readEvidence } from "../gather.ts";
import { releaseSession } from "../release.ts";
import { openWorkspace } from "../workspace.ts";
import { awaitsBrief, briefSession, expectBrief } from "./brief-session.ts";
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
      return start(context, request);
    case "prompt":
      return delivers(client, moment) ? makeUpFor(context, request) : "";
    case "turn_end":
    case "compact":
      await refreshPacket(context, { client, sessionId, transcript: call.transcript, branch: null, ended: false });
      return "";
    case "end":
      await releaseSession(context, sessionId);
      return "";
    case "tool_start":
    case "tool_end":
      await witnessTree(context, { client, sessionId, call, moment: moment === "tool_start" ? "before" : "after" });
      return "";
  }
}

async function start(context: Context, { client, sessionId, call }: ServedRequest): Promise<string> {
  await sweepSessions(context, { client, sessionId, source: call.source });
  const reaches = delivers(client, "start");
  const workspace = await openWorkspace(context, { tree: reaches });
  const evidence = await readEvidence(workspace, null);
  writeSettings(workspace, evidence);
  workspace.home.pruneSessions();
  const calls = callLogs(context);
  // Where the client does not name its transcript, a later start by another client could not find it.
  const path = call.transcript === null ? findTranscript(client, { sessionId, named: [] }, context.env) : null;
  if (path !== null) calls.append(client, sessionId, rememberTranscript(path));
  if (reaches) return briefSession(workspace, { client, sessionId, source: call.source, calls, evidence });
  expectBrief(calls, { client, sessionId });
  return "";
}

/** At a prompt only what could not be said at the start is made up for: nearly always there is nothing. */
async function makeUpFor(context: Context, { client, sessionId, call }: ServedRequest): Promise<string> {
  const calls = callLogs(context);
  if (!awaitsBrief(calls, { client, sessionId })) return "";
  const workspace = await openWorkspace(context, { tree: true });
  const evidence = await readEvidence(workspace, null);
  return briefSession(workspace, { client, sessionId, source: call.source, calls, evidence });
}

/** Of the home where the hook writes: known before git is asked. */
function callLogs({ cwd, env }: Context): CallLogs {
  return openHome({ path: findHome(cwd, env).home, isAlive }).calls;
}
