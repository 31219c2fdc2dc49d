import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { performance } from "node:perf_hooks";
import process from "node:process";
import type { LeftProcess } from "../../domain/clean-state.ts";
import { execVariable, homeMark, parseExecMarker } from "../../domain/feedback/exec-marker.ts";
import { quoteCommand } from "../../domain/feedback/quote-command.ts";
import { listPids } from "./list-processes.ts";
import { readCommandLine, readProcStat, readVariable } from "./read-proc.ts";

const budget = 250;
const commandLimit = 500;

/**
 * Processes that commands recorded in this home left running: they carry its mark in their environment, and the
 * `passdown exec` that set it has ended. Linux only: elsewhere another process's environment cannot be read, and the
 * list is empty. Bounded in time; what was not looked at by then is not reported.
 */
export function findLeftProcesses(
  home: string,
  redact: (text: string) => string = (text) => text,
): readonly LeftProcess[] {
  const mark = homeMark(home);
  const deadline = performance.now() + budget;
  const found: number[] = [];
  // The newest first: what a session left behind is younger than the system's own processes.
  for (const pid of listPids().toReversed()) {
    if (performance.now() > deadline) break;
    const value = pid === process.pid ? null : readVariable(pid, execVariable);
    const marker = value === null ? null : parseExecMarker(value);
    if (marker?.home !== mark || runs(marker.pid, marker.startTime) || readProcStat(pid)?.state === "Z") continue;
    found.push(pid);
  }
  if (found.length === 0) return [];
  const ports = readListeners();
  return found
    .sort((a, b) => a - b)
    .map((pid) => ({
      pid,
      command: redact(quoteCommand({ argv: readCommandLine(pid) })).slice(0, commandLimit),
      cwd: readLink(`/proc/${pid}/cwd`) ?? "",
      ports: portsOf(pid, ports),
    }));
}

function runs(pid: number, startTime: string | null): boolean {
  const stat = readProcStat(pid);
  return stat !== null && stat.state !== "Z" && (startTime === null || stat.startTime === startTime);
}

/** Socket inode → TCP port, for sockets that listen. */
function readListeners(): ReadonlyMap<string, number> {
  const listening = "0A";
  const ports = new Map<string, number>();
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const row of readRows(table)) {
      const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
      if (state === listening) ports.set(inode, Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16));
    }
  }
  return ports;
}

function readRows(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n").slice(1);
  } catch {
    return []; // IPv6 may be off; without the table the ports are unknown, the process is still reported.
  }
}

function portsOf(pid: number, listeners: ReadonlyMap<string, number>): readonly number[] {
  let names: readonly string[];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return []; // It has just ended.
  }
  const ports = names.flatMap((name) => {
    const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${name}`) ?? "")?.[1];
    const port = inode === undefined ? undefined : listeners.get(inode);
    return port === undefined ? [] : [port];
  });
  return [...new Set(ports)].sort((a, b) => a - b);
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // It has just ended, or is not ours.
  }
}
