import type { AdoptedStatus } from "./adapters/git/adopt-status.ts";

/** Everything of the process that the product may touch, handed in at the edge. */
export interface Context {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly ppid: number;
  readonly now: () => Date;
  /** A read of the scene that was begun before this program was loaded. */
  readonly begun?: AdoptedStatus;
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface Output {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  readonly columns: number;
}
