import type { CleanIssue } from "../../../domain/clean-state.ts";
import type { Decision, ReasonCode } from "../../../domain/decision.ts";
import type { FactClass } from "../../../domain/fact-diff.ts";
import type { NextActionSource, PacketEffect, PacketStatus } from "../../../domain/packet.ts";
import type { RunDecision, RunReason, StepVerdict } from "../../../domain/runs/inspection.ts";
import type { RunStatus } from "../../../domain/runs/run.ts";
import type { ChangeStatus } from "../../../domain/scene.ts";
import type { Verdict } from "../../../domain/verification.ts";
import type {
  BoardNeed,
  ClaimRow,
  CommandOutcome,
  EvidenceView,
  TimelineMark,
} from "../../../domain/view/view-model.ts";
import type { LeftOut } from "../../../domain/view/view-snapshot.ts";
import type { Severity, TaskStatus } from "../../../domain/workbench.ts";
import type { ViewName } from "../state/route.ts";

export type Language = "en" | "zh";

type Table<K extends string> = Readonly<Record<K, string>>;

/** What claims are about; see `claim-rows.ts` and `work-rows.ts`. */
export type ClaimName =
  | "branch"
  | "work_tree_name"
  | "operation"
  | "head_commit"
  | "last_known_good_commit"
  | "work_tree"
  | "uncommitted_work"
  | "prerequisite"
  | "acceptance"
  | "verdict"
  | "effect"
  | "question"
  | "packet_digest"
  | "packet_status";

export type ClaimValue = Verdict | PacketStatus | PacketEffect["state"] | "open" | "answered" | "settled";

/** Every word of the page. Data (texts, paths, commands) is shown as it is; codes are shown by these. */
export interface PageWords {
  readonly language: Language;
  readonly views: Table<ViewName>;
  readonly frame: FrameWords;
  readonly keys: KeyWords;
  readonly decisions: Readonly<Record<Decision, { readonly name: string; readonly meaning: string }>>;
  readonly reasons: Readonly<Record<ReasonCode, { readonly says: string; readonly todo: string }>>;
  readonly cleanCodes: Readonly<Record<CleanIssue["code"], { readonly says: string; readonly todo: string }>>;
  readonly verdicts: Table<Verdict>;
  readonly outcomes: Table<CommandOutcome>;
  readonly packetStatus: Table<PacketStatus>;
  readonly severities: Table<Severity>;
  readonly claimStates: Table<ClaimRow["state"]>;
  /** By `ClaimRow.what`; one that is not here is shown as it is. */
  readonly claimNames: Table<ClaimName>;
  /** What a claim about a state says then and now; commits, paths and names are shown as they are. */
  readonly claimValues: Table<ClaimValue>;
  readonly changeStatus: Table<ChangeStatus>;
  readonly effectStates: Table<PacketEffect["state"]>;
  readonly factClasses: Table<FactClass>;
  readonly nextActionSources: Table<NextActionSource["kind"]>;
  readonly evidenceSources: Table<EvidenceView["source"]>;
  readonly lanes: Table<TimelineMark["lane"]>;
  readonly runStatus: Table<RunStatus>;
  readonly runDecisions: Table<RunDecision>;
  readonly runReasons: Table<RunReason>;
  readonly stepVerdicts: Table<StepVerdict>;
  readonly taskStatus: Table<TaskStatus>;
  readonly leftOut: Readonly<Record<LeftOut["what"], (count: number) => string>>;
  readonly now: NowWords;
  readonly board: BoardWords;
  readonly chain: ChainWords;
  readonly packet: PacketWords;
  readonly timeline: TimelineWords;
  readonly attempts: AttemptWords;
  readonly runs: RunViewWords;
  readonly inbox: InboxWords;
}

