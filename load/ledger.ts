import type { Ended } from "./client-process.ts";
import type { Kill } from "./kills.ts";

export type Outcome = "ok" | "killed" | "refused" | "failed";

/** What a process that ended well has acknowledged: it must be found in the home from then on. */
export type Acknowledged =
  | { readonly kind: "note"; readonly text: string }
  | {
      readonly kind: "exec";
      readonly token: string;
      readonly exitCode: number;
      /** The recorder was sent a signal: what ends well after it counts as interrupted all the same. */
      readonly interrupted: boolean;
    }
  | { readonly kind: "packet"; readonly packetId: string }
  | { readonly kind: "session_start"; readonly sessionId: string }
  | { readonly kind: "tool_call"; readonly file: string }
  /** A command of a transcript that a turn's end has read. */
  | { readonly kind: "told"; readonly token: string }
  | { readonly kind: "claim"; readonly packetId: string; readonly claimId: string };

/** When a client's process was there, by its pid: the truth against which claims are judged. */
export interface ClientLife {
  readonly pid: number;
  readonly from: number;
  until: number | null;
}

interface Figures {
  /** Of those that were not killed. */
  readonly ms: number[];
  readonly counts: Record<Outcome, number>;
}

/** Everything that the load itself knows of what it did. */
export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  readonly clients: ClientLife[] = [];
  readonly operations: Map<string, Figures> = new Map();
  /** Kills by the quarter of the operation's usual time in which they struck; the last ones lay beyond it. */
  readonly kills: { readonly quarters: number[]; inWrite: number; tooLate: number } = {
    quarters: [0, 0, 0, 0, 0],
    inWrite: 0,
    tooLate: 0,
  };
  /** What a process said when it failed although nobody touched it. */
  readonly failures: string[] = [];

  countKill({ at }: Kill, { signalledMs }: Ended, usualMs: number): void {
    const { kills } = this;
    if (signalledMs === null) kills.tooLate += 1;
    else if (at.kind === "temp_file") kills.inWrite += 1;
    else {
      const quarter = Math.min(4, Math.floor((signalledMs / usualMs) * 4));
      kills.quarters[quarter] = (kills.quarters[quarter] ?? 0) + 1;
    }
  }

  count(name: string, outcome: Outcome, ended: Ended): void {
    const known = this.operations.get(name) ?? { ms: [], counts: { ok: 0, killed: 0, refused: 0, failed: 0 } };
    this.operations.set(name, known);
    known.counts[outcome] += 1;
    if (outcome !== "killed") known.ms.push(ended.ms);
    if (outcome === "failed") this.failures.push(`${name}: exit ${ended.code}: ${ended.stderr.trim().slice(0, 400)}`);
  }
}
