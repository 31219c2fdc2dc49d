import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHome, type Home } from "../../src/adapters/home/open-home.ts";
import { isAlive, readProcessIdentity } from "../../src/adapters/process/process-identity.ts";
import { execCommand } from "../../src/app/exec.ts";
import { execPorts } from "../../src/app/exec-ports.ts";
import { note, type NoteOptions } from "../../src/app/note.ts";
import { pack, type PackOptions, type PackResult } from "../../src/app/pack.ts";
import { pickup, type PickupOptions, type PickupResult } from "../../src/app/pickup.ts";
import type { Context } from "../../src/context.ts";
import { encodeFeedbackStart } from "../../src/domain/feedback/log-lines.ts";

/** One repository with the product at work in it. */
export interface Stand {
  /** Work tree. */
  dir: string;
  /** Where commands are run; the work tree unless a case goes elsewhere. */
  cwd: string;
  /** A free path beside the work tree. */
  readonly side: string;
  /** Added to the clock, in milliseconds. */
  shift: number;
  env: Record<string, string>;
  /** How the pickup that is judged is asked. */
  ask: PickupOptions;
  readonly sh: (script: string) => string;
  readonly context: () => Context;
  readonly note: (options: NoteOptions) => Promise<void>;
  readonly exec: (...argv: string[]) => Promise<void>;
  readonly pack: (options?: PackOptions) => Promise<PackResult>;
  readonly pickup: (options?: PickupOptions) => Promise<PickupResult>;
  /** Id of the packet that was packed last. */
  packetId: string;
}

/** All that these tests make lies below one folder. */
export function makeScratch(): string {
  return mkdtempSync(join(tmpdir(), "passdown-scenes-"));
}

export const cleanEnv: Record<string, string> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
  GIT_EDITOR: "true",
};

const silent = { write: (): void => undefined, isTTY: false, columns: 80 };

export function openStand(dir: string, side: string, packetId = ""): Stand {
  const stand: Stand = {
    dir,
    cwd: dir,
    side,
    shift: 0,
    env: {},
    ask: {},
    packetId,
    sh: (script) =>
      execFileSync("sh", ["-e", "-c", script], {
        cwd: stand.dir,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...cleanEnv,
          SIDE: side,
          LATER: "2026-01-01T00:00:00Z",
          ID: stand.packetId,
          HOME_DIR: join(stand.dir, ".git/passdown"),
          PACKET: join(stand.dir, ".git/passdown/packets", stand.packetId),
        },
      }),
    context: () => ({
      cwd: stand.cwd,
      env: { ...cleanEnv, ...stand.env },
      pid: process.pid,
      ppid: process.ppid,
      now: () => new Date(Date.now() + stand.shift),
      stdout: silent,
      stderr: silent,
    }),
    note: async (options) => void (await note(stand.context(), options)),
    exec: async (...argv) => {
      const ports = await execPorts(stand.context(), { topic: null, session: null, quiet: true });
      await execCommand(ports, { argv, cwd: "", note: null, timeoutMs: null });
    },
    pack: async (options) => {
      const result = await pack(stand.context(), options);
      if (result.packet_id !== null) stand.packetId = result.packet_id;
      return result;
    },
    pickup: (options) => pickup(stand.context(), options ?? stand.ask),
  };
  return stand;
}

/** The same repository once more, as every case begins. */
export function copyStand(base: Stand, folder: string): Stand {
  mkdirSync(folder);
  const dir = join(folder, "repo");
  execFileSync("cp", ["-a", base.dir, dir]);
  return openStand(dir, join(folder, "side"), base.packetId);
}

function homeOf(stand: Stand): Home {
  return openHome({ path: join(stand.dir, ".git/passdown"), isAlive });
}

export function moveRepository(stand: Stand): void {
  renameSync(stand.dir, stand.side);
  stand.dir = stand.side;
  stand.cwd = stand.side;
}

export function throughLink(stand: Stand): void {
  symlinkSync(stand.dir, stand.side);
  stand.cwd = stand.side;
}

/** Somebody else holds the packet: this process, or one that has ended. */
export function claimBy(stand: Stand, { alive, session }: { alive: boolean; session: string }): void {
  const own = readProcessIdentity(process.pid);
  if (own === null) throw new Error("this process has no identity");
  const ended = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
  const holder = alive ? own : { ...own, pid: ended };
  const at = stand.context().now().toISOString();
  homeOf(stand).claims.claim({ packetId: stand.packetId, sessionId: session, holder, at });
}

/** A command that began and whose end nobody recorded. */
export function appendToFeedback(stand: Stand, argv: readonly string[]): void {
  const nothing = { head: "", tail: "", omittedLines: 0, errorLines: [] };
  const line = encodeFeedbackStart(
    {
      id: "f-interrupted",
      parentId: null,
      source: { kind: "home", path: "", line: 0 },
      command: { argv },
      exitCode: null,
      signal: null,
      error: null,
      durationMs: null,
      startedAt: stand.context().now().toISOString(),
      stdout: nothing,
      stderr: nothing,
      note: null,
      cwd: "",
      branch: "topic",
      commit: null,
      topic: "main",
      sessionId: null,
      tree: null,
      treeAfter: null,
      changedWhileRunning: [],
      testResult: null,
    },
    null,
  );
  homeOf(stand).feedback.append(line);
}
