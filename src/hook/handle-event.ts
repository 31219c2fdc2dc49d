import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findHome, type FoundHome } from "../adapters/home/find-home.ts";
import type { HookRequest } from "../app/hooks/serve-hook.ts";
import { delivers, shapeAnswer } from "../domain/hooks/answer.ts";
import { callKey } from "../domain/hooks/call-key.ts";
import { readHookCall, type HookCall } from "../domain/hooks/hook-call.ts";
import { looksPlain } from "../domain/hooks/looks-plain.ts";
import { momentOf, type Moment } from "../domain/hooks/moment.ts";
import { isClientName } from "../domain/session/client-name.ts";
import { sessionFileName } from "../domain/hooks/session-file-name.ts";
import { appendCall, callsPath } from "./calls-log.ts";
import { findHolder } from "./holder.ts";
import { recordEvent } from "./record-event.ts";
import { readSettings, type HookSettings } from "./settings.ts";
import { touchFired } from "./touch-fired.ts";
import { watchContext } from "./watch-context.ts";

export interface HookInput {
  readonly client: string;
  readonly eventName: string;
  readonly payload: string;
  /** Asked only where the payload names no folder. */
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  /** Pid of the process that started this one. */
  readonly parent: number;
}

/** Either all is done and this is printed, or the whole program has to go on. */
export type Handled =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "serve"; readonly request: HookRequest };

const nothing: Handled = { kind: "answer", text: "" };

/** Does what a hook can do by itself; a tool event nearly always ends here. */
export function handleEvent(input: HookInput): Handled {
  const moment = momentOf(input.eventName);
  if (moment === null || !isClientName(input.client)) return nothing;
  const call = readHookCall(input.payload);
  if (call.sessionId === null) return nothing;
  const cwd = call.cwd === null ? input.cwd() : resolve(call.cwd);
  const found = findHome(cwd, input.env);
  const isNew = found.gitDir === null && !existsSync(found.home);
  if (isNew && ((moment !== "start" && moment !== "end") || isNobodysProject(cwd, input.env))) return nothing;
  touchFired(found.home, { client: input.client, eventName: input.eventName, now: input.now });
  const event: Event = { ...input, moment, call, sessionId: call.sessionId, folder: cwd, found };
  switch (moment) {
    case "start":
      record(event, "session_start");
      return serve(event);
    case "end":
      record(event, "session_end");
      // Only what is held in a store that a team shares has to be let go of now; clients wait little here.
      return existsSync(join(found.home, "team")) ? serve(event) : nothing;
    case "turn_end":
    case "compact":
      return serve(event);
    case "prompt":
      // Where the start cannot reach the model, the first prompt brings what it should have said.
      if (!delivers(event.client, "start")) return serve(event);
      return { kind: "answer", text: watch(event, readSettings(found.home)) };
    case "tool_start":
    case "tool_end":
      return handleTool(event);
  }
}

/** Clients are started everywhere: what is no folder of work gets no home by that. */
function isNobodysProject(cwd: string, env: HookInput["env"]): boolean {
  return !existsSync(cwd) || cwd === dirname(cwd) || cwd === env["HOME"] || cwd === env["USERPROFILE"];
}

interface Event extends Omit<HookInput, "cwd"> {
  readonly moment: Moment;
  readonly call: HookCall;
  readonly sessionId: string;
  readonly folder: string;
  readonly found: FoundHome;
}

function handleTool(event: Event): Handled {
  const { moment, call, found, now } = event;
  const settings = readSettings(found.home);
  const { command, callId } = call.tool;
  if (command !== null) {
    appendCall(callsPath(found.home, event.client, event.sessionId), {
      phase: moment === "tool_start" ? "start" : "end",
      call: callId === null ? null : callKey(callId),
      command: looksPlain(command) ? command : null,
      ...(call.exitCode === null ? {} : { exit_code: call.exitCode }),
      at: now.toISOString(),
    });
    if (settings.acceptance.includes(command.trim())) return serve(event);
  }
  return moment === "tool_end" ? { kind: "answer", text: watch(event, settings) } : nothing;
}

function watch(event: Event, settings: HookSettings): string {
  const { client, moment, eventName, found } = event;
  if (!delivers(client, moment)) return "";
  const memory = join(found.home, "calls", `${sessionFileName(client, event.sessionId)}.said.json`);
  if (!existsSync(dirname(memory))) return "";
  const text = watchContext({ client, call: event.call, thresholds: settings.context, memory, env: event.env });
  return shapeAnswer(client, { moment, eventName }, text);
}

function record(
  { client, call, sessionId, folder, found, now, parent }: Event,
  event: "session_start" | "session_end",
): void {
  recordEvent({
    event,
    client,
    sessionId,
    source: call.source,
    transcript: call.transcriptIsSecret ? null : call.transcript,
    cwd: folder,
    found,
    holder: event === "session_start" ? findHolder(parent) : null,
    now,
  });
}

function serve({ client, eventName, moment, call, sessionId, folder, env }: Event): Handled {
  return { kind: "serve", request: { client, eventName, moment, call, sessionId, cwd: folder, env } };
}
