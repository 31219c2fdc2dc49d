import { findHome } from "../../adapters/home/find-home.ts";
import { openHome } from "../../adapters/home/open-home.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import type { Workspace } from "../workspace.ts";

/** What a look into the home alone needs: nothing of git is asked. */
export type HomeView = Pick<Workspace, "context" | "home" | "redactor">;

export function openHomeView(context: Context): HomeView {
  const home = openHome({ path: findHome(context.cwd, context.env).home, isAlive });
  return { context, home, redactor: createRedactor() };
}

/** One scene after another: a read that was begun before the program was loaded tells of the first alone. */
export function withoutBegun(context: Context): Context {
  const { begun: _, ...rest } = context;
  return rest;
}
