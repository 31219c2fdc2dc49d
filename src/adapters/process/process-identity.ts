import { execFileSync } from "node:child_process";
import { hostname } from "node:os";
import process from "node:process";
import type { ProcessIdentity } from "../../domain/home.ts";
import { readBootId, readCommandLine, readProcStat } from "./read-proc.ts";

/** What tells a process from a later one with the same pid; null when there is no such process. */
export function readProcessIdentity(pid: number): ProcessIdentity | null {
  const facts = readFacts(pid);
  if (facts === null || facts === "unknown") return null;
  return { pid, startTime: facts.startTime, bootId: readBootId(), host: hostname(), command: facts.command };
}

/** This process, as others will have to tell it from a later one of its pid. */
export function ownIdentity(pid: number): ProcessIdentity {
  return readProcessIdentity(pid) ?? { pid, startTime: null, bootId: readBootId(), host: hostname(), command: "" };
}

/** Whether that very process still runs; "unknown" on another host, or where the system does not tell its start time. */
export function isAlive(identity: ProcessIdentity): boolean | "unknown" {
  if (identity.host !== hostname()) return "unknown";
  const bootId = readBootId();
  if (bootId !== null && identity.bootId !== null && bootId !== identity.bootId) return false;
  const facts = readFacts(identity.pid);
  if (facts === null || facts === "unknown") return facts ?? false;
  if (identity.startTime === null || facts.startTime === null) return "unknown";
  return identity.startTime === facts.startTime;
}

interface Facts {
  readonly startTime: string | null;
  readonly command: string;
}

/** null: it does not run (a zombie has ended, too). */
function readFacts(pid: number): Facts | null | "unknown" {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const stat = readProcStat(pid);
  if (stat !== null) {
    return stat.state === "Z" || stat.state === "X"
      ? null
      : { startTime: stat.startTime, command: describe(readCommandLine(pid)) };
  }
  if (readProcStat("self") !== null) return null;
  return process.platform === "win32" ? askSystem(pid) : askPs(pid);
}

/** Systems without /proc, such as macOS: ps tells the start to the second. */
function askPs(pid: number): Facts | null | "unknown" {
  try {
    const line = execFileSync("ps", ["-o", "lstart=,stat=,comm=", "-p", String(pid)], {
      encoding: "utf8",
      timeout: 2000,
      stdio: ["ignore", "pipe", "ignore"],
      // The time is printed in the local zone and language: both must stay the same for an identity to match.
      env: { LC_ALL: "C", TZ: "UTC", PATH: "/bin:/usr/bin" },
    }).trim();
    const match = /^(\w+ +\w+ +\d+ +[\d:]+ +\d{4}) +(\S+) +(.*)$/.exec(line);
    if (match === null) return "unknown";
    const [, startTime = "", state = "", command = ""] = match;
    return state.startsWith("Z") ? null : { startTime: startTime.replace(/ +/g, " "), command: describe([command]) };
  } catch {
    return askSystem(pid); // ps exits 1 for a pid that is not there, and may be missing altogether.
  }
}

function askSystem(pid: number): null | "unknown" {
  try {
    process.kill(pid, 0);
    return "unknown";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH" ? null : "unknown";
  }
}

/** Program and script by name: arguments could hold a secret, and this text is stored. */
function describe(words: readonly string[]): string {
  const [program = "", script = ""] = words;
  const names = script === "" || script.startsWith("-") ? [program] : [program, script];
  return names.map((name) => name.slice(name.lastIndexOf("/") + 1)).join(" ");
}
