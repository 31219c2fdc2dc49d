/** What passdown keeps in its home, as values. Formats on disk: src/adapters/home. */

export type NoteKind =
  | "next"
  | "assume"
  | "block"
  | "ask"
  | "risk"
  | "decide"
  | "constrain"
  | "require"
  | "keep"
  | "done";

export interface Note {
  /** Content hash: `n-` + 12 hex. */
  readonly id: string;
  readonly kind: NoteKind;
  /** Redacted text; for `require` a repo-relative path; for `keep` the reason. */
  readonly text: string;
  readonly at: string;
  readonly author: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly sessionId: string;
  /** `ask --later`: kept in the log, not in the packet. */
  readonly later: boolean;
  /** `decide --answers ID`: the question this answers. `done ID` / `next`: the note it closes. */
  readonly answers: string | null;
  /** `done` and `decide` that answer an effect: what became of it. */
  readonly settles?: Settlement;
  /** `keep`: the exact work declared intentional: sorted [path, sha256|null, mode|null]. */
  readonly kept: readonly (readonly [string, string | null, string | null])[] | null;
  /** `require`: sha256 of the file when it was required; null when it was missing. */
  readonly sha256: string | null;
}

/** What somebody found out about one run of an effect. */
export interface Settlement {
  readonly effect: string;
  /** Id of the record that left it unknown. */
  readonly record: string;
  readonly state: "done" | "not_done";
}

/** A session: by a client's own id where a hook told it, else one per branch and topic. */
export interface Session {
  readonly id: string;
  readonly client: string | null;
  readonly branch: string | null;
  readonly topic: string;
  /** null when nothing recorded its beginning. */
  readonly startedAt: string | null;
  /** Head commit when a client's hook saw it begin; null where no hook told. */
  readonly head: string | null;
  /** The scene at its first evidence; null when nothing recorded it. */
  readonly baseline: Baseline | null;
}

/** The scene at a session's first evidence. */
export interface Baseline {
  readonly commit: string | null;
  readonly tree: string | null;
  /** Dirty and untracked files then: [path, sha256]. */
  readonly dirty: readonly (readonly [string, string | null])[];
}

/** One step in the life of a branch and topic. `prev` is the sha256 of the record before: a gap or an edit shows. */
export interface ChainRecord {
  readonly seq: number;
  readonly kind: "published" | "archived";
  readonly packetId: string;
  readonly digest: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly supersedes: string | null;
  /** Wall clock at publication, UTC ISO 8601. */
  readonly at: string;
  readonly reason: string | null;
  /** sha256 of the two files as published: the same bytes need no further proof of their digest. */
  readonly files?: { readonly json: string; readonly markdown: string };
  readonly prev: string | null;
}

/** Who holds a packet. Live while the process lives on this host; never judged by age. */
export interface Claim {
  readonly id: string;
  readonly packetId: string;
  readonly sessionId: string | null;
  readonly holder: ProcessIdentity;
  readonly at: string;
}

export interface ProcessIdentity {
  readonly pid: number;
  /** Kernel start time of the process, opaque; guards against a reused pid. */
  readonly startTime: string | null;
  readonly bootId: string | null;
  readonly host: string;
  readonly command: string;
}
