import { addTrust, listTrust, removeTrust } from "../../app/trust.ts";
import { trustStore as allowStore } from "../../app/trust-store.ts";
import { renderTrustedStore } from "../../render/terminal/team.ts";
import { renderSigners, renderTrustChange } from "../../render/terminal/trust.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { JsonFlag } from "../routes.ts";
import type { TrustAddFlags } from "../share-routes.ts";

export async function trustAdd(this: CliContext, flags: TrustAddFlags, ...words: readonly string[]): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await addTrust(this.context, { key: words.join(" "), name: flags.name ?? null });
    return { exit: exitCode.yes, result, text: (style) => renderTrustChange(result, style) };
  });
}

export async function trustList(this: CliContext, flags: JsonFlag): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await listTrust(this.context);
    return { exit: exitCode.yes, result, text: (style) => renderSigners(result, style) };
  });
}

export async function trustStore(this: CliContext, flags: JsonFlag): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await allowStore(this.context);
    return { exit: exitCode.yes, result, text: (style) => renderTrustedStore(result, style) };
  });
}

export async function trustRemove(this: CliContext, flags: JsonFlag, which: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await removeTrust(this.context, which);
    return { exit: exitCode.yes, result, text: (style) => renderTrustChange(result, style) };
  });
}