interface FrameWords {
  readonly title: (place: string) => string;
  readonly skip: string;
  readonly navigation: string;
  readonly live: string;
  readonly lost: string;
  readonly copyOf: (time: string) => string;
  readonly leftOutTitle: string;
  readonly leftOutLimit: string;
  readonly leftOutUnreadable: string;
  readonly needsYou: (count: number) => string;
  readonly nothingNeedsYou: string;
  readonly dark: string;
  readonly light: string;
  readonly otherLanguage: string;
  readonly help: string;
  readonly close: string;
  readonly copy: string;
  readonly copied: string;
  readonly loading: string;
  readonly failed: string;
  readonly retry: string;
  readonly unknown: string;
  readonly none: string;
  readonly noBranch: string;
  readonly more: (count: number) => string;
  readonly comma: string;
  readonly colon: string;
  readonly noTime: string;
  readonly wordsOfOthers: string;
}

interface KeyWords {
  readonly title: string;
  readonly move: string;
  readonly open: string;
  readonly back: string;
  readonly failure: string;
  readonly search: string;
  readonly views: string;
  readonly compare: string;
  readonly send: string;
  readonly theme: string;
  readonly language: string;
  readonly help: string;
}

interface NowWords {
  readonly nextAction: string;
  readonly noNextAction: string;
  readonly noPacket: string;
  readonly made: string;
  readonly openPacket: string;
  readonly reasons: string;
  readonly todo: string;
  readonly claims: string;
  readonly claim: string;
  readonly recorded: string;
  readonly present: string;
  readonly state: string;
  readonly look: string;
  readonly mismatches: (count: number, total: number) => string;
  readonly allSame: (total: number) => string;
  readonly noClaims: string;
  readonly clean: string;
  readonly isClean: string;
  readonly blocking: (count: number) => string;
  readonly warnings: (count: number) => string;
  readonly holder: string;
  readonly suggestion: string;
  readonly brief: string;
  readonly briefNote: string;
  readonly budget: (chars: string, limit: string) => string;
  readonly verdict: string;
  readonly files: (count: number) => string;
}

interface BoardWords {
  readonly here: string;
  readonly inMain: string;
  readonly worktrees: (count: number) => string;
  readonly nowhere: (count: number) => string;
  readonly status: string;
  readonly age: string;
  readonly lastGood: string;
  readonly noLastGood: string;
  readonly reachable: string;
  readonly unreachable: string;
  readonly reachUnknown: string;
  readonly verdict: string;
  readonly risks: string;
  readonly noRisks: string;
  readonly riskCount: Readonly<Record<Severity, (count: number) => string>>;
  readonly you: string;
  readonly questions: (count: number) => string;
  readonly needs: Table<BoardNeed>;
  readonly nothing: string;
  readonly claimed: (since: string) => string;
  readonly claimDead: string;
  readonly heldBy: (who: string, since: string) => string;
  /** With the time until which it holds. */
  readonly heldUntil: (until: string) => string;
  readonly lapsed: (until: string) => string;
  readonly heldElsewhere: string;
  readonly store: (name: string) => string;
  readonly storeAsOf: (at: string) => string;
  readonly next: string;
  readonly unreadable: string;
  readonly empty: string;
  readonly emptyHint: string;
}

interface ChainWords {
  readonly search: string;
  readonly found: (count: number) => string;
  readonly total: (count: number) => string;
  readonly supersedes: string;
  readonly supersededBy: string;
  readonly open: string;
  readonly pickA: string;
  readonly pickB: string;
  readonly unpick: string;
  readonly compare: string;
  readonly comparePrompt: string;
  readonly clear: string;
  readonly chosen: string;
  readonly list: string;
  readonly diff: string;
  readonly kept: string;
  readonly new: string;
  readonly resolved: string;
  readonly dropped: string;
  readonly droppedNote: string;
  readonly nothingDropped: string;
  readonly by: string;
  readonly unreadable: string;
  readonly empty: string;
  readonly client: string;
  readonly session: string;
}

