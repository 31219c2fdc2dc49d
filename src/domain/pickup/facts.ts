import type { CommitRelation } from "../commit-relation.ts";
import type { Reason } from "../decision.ts";
import type { Claim, ProcessIdentity } from "../home.ts";
import type { Packet, PacketEffect } from "../packet.ts";
import type { Scene, Stash } from "../scene.ts";
import type { Origin } from "../share/shared-state.ts";
import type { StandingOffer } from "../share/standing-offer.ts";
import type { TeamFacts } from "../team/team-facts.ts";
import type { Verification } from "../verification.ts";
import type { Damage } from "../workbench.ts";

/** Everything that the judgement at pickup rests on, as values: the judgement itself looks at nothing else. */
export interface PickupFacts {
  /** UTC ISO 8601. */
  readonly now: string;
  readonly maxAgeDays: number;
  readonly asked: Asked;
  readonly asker: Asker;
  /** The scene as it is now. `tree` is the packet's own where equal contents were proven without computing it. */
  readonly scene: Scene;
  readonly subject: LoadedPacket | DamagedPacket | AbsentPacket;
  /** Evidence that could not be read, of the home and of the workbench, unless the packet knew the very file. */
  readonly damage: readonly Damage[];
  /** What remotes hold for threads of this home and that is not its own, as the last fetch saw it. */
  readonly offers: readonly StandingOffer[];
  /** What the store that the team shares says; null where there is none. */
  readonly team: TeamFacts | null;
}

/** What the caller named; null where the scene decides. */
export interface Asked {
  readonly id: string | null;
  readonly branch: string | null;
  readonly topic: string | null;
}

/** Who asks, and whether to hold the packet from now on. */
export interface Asker {
  readonly sessionId: string | null;
  /** The process that passdown was started from; null when it cannot be told. */
  readonly holder: ProcessIdentity | null;
  readonly claiming: boolean;
}

/** The active packet of one branch and topic, as the chain knows it. */
export interface ActivePacket {
  readonly packetId: string;
  readonly branch: string | null;
  readonly topic: string;
  /** Time of its publication. */
  readonly at: string;
}

/** No packet answers the question. */
export interface AbsentPacket {
  readonly kind: "absent";
  readonly why: "none" | "several_topics";
  /** Active packets that the question leaves open, newest first. */
  readonly candidates: readonly ActivePacket[];
  /** The newest packet of this branch that was archived; null when there is none. */
  readonly archived: string | null;
}

/** A packet was found, but its file cannot be used at all. */
export interface DamagedPacket {
  readonly kind: "damaged";
  readonly packetId: string;
  readonly problem: string;
}

export interface LoadedPacket {
  readonly kind: "loaded";
  readonly packet: Packet;
  /** Set when another topic was meant than that of the only packet here: the topic meant. */
  readonly otherTopicMeant: string | null;
  readonly integrity: Integrity;
  /** Why the packet counts as foreign, in words; null when it was made here. */
  readonly foreign: string | null;
  /** Who shared it; null for a packet that was made here. */
  readonly origin: Origin | null;
  readonly life: PacketLife;
  /** null: the packet has no such commit, or it was not looked up because the head is the packet's. */
  readonly head: CommitRelation | null;
  readonly lastKnownGood: CommitRelation | null;
  /** Newest commits of the present head with their trees; empty where nothing depends on them. */
  readonly recentCommits: readonly { readonly id: string; readonly tree: string }[];
  readonly work: WorkFacts;
  /** What lies at the paths of the packet's prerequisites; the sha256 is null for what is no readable file. */
  readonly prerequisites: Readonly<Record<string, { readonly exists: boolean; readonly sha256: string | null }>>;
  /** The acceptance commands judged on the present tree, from every evidence there is. */
  readonly verification: Pick<Verification, "verdict" | "commands">;
  readonly claims: readonly StandingClaim[];
  /** Why it cannot be told who holds the packet; null when it can. */
  readonly claimsUnreadable: string | null;
  /** Questions of the packet and of later notes that nobody has answered. */
  readonly openQuestions: readonly OpenQuestion[];
  /** What answered questions since the packet was made, oldest first. */
  readonly answers: readonly Answer[];
  /** Effects of the packet as they stand now: runs may have gone on since, and notes have settled some. */
  readonly effects: readonly PacketEffect[];
  /** Evidence of this branch and topic recorded after the packet, oldest first, without mere answers. */
  readonly later: readonly LaterEvidence[];
  /** Passed commands of the packet whose records are in no log any more. */
  readonly lostEvidence: readonly string[];
  /** The newest time that any evidence carries; null without evidence. */
  readonly newestEvidenceAt: string | null;
}

export interface StandingClaim {
  readonly claim: Claim;
  /** `unknown`: its process cannot be seen from here, so it counts as living. */
  readonly alive: boolean | "unknown";
}

/** A note that settles a question. */
export interface Answer {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
  /** Id and words of the question. */
  readonly answers: string;
  readonly question: string;
}

export interface Integrity {
  /** sha256 recomputed from the content. */
  readonly digest: string;
  /** Digest that the chain recorded at publication; null when the chain does not know the packet. */
  readonly chainDigest: string | null;
  /** Id of the folder of the home that it lies in; null for one that lies elsewhere. */
  readonly storedAs: string | null;
  /** The Markdown beside it: `same`, `differs` or `missing`. */
  readonly markdown: "same" | "differs" | "missing";
}

export interface PacketLife {
  readonly state: "active" | "superseded" | "archived";
  /** Id of the active packet of the same branch and topic; null when there is none. */
  readonly activeId: string | null;
  /** Null for a packet that was not published here. */
  readonly publishedAt: string | null;
}

/** Content of one path; both null = no such file. */
export interface FileState {
  readonly sha256: string | null;
  readonly mode: string | null;
}

/** What the comparison of uncommitted work needs beside `scene.dirty`. */
export interface WorkFacts {
  /** Present state of recorded paths that are not dirty now: committed, ignored or gone. */
  readonly files: Readonly<Record<string, FileState>>;
  /** Recorded paths whose present content is the one committed in the packet's head; null = cannot be told. */
  readonly backAtHead: readonly string[] | null;
  readonly stashed: readonly { readonly stash: Stash; readonly paths: readonly string[] }[];
}

export interface OpenQuestion {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
}

export interface LaterEvidence {
  readonly kind: "command" | "note";
  readonly id: string;
  readonly at: string;
  /** One line: the command with its exit code, or the note. */
  readonly text: string;
}

/** Facts about a packet that could be loaded. */
export type LoadedFacts = PickupFacts & { readonly subject: LoadedPacket };

/** One group of rows of the decision table. */
export type Rule = (facts: LoadedFacts) => readonly Reason[];
