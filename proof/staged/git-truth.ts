import type { Executed } from "./execute.ts";

/** Paths that the session changed, as git tells it: in its commits, wherever they are, and in the work tree. */
export function sessionPaths(executed: Executed): readonly string[] {
  const own = executed.scenario.foreign ?? {};
  return [...differing(executed)]
    .filter((path) => own[path] === undefined || executed.world.read(path) !== own[path])
    .sort();
}

/** Also the user's own files, and those that the session wrote and took back. */
export function changedPaths(executed: Executed): ReadonlySet<string> {
  const written = executed.session.events.flatMap((event) =>
    event.kind === "call" && (event.tool.name === "edit" || event.tool.name === "write") ? [event.tool.path] : [],
  );
  return new Set([...differing(executed), ...written]);
}

function differing({ world, base }: Executed): ReadonlySet<string> {
  const { git } = world;
  const committed = git
    .list(["log", "--all", "--format=", "--name-only", "--no-renames", "--not", base])
    .map((path) => path.trim());
  return new Set([
    ...committed.filter((path) => path !== ""),
    ...git.list(["diff", "--name-only", "--no-renames", base]),
    ...git.list(["ls-files", "--others", "--exclude-standard"]),
  ]);
}

/** The newest commit that was not there before the session; undefined where there is none. */
export function newestCommit({ world, base }: Executed): string | undefined {
  const newest = world.git(["rev-list", "--all", "--date-order", "--max-count=1", "--not", base]);
  return newest === "" ? undefined : newest;
}
