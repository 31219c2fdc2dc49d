import { randomBytes } from "node:crypto";
import type * as v from "valibot";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import {
  lookShape,
  outageShape,
  settledShape,
  stepShape,
  type Look,
  type OutboxStep,
  type Outage,
  type Settled,
} from "../../domain/team/outbox.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import { discard } from "../durable/temp-file.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { numberedName, numbersIn } from "./numbered-name.ts";
import { readNames, readRegularFile } from "./read-file.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";

export interface NumberedStep {
  readonly seq: number;
  readonly step: OutboxStep;
  /** null: the store has not answered yet, as far as is known here. */
  readonly settled: Settled | null;
}

/** What a home keeps about one team store. */
export interface TeamFiles {
  /** The step that is on its way, or the last one that was settled; null before the first. */
  readonly newest: () => NumberedStep | null;
  /** Decides what goes under a number. "exists": another process was first, and its step is the one that goes. */
  readonly plan: (seq: number, step: OutboxStep) => "created" | "exists";
  /** Keeps the answer, and drops what lies before it unless the store refused it. */
  readonly settle: (seq: number, settled: Settled) => void;
  /** Writes that the store did not take, oldest first: the newest of them. */
  readonly refused: () => readonly NumberedStep[];
  readonly outage: () => Outage | null;
  /** null: the store answers. */
  readonly writeOutage: (outage: Outage | null) => void;
  readonly look: () => Look | null;
  readonly writeLook: (look: Look) => void;
}

/** What a home keeps about stores that a team shares. */
export interface TeamMemory {
  /** `key`: 16 hex digits that stand for the store. */
  readonly of: (key: string) => TeamFiles;
  /** Tells this home's writes from those of others; made with the first use. 32 hex digits. */
  readonly homeId: () => string;
  /** Whether somebody said that the store which a repository's configuration names may be used. */
  readonly isTrusted: (address: string) => boolean;
  readonly trust: (address: string) => void;
}

const maxBytes = 16 * 1024 * 1024;
const refusedKept = 50;

export function createTeamMemory(folder: HomeFolder): TeamMemory {
  const trustFile = (address: string): readonly string[] => ["team", "trusted", sha256(address).slice(0, 32)];
  const homeId = (): string | null => {
    const file = readRegularFile(folder.at("team", "home-id"), 1024);
    const text = file.state === "read" ? new TextDecoder().decode(file.bytes).trim() : "";
    return /^[0-9a-f]{32}$/.test(text) ? text : null;
  };
  return {
    of: (key) => createTeamFiles(folder, key),
    homeId: () =>
      homeId() ??
      folder.keep(() => {
        const path = `${folder.prepare("team")}/home-id`;
        createExclusive(path, `${randomBytes(16).toString("hex")}\n`, { scratch: folder.scratch() });
        return homeId() ?? refuseDamaged(path);
      }),
    isTrusted: (address) => readRegularFile(folder.at(...trustFile(address)), 1024).state === "read",
    trust: (address) =>
      folder.keep(() => {
        folder.prepare("team", "trusted");
        writeAtomic(folder.at(...trustFile(address)), "", { scratch: folder.scratch() });
      }),
  };
}

function createTeamFiles(folder: HomeFolder, key: string): TeamFiles {
  const outbox = ["team", key, "outbox"] as const;
  const read = <T>(names: readonly string[], shape: v.GenericSchema<unknown, T>): T | null => {
    const file = readRegularFile(folder.at(...names), maxBytes);
    if (file.state !== "read") return null;
    const decoded = decodeRecord(new TextDecoder().decode(file.bytes), shape);
    return decoded.ok ? decoded.value : null;
  };
  const write = (names: readonly string[], record: object, durable: boolean): void =>
    folder.keep(() => {
      folder.prepare(...names.slice(0, -1));
      writeAtomic(folder.at(...names), `${encodeRecord(record)}\n`, { scratch: folder.scratch(), durable });
    });
  const numbers = (): readonly number[] => {
    const { names, unreadable } = readNames(folder.at(...outbox));
    // Taken for empty, everything would begin anew.
    if (unreadable !== null) return refuseDamaged(folder.at(...outbox));
    return [...numbersIn(names)].sort((a, b) => a - b);
  };
  const readSettled = (seq: number): Settled | null => read([...outbox, answerFile(seq)], settledShape);
  const readStep = (seq: number): NumberedStep | null => {
    const step = read([...outbox, numberedName(seq)], stepShape);
    return step === null ? null : { seq, step, settled: readSettled(seq) };
  };
  return {
    newest: () => {
      for (;;) {
        const seq = numbers().at(-1);
        if (seq === undefined) return null;
        const step = readStep(seq);
        if (step !== null) return step;
        // Guessing what it said would send something twice, or never. One that others went past is not there any more.
        if (numbers().at(-1) === seq) return refuseDamaged(folder.at(...outbox, numberedName(seq)));
      }
    },
    plan: (seq, step) =>
      folder.keep(() => {
        const path = `${folder.prepare(...outbox)}/${numberedName(seq)}`;
        const result = createExclusive(path, `${encodeRecord(step)}\n`, { scratch: folder.scratch() });
        if (result === "exists" || numbers().at(-1) === seq) return result;
        // Others went past this number and dropped it since this process looked: its file is none that goes.
        discard(path);
        return "exists";
      }),
    settle: (seq, settled) => {
      write([...outbox, answerFile(seq)], settled, true);
      const named = readNames(folder.at(...outbox)).names.map((name) => Number.parseInt(name, 10));
      const before = [...new Set(named)].filter((one) => one < seq).sort((a, b) => a - b);
      const packet = packetOf(readStep(seq));
      // A packet that was refused before and is sent again: what the store says last counts.
      const refused = before.filter(
        (one) => isRefusal(readSettled(one)) && (packet === null || packetOf(readStep(one)) !== packet),
      );
      const kept = new Set(refused.slice(-refusedKept));
      for (const one of before) {
        if (kept.has(one)) continue;
        // The step first: an answer without one is nobody's.
        discard(folder.at(...outbox, numberedName(one)));
        discard(folder.at(...outbox, answerFile(one)));
      }
    },
    refused: () =>
      numbers()
        .flatMap((seq) => readStep(seq) ?? [])
        .filter(({ settled }) => isRefusal(settled)),
    outage: () => read(["team", key, "outage.json"], outageShape),
    writeOutage: (outage) => {
      if (outage === null) discard(folder.at("team", key, "outage.json"));
      else write(["team", key, "outage.json"], outage, false);
    },
    look: () => read(["team", key, "look.json"], lookShape),
    writeLook: (look) => write(["team", key, "look.json"], look, false),
  };
}

function isRefusal(settled: Settled | null): boolean {
  return settled !== null && settled.result !== "done";
}

function packetOf(numbered: NumberedStep | null): string | null {
  const write = numbered?.step.write;
  return write?.kind === "publish" ? write.packetId : null;
}

function answerFile(seq: number): string {
  return numberedName(seq).replace(".json", ".answer.json");
}

function refuseDamaged(path: string): never {
  throw new AppError({
    kind: "environment",
    code: "outbox_unreadable",
    message: `cannot read what was on its way to the team store from ${JSON.stringify(path)}`,
    hint: "bring that file back from a copy, or move its folder away: then only what comes from now on is shared",
  });
}
