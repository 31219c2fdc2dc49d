import { existsSync } from "node:fs";
import type { Context } from "../context.ts";
import { openCommand, type OpenWish } from "../domain/clients/open-command.ts";
import type { Decision, Reason } from "../domain/decision.ts";
import { AppError } from "../domain/errors.ts";
import { quoteCommand } from "../domain/feedback/quote-command.ts";
import type { ClientName } from "../domain/session/client-name.ts";
import { pickup, type PickupResult } from "./pickup.ts";

export interface OpenOptions {
  readonly client: ClientName;
  readonly session: OpenWish["session"];
  readonly plan: boolean;
  /** Start although a human should look first; a `stop` is never passed over. */
  readonly anyway: boolean;
}

export interface OpenResult {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly packet_id: string | null;
  readonly client: ClientName;
  /** Folder to start in. */
  readonly cwd: string;
  /** null when pickup says that nothing may be started. */
  readonly argv: readonly string[] | null;
  /** The same as one line of shell. */
  readonly command: string | null;
  readonly brief: string;
  /** The brief could not be handed over on the command line. */
  readonly prompt_left_out: boolean;
}

/** How to start a client on the active packet, where its branch is checked out; starts nothing itself. */
export async function openClient(context: Context, options: OpenOptions): Promise<OpenResult> {
  const { picked, cwd } = await pickUpWhereItIs(context);
  const { decision, reasons, packet_id, brief } = picked;
  const may = decision === "proceed" || decision === "reverify" || (decision === "needs_human" && options.anyway);
  const base = { decision, reasons, packet_id, client: options.client, cwd, brief };
  if (!may) return { ...base, argv: null, command: null, prompt_left_out: false };
  const { client, session, plan } = options;
  const command = openCommand({ client, session, plan, prompt: `${brief.trimEnd()}\n` });
  if (!command.ok) {
    throw new AppError({
      kind: "usage",
      code: "client_cannot",
      message: command.why,
      hint: `start it without: passdown open ${client}`,
    });
  }
  const { argv, promptLeftOut } = command;
  return { ...base, argv, command: quoteCommand({ argv }), prompt_left_out: promptLeftOut };
}

/** A packet whose branch is checked out in another worktree is followed there. */
async function pickUpWhereItIs(context: Context): Promise<{ readonly picked: PickupResult; readonly cwd: string }> {
  const picked = await pickup(context, { limits });
  const elsewhere = picked.reasons.find(({ code }) => code === "wrong_branch" || code === "wrong_worktree")?.paths?.[0];
  if (picked.decision !== "stop" || elsewhere === undefined || !existsSync(elsewhere))
    return { picked, cwd: context.cwd };
  const { begun: _, ...rest } = context;
  const there = await pickup({ ...rest, cwd: elsewhere }, { limits });
  return there.decision === "stop" ? { picked, cwd: context.cwd } : { picked: there, cwd: elsewhere };
}

/** The same size as what hooks inject. */
const limits = { tokens: 2_000, chars: 9_000 } as const;
