import process from "node:process";
import { sha256 } from "../../domain/digest.ts";
import { execVariable, formatExecMarker, parseExecMarker } from "../../domain/feedback/exec-marker.ts";
import type { ProcessIdentity } from "../../domain/home.ts";
import { listPids } from "./list-processes.ts";
import { readProcessIdentity } from "./process-identity.ts";
import { readVariable } from "./read-proc.ts";

/** One attempt at a step of one run; the digest of `context.json` names the run wherever its folder lies. */
export interface StepMark {
  readonly contextSha256: string;
  readonly key: string;
  readonly attempt: number;
}

/** What the processes of a step's command carry in their environment. */
export function stepMarker(mark: StepMark, executor: ProcessIdentity): string {
  return formatExecMarker({ ...parts(mark), pid: executor.pid, startTime: executor.startTime });
}

/**
 * Processes of such attempts that still live: when an executor is killed, the command that it ran goes on, and its effect
 * may be still to come. Linux only: elsewhere another process's environment cannot be read, and nothing is found.
 */
export function findStepProcesses(marks: readonly StepMark[]): readonly ProcessIdentity[] {
  const wanted = new Set(marks.map((mark) => key(parts(mark))));
  if (wanted.size === 0) return [];
  return listPids().flatMap((pid) => {
    const value = pid === process.pid ? null : readVariable(pid, execVariable);
    const found = value === null ? null : parseExecMarker(value);
    return found !== null && wanted.has(key(found)) ? (readProcessIdentity(pid) ?? []) : [];
  });
}

function parts({ contextSha256, key: step, attempt }: StepMark): { readonly home: string; readonly id: string } {
  return { home: contextSha256.slice(0, 12), id: sha256(JSON.stringify([step, attempt])).slice(0, 12) };
}

function key({ home, id }: { readonly home: string; readonly id: string }): string {
  return `${home}:${id}`;
}
