import { join, resolve } from "node:path";

export interface HomeLocation {
  /** Absolute. */
  readonly path: string;
  /** What decided it: PASSDOWN_HOME, the repository's git folder, or the folder itself outside git. */
  readonly from: "environment" | "git" | "folder";
}

/** `$PASSDOWN_HOME`, else `<git common dir>/passdown`, else `<root>/.passdown`. An empty variable counts as unset. */
export function locateHome(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly root: string;
  readonly commonDir: string | null;
}): HomeLocation {
  const chosen = options.env["PASSDOWN_HOME"];
  if (chosen !== undefined && chosen !== "") return { path: resolve(options.cwd, chosen), from: "environment" };
  if (options.commonDir !== null) return { path: join(options.commonDir, "passdown"), from: "git" };
  return { path: join(options.root, ".passdown"), from: "folder" };
}
