import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import {
  AppError,
  type Context,
  createContext,
  importSession,
  type ImportResult,
  pack,
  type Packet,
  type PackOptions,
  pickup,
  type PickupResult,
} from "../src/index.ts";

const silent = { write: (): void => undefined, isTTY: false, columns: 80 };
const day = 86_400_000;

/** The environment of every process here: nothing of the user's own. */
export const proofEnv: Readonly<Record<string, string>> = {
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

/** The product at work in one folder. */
export interface Product {
  readonly import: (file: string) => Promise<ImportResult>;
  /** An unclean scene is packed too: what is measured is the packet. */
  readonly pack: (options?: PackOptions) => Promise<Packet>;
  readonly pickup: (options?: Asked) => Promise<PickupResult>;
}

export interface Asked {
  /** Size of the brief in characters alone, as the proof counts it. */
  readonly chars?: number;
  /** Days that the clock is moved by. */
  readonly later?: number;
}

export function openProduct(folder: string, env: Readonly<Record<string, string>> = proofEnv): Product {
  const context = (later = 0): Context =>
    createContext({
      cwd: realpathSync(folder),
      env,
      now: () => new Date(Date.now() + later * day),
      stdout: silent,
      stderr: silent,
    });
  return {
    import: (file) => importSession(context(), { file, client: null, full: false }),
    pack: async (options = {}) => {
      const result = await pack(context(), { force: "the session ended", dying: true, ...options });
      if (result.result === "refused") {
        const detail = result.reasons.map((reason) => reason.detail).join("; ");
        throw new AppError({ kind: "environment", code: "refused", message: detail, hint: "" });
      }
      return result.packet;
    },
    pickup: ({ chars, later } = {}) =>
      pickup(context(later), chars === undefined ? {} : { limits: { chars, tokens: chars } }),
  };
}

/** What an expected failure says; anything else is a bug and thrown on. */
export function failureOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  throw error;
}

/** Where the packet's folder and the home of a repository lie. */
export function homeOf(folder: string): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--path-format=absolute", "--git-common-dir"], {
    cwd: folder,
    env: { ...proofEnv },
    encoding: "utf8",
  });
  return join(stdout.trim(), "passdown");
}
