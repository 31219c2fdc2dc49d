import { join } from "node:path";
import { createDir } from "../durable/create-dir.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { publishDir } from "../durable/publish-dir.ts";
import { securePath } from "../durable/secure-path.ts";
import { openSegment } from "../durable/segment.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import { sweepTemps, writeNewFile } from "../durable/temp-file.ts";
import { AppError } from "../../domain/errors.ts";
import { isName, validName } from "../../domain/runs/names.ts";
import type { RunStore, Staging } from "../../domain/runs/store.ts";
import { readRunFolder } from "./read-run-folder.ts";

/** Runs as folders below `root/runs`. Each new one appears with these other documents too. */
export function createRunStore(root: string, others: Readonly<Record<string, string>> = {}): RunStore {
  const runs = join(root, "runs");
  const at = (run: string, ...names: readonly string[]): string => join(runs, validName("run", run), ...names);
  return {
    read: (run) => readRunFolder(at(run)),
    create: (run, files) => {
      ensureDir(runs);
      sweepTemps(runs, Date.now());
      return createDir(at(run), { ...files, ...others }, runs);
    },
    claim: (run, epoch, text) => {
      ensureDir(at(run, "epoch"));
      return createExclusive(at(run, "epoch", String(epoch)), text, { scratch: at(run) }) === "created"
        ? "claimed"
        : "taken";
    },
    openSegment: (run, epoch, begun) => openSegment(at(run, segmentName(epoch)), begun),
    secure: (run, path) => securePath(at(run, path), root),
    writeState: (run, text) => writeAtomic(at(run, "state.json"), text),
    stage: (run, step, attempt) => stage(at(run), validName("step", step), attempt),
  };
}

export function segmentName(epoch: number): string {
  return `journal.${String(epoch).padStart(4, "0")}.jsonl`;
}

function stage(run: string, step: string, attempt: number): Staging {
  const path = join(run, "staging", `${step}-${attempt}`);
  ensureDir(path);
  return {
    path,
    files: () => {
      const { files, strange } = readRunFolder(path) ?? { files: [], strange: ["."] };
      if (strange.length > 0) throw notPlain(join(path, strange[0] ?? ""));
      return files;
    },
    publish: (artifact, manifest) => {
      // Complete before the rename makes it visible; publishing syncs it with everything else.
      writeNewFile(join(path, "manifest.json"), manifest, { sync: false });
      const [folder, name] = artifact.split("/");
      if (name !== undefined) ensureDir(join(run, folder ?? ""));
      return publishDir(path, join(run, artifact));
    },
  };
}

function notPlain(path: string): AppError {
  return new AppError({
    kind: "input",
    code: "artifact_not_plain",
    message: `an artifact holds ordinary files only: ${JSON.stringify(path)}`,
    hint: "write a copy of the file instead of a link",
  });
}

/** `artifact`, or a folder of that name in it. */
export function validArtifact(artifact: string): string {
  const [first, name, ...more] = artifact.split("/");
  if (first === "artifact" && more.length === 0 && (name === undefined || isName(name))) return artifact;
  throw new AppError({
    kind: "input",
    code: "artifact_name_invalid",
    message: `not the name of an artifact: ${JSON.stringify(artifact.slice(0, 80))}`,
    hint: 'use "artifact", or "artifact/NAME"',
  });
}
