import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { AppError } from "../domain/errors.ts";

/** What an audit is to look at. */
export type AuditTarget =
  | { readonly kind: "packet" | "template"; readonly path: string }
  | { readonly kind: "recovery"; readonly folder: string };

export interface TargetPlaces {
  readonly cwd: string;
  /** Where the packets lie. */
  readonly home: string;
  /** Folder that holds `recovery-records`. */
  readonly root: string;
}

/** A name is looked up first among the recovery records; then as a path; then among the ids of packets. */
export function locateTarget(target: string, places: TargetPlaces): AuditTarget {
  const { cwd, root } = places;
  const name = /^(?:recovery-records\/)?([a-z0-9][a-z0-9._-]{0,63})\/?$/i.exec(target)?.[1];
  if (name !== undefined) {
    const folder = join(root, "recovery-records", name);
    if (existsSync(folder)) return { kind: "recovery", folder };
  }
  const path = resolve(cwd, target);
  return existsSync(path) ? atPath(path) : { kind: "packet", path: findPacket(target, places) };
}

function atPath(path: string): AuditTarget {
  if (statSync(path).isDirectory()) {
    if (existsSync(join(path, "recovery.json"))) return { kind: "recovery", folder: path };
    return { kind: "packet", path: packetFile(join(path, "handoff.json"), path) };
  }
  const folder = dirname(path);
  const name = basename(path);
  if (name === "recovery.json") return { kind: "recovery", folder };
  if (!/\.(?:md|markdown)$/i.test(name)) return { kind: "packet", path: packetFile(path, path) };
  // Beside its JSON a Markdown file is a part of that; alone it was written by hand.
  if (name === "HANDOFF.md" && existsSync(join(folder, "recovery.json"))) return { kind: "recovery", folder };
  const packet = join(folder, "handoff.json");
  if (name === "handoff.md" && existsSync(packet)) return { kind: "packet", path: packetFile(packet, path) };
  return { kind: "template", path: packetFile(path, path) };
}

function packetFile(file: string, named: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
  throw new AppError({
    kind: "input",
    code: "packet_unknown",
    message: `there is no packet and no recovery record at ${named}`,
    hint: "name the folder of one, its JSON file, a HANDOFF.md, or an id of `passdown log`",
  });
}

function findPacket(target: string, { home, root }: TargetPlaces): string {
  const folder = join(home, "packets");
  const wanted = target.startsWith("p-") ? target : `p-${target}`;
  const names = namesIn(folder).filter((name) => name.startsWith(wanted));
  // So few letters say little, even where they happen to fit only one.
  const short = target.length < shortest && names.length > 0;
  const [only] = names;
  if (only !== undefined && names.length === 1 && !short) return join(folder, only, "handoff.json");
  const records = namesIn(join(root, "recovery-records"));
  throw new AppError({
    kind: "input",
    code: names.length > 0 ? "packet_ambiguous" : "packet_unknown",
    message: short
      ? `${target} is too short to name a packet: ${shortest} characters at least; it begins ${list(names)}`
      : names.length > 1
        ? `${target} begins several packets: ${list(names)}`
        : `no packet and no recovery record ${target} here, and no such path`,
    hint:
      names.length > 0
        ? "write more of the id; `passdown log` has the packets of this repository"
        : `\`passdown log\` has the packets; ${tellRecords(records)}`,
  });
}

const shortest = 4;

function tellRecords(names: readonly string[]): string {
  return names.length === 0
    ? "records of runs elsewhere need --root DIR, the folder that holds `recovery-records`"
    : `the recovery records here are ${list(names)}; others need --root DIR`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
