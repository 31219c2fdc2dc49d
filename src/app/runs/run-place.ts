import { resolve } from "node:path";
import { findHome } from "../../adapters/home/find-home.ts";
import type { Context } from "../../context.ts";

/** Folder that holds `runs` and `recovery-records`: `--root`, else the home. */
export function runRoot({ cwd, env }: Context, root: string | null): string {
  return root === null ? findHome(cwd, env).home : resolve(cwd, root);
}
