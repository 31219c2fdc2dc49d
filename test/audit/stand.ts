import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execCommand } from "../../src/app/exec.ts";
import { execPorts } from "../../src/app/exec-ports.ts";
import { note } from "../../src/app/note.ts";
import { pack, type PackOptions, type PackResult } from "../../src/app/pack.ts";
import { audit } from "../../src/audit/audit.ts";
import type { AuditResult } from "../../src/audit/finding.ts";
import type { Context } from "../../src/context.ts";
import { packetDigest, packetText } from "../../src/domain/packet-file.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { renderHandoff } from "../../src/render/handoff-md.ts";
import { contextIn } from "../generate/context.ts";
import { openRepository, temporaryFolder, type TestRepository } from "../git/repository.ts";

type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> };

/** A packet as a forger sees it: everything can be changed. */
export type Forged = Mutable<Packet>;

export interface Stand extends TestRepository {
  readonly home: string;
  readonly context: () => Context;
  readonly exec: (...argv: readonly string[]) => Promise<void>;
  readonly note: (kind: string, text: string) => Promise<void>;
  readonly pack: (options?: PackOptions) => Promise<Extract<PackResult, { packet: Packet }>>;
  readonly audit: (target: string) => Promise<AuditResult>;
}

/** The product at work in a repository or folder. Packing takes its time: a minute passes before and after. */
export function openStand(root: string, home: string = join(root, ".git/passdown")): Stand {
  let passed = 0;
  const wait = (): void => void (passed += 60_000);
  const context = (): Context => contextIn(root, { now: () => new Date(Date.now() + passed) });
  return {
    ...openRepository(root),
    home,
    context,
    exec: async (...argv) => {
      const ports = await execPorts(context(), { topic: null, session: null, quiet: true });
      await execCommand(ports, { argv, cwd: "", note: null, timeoutMs: null });
    },
    note: async (kind, text) => void (await note(context(), { kind, text })),
    pack: async (options = {}) => {
      wait();
      const result = await pack(context(), options);
      wait();
      if (result.result === "refused") throw new Error(JSON.stringify(result.reasons));
      return result;
    },
    audit: (target) => audit(context(), target),
  };
}

/** Codes of the findings, each once, sorted. */
export function codesOf(result: AuditResult): readonly string[] {
  return [...new Set(result.findings.map((finding) => finding.code))].toSorted();
}

export interface Forgery {
  /** Computes digest and id anew, as a forger who knows how they are made would. */
  readonly sealed?: boolean;
  readonly markdown?: ((markdown: string) => string | null) | undefined;
  readonly json?: ((json: string) => string) | undefined;
}

/** Writes an altered copy of a packet, with the Markdown that belongs to it, and returns its folder. */
export function forge(packet: Packet, change: (packet: Forged) => void, how: Forgery = {}): string {
  const copy = structuredClone(packet) as Forged;
  change(copy);
  if (how.sealed !== false) {
    copy.digest = packetDigest(copy);
    copy.packet_id = `p-${copy.digest.slice(0, 16)}`;
  }
  const folder = temporaryFolder();
  const json = packetText(copy);
  writeFileSync(join(folder, "handoff.json"), how.json?.(json) ?? json);
  const rendered = renderHandoff(copy, "en");
  const markdown = how.markdown === undefined ? rendered : how.markdown(rendered);
  if (markdown !== null) writeFileSync(join(folder, "handoff.md"), markdown);
  return folder;
}

/** A line that somebody writes into the feedback log; of another branch unless it says so. */
export function appendRecord(home: string, record: Readonly<Record<string, unknown>>): void {
  const folder = join(home, "feedback");
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const [segment = "0001.jsonl"] = existsSync(folder) ? readdirSync(folder) : [];
  const line = {
    schema_version: 1,
    phase: "ended",
    duration_ms: 1,
    started_at: 1,
    branch: "elsewhere",
    exit_code: 0,
    ...record,
  };
  appendFileSync(join(folder, segment), `${JSON.stringify(line)}\n`);
}

export function readPacket(folder: string): Packet {
  return JSON.parse(readFileSync(join(folder, "handoff.json"), "utf8")) as Packet;
}
