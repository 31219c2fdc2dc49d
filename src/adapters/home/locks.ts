import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import type { ProcessIdentity } from "../../domain/home.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import { discard } from "../durable/temp-file.ts";
import type { IsAlive } from "./claims.ts";
import type { HomeFolder } from "./home-folder.ts";
import { numberedName, numbersIn } from "./numbered-name.ts";
import { readNames, readRegularFile } from "./read-file.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";
import { lockStepShape, type LockStep } from "./shapes.ts";

/** `share`: what remotes held and what was taken from them; `trust`: whose keys are believed. */
export type LockName = "share" | "trust";

export interface LockRequest {
  readonly holder: ProcessIdentity;
  /** UTC ISO 8601. */
  readonly at: string;
  /** How long to wait for whoever holds it. */
  readonly seconds: number;
}

/**
 * For what is read, changed and written again as a whole: one process at a time. Numbered steps, each created exclusively,
 * as claims are; the newest says who holds it. Held until it is left, or its process is proven dead; never ended by age.
 */
export interface Locks {
  /** Fails with `home_busy` when somebody else holds it for longer than that. */
  readonly hold: <T>(name: LockName, request: LockRequest, work: () => Promise<T>) => Promise<T>;
}

const pollMs = 25;

export function createLocks(folder: HomeFolder, isAlive: IsAlive): Locks {
  return {
    hold: async (name, request, work) => {
      const until = performance.now() + request.seconds * 1000;
      let mine = take(folder, isAlive, name, request);
      while (typeof mine !== "number") {
        if (performance.now() >= until) throw busy(folder, name, mine, request.seconds);
        await sleep(pollMs);
        mine = take(folder, isAlive, name, request);
      }
      try {
        return await work();
      } finally {
        // A kill before this leaves a step of a process that is dead, which holds nobody up.
        write(folder, name, mine + 1, { kind: "left" });
      }
    },
  };
}

interface Held {
  readonly seq: number;
  readonly step: LockStep & { readonly kind: "taken" };
}

/** The number of one's own step, or who holds it. */
function take(folder: HomeFolder, isAlive: IsAlive, name: LockName, { holder, at }: LockRequest): number | Held {
  for (;;) {
    const { seq, step } = readNewest(folder, name);
    if (step?.kind === "taken" && isAlive(step.holder) !== false) return { seq, step };
    if (write(folder, name, seq + 1, { kind: "taken", holder, at }) === "exists") continue;
    // Steps before the newest are removed: whoever was slow may have made one that counts no more.
    if (newestNumber(folder, name) !== seq + 1) continue;
    for (const number of numbers(folder, name))
      if (number <= seq) discard(folder.at("locks", name, numberedName(number)));
    return seq + 1;
  }
}

function numbers(folder: HomeFolder, name: LockName): readonly number[] {
  return numbersIn(readNames(folder.at("locks", name)).names);
}

function newestNumber(folder: HomeFolder, name: LockName): number {
  return Math.max(0, ...numbers(folder, name));
}

function readNewest(folder: HomeFolder, name: LockName): { readonly seq: number; readonly step: LockStep | null } {
  for (;;) {
    const seq = newestNumber(folder, name);
    if (seq === 0) return { seq, step: null };
    const path = folder.at("locks", name, numberedName(seq));
    const file = readRegularFile(path, 1024 * 1024);
    // Removed since its name was read: there is a newer one.
    if (file.state === "missing") continue;
    const decoded = file.state === "read" ? decodeRecord(new TextDecoder().decode(file.bytes), lockStepShape) : null;
    if (decoded?.ok === true) return { seq, step: decoded.value };
    throw unreadable(path, decoded === null ? file.state : decoded.detail);
  }
}

function write(folder: HomeFolder, name: LockName, seq: number, step: LockStep): "created" | "exists" {
  return folder.keep(() => {
    const dir = folder.prepare("locks", name);
    return createExclusive(`${dir}/${numberedName(seq)}`, `${encodeRecord(step)}\n`, { scratch: folder.scratch() });
  });
}

function busy(folder: HomeFolder, name: LockName, { seq, step }: Held, seconds: number): AppError {
  const { pid, host, command } = step.holder;
  return new AppError({
    kind: "environment",
    code: "home_busy",
    message: `process ${pid} (${command}) on ${host} has worked on the same since ${step.at}, and did not end within ${seconds} s`,
    hint: `nothing was changed: try again when it has ended; if no such process runs there any more, remove ${folder.at("locks", name, numberedName(seq))}`,
  });
}

function unreadable(path: string, detail: string): AppError {
  return new AppError({
    kind: "environment",
    code: "lock_unreadable",
    message: `cannot read who is at work from ${JSON.stringify(path)}: ${detail}`,
    hint: "make sure that no passdown pushes, fetches or changes trust here, then remove that file",
  });
}
