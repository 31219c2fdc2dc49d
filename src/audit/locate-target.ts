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
export function locateTarget(target: string, { cwd, home, root }: TargetPlaces): AuditTarget {
  const name = /^(?:recovery-records\/)?([a-z0-9][a-z0-9._-]{0,63})\/?$/i.exec(target)?.[1];
  if (name !== undefined) {
    const folder = join(root, "recovery-records", name);
    if (existsSync(folder)) return { kind: "recovery", folder };
  }
  const path = resolve(cwd, target);
  return existsSync(path) ? atPath(path) : { kind: "packet", path: findPacket(home, target) };
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

function findPacket(home: string, target: string): string {
  const folder = join(home, "packets");
  const wanted = target.startsWith("p-") ? target : `p-${target}`;
  const names =
    existsSync(folder) && target.length >= 4 ? readdirSync(folder).filter((name) => name.startsWith(wanted)) : [];
  const [only] = names;
  if (only !== undefined && names.length === 1) return join(folder, only, "handoff.json");
  throw new AppError({
    kind: "input",
    code: names.length > 1 ? "packet_ambiguous" : "packet_unknown",
    message:
      names.length > 1
        ? `${target} begins several packets: ${names.slice(0, 5).join(", ")}`
        : `no packet and no recovery record ${target} here, and no such path`,
    hint: "see `passdown log` for the packets of this repository",
  });
}