interface PacketWords {
  readonly none: string;
  readonly altered: string;
  readonly incomplete: string;
  readonly nextAction: string;
  readonly summary: string;
  readonly verification: string;
  readonly failed: string;
  readonly risks: string;
  readonly constraints: string;
  readonly questions: string;
  readonly assumptions: string;
  readonly effects: string;
  readonly decisions: string;
  readonly done: string;
  readonly todo: string;
  readonly changes: string;
  readonly commits: string;
  readonly prerequisites: string;
  readonly commands: string;
  readonly recent: string;
  readonly request: string;
  readonly message: string;
  readonly keptWork: string;
  readonly identity: string;
  readonly packetId: string;
  readonly session: string;
  readonly client: string;
  readonly branch: string;
  readonly topic: string;
  readonly head: string;
  readonly lastGood: string;
  readonly created: string;
  readonly previous: string;
  readonly budget: string;
  readonly evidence: string;
  readonly evidenceFor: string;
  readonly assumption: string;
  readonly assumptionNote: string;
  readonly noEvidence: string;
  readonly onlySaid: string;
  readonly derived: string;
  readonly inNote: (id: string) => string;
  /** By the `why` of a prerequisite; another is shown as it is. */
  readonly requiredBy: Table<"required by note" | "required by configuration">;
  readonly source: string;
  readonly locator: string;
  readonly digest: string;
  readonly command: string;
  readonly exit: string;
  readonly noExit: string;
  readonly outcome: string;
  readonly why: string;
  readonly tree: string;
  readonly folder: string;
  readonly at: string;
  readonly output: string;
  readonly noOutput: string;
  readonly recordGone: string;
  readonly committed: string;
  readonly notCommitted: string;
}

interface TimelineWords {
  readonly sessions: string;
  readonly marks: (count: number) => string;
  readonly failures: (count: number) => string;
  readonly nextFailure: string;
  readonly fromTranscript: string;
  readonly fromHome: string;
  readonly noMarks: string;
  readonly context: string;
  readonly contextNote: (most: string, window: string) => string;
  readonly contextUnknown: string;
  readonly band: string;
  readonly detail: string;
  readonly counts: (counts: {
    readonly commands: number;
    readonly failed: number;
    readonly edits: number;
    readonly prompts: number;
    readonly compactions: number;
  }) => string;
  readonly cut: string;
  readonly error: string;
  readonly empty: string;
  readonly list: string;
  readonly choose: string;
  readonly lanes: string;
}

interface AttemptWords {
  readonly ways: (count: number) => string;
  readonly times: (count: number) => string;
  readonly replaced: string;
  readonly notReplaced: string;
  readonly noError: string;
  readonly empty: string;
}

interface RunViewWords {
  readonly machine: string;
  readonly steps: string;
  readonly step: string;
  readonly verdict: string;
  readonly attempt: string;
  readonly detail: string;
  readonly records: string;
  readonly noRecords: string;
  readonly recordNote: string;
  readonly started: string;
  readonly empty: string;
  readonly intent: string;
  readonly effect: string;
  readonly receipt: string;
  readonly record: string;
  readonly leftRunning: string;
  readonly reached: string;
  readonly notReached: string;
  readonly doubt: string;
}

interface InboxWords {
  readonly questions: string;
  readonly noQuestions: string;
  readonly assumptions: string;
  readonly noAssumptions: string;
  readonly blocks: string;
  readonly later: string;
  readonly answered: string;
  readonly askedBy: string;
  readonly answer: string;
  readonly answerFor: string;
  readonly send: string;
  readonly sending: string;
  readonly kept: string;
  readonly holds: string;
  readonly fails: string;
  /** What is kept when an assumption is denied: by itself it must say of what. */
  readonly denied: (assumption: string, why: string) => string;
  readonly holdsText: string;
  readonly readOnly: string;
  readonly readOnlyFile: string;
  readonly inFile: string;
}
