import process from "node:process";

/** The writer's own pid: it stands in the names of temp files, so that dead writers' leftovers can be told. */
export function ownPid(): number {
  return process.pid;
}

/** The effective user; null where the system has none (Windows). */
export function ownUser(): number | null {
  return process.geteuid?.() ?? null;
}

export function onWindows(): boolean {
  return process.platform === "win32";
}

/** False only when the system says that no such process exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
