import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { storeName } from "../domain/team/store-name.ts";
import { openWorkspace } from "./workspace.ts";

export interface TrustedStore {
  readonly result: "added" | "unchanged";
  /** Without what lets anybody in. */
  readonly store: string;
}

/** Lets this home use the store that the repository's configuration names: what runs here is told to it from now on. */
export async function trustStore(context: Context): Promise<TrustedStore> {
  const { config, home } = await openWorkspace(context, { tree: false });
  if (config.store === null) {
    throw new AppError({
      kind: "config",
      code: "store_not_named",
      message: "the configuration of this repository names no team store",
      hint: "set the key `store` in passdown.config.json, or PASSDOWN_STORE, which needs no trust",
    });
  }
  const store = storeName(config.store);
  if (store === null) {
    throw new AppError({
      kind: "config",
      code: "store_address_invalid",
      message: "the key `store` of passdown.config.json is no address of a team store",
      hint: "postgres://… or file:///…",
    });
  }
  if (home.team.isTrusted(config.store)) return { result: "unchanged", store };
  home.team.trust(config.store);
  return { result: "added", store };
}
