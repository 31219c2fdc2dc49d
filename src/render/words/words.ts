import type { ClientWords } from "./client-words.ts";
import type { ShareWords } from "./share-words.ts";
import type { TeamWords } from "./team-words.ts";
import type { SessionWords } from "./session-words.ts";
import type { RecoveryWords, RunWords } from "./run-words.ts";
import type { BlockingCode, WarningCode } from "../../domain/clean-state.ts";
import type { Decision, ReasonCode } from "../../domain/decision.ts";
import type { ErrorKind } from "../../domain/errors.ts";
import type { FactClass } from "../../domain/fact-diff.ts";
import type { NoteKind } from "../../domain/home.ts";
import type { NextActionSource, PacketEffect, PacketStatus } from "../../domain/packet.ts";
import type { BaseKind, ChangeStatus } from "../../domain/scene.ts";
import type { Verdict } from "../../domain/verification.ts";
import type { Severity, TaskStatus } from "../../domain/workbench.ts";

export type Language = "en" | "zh";

/** What somebody at a terminal may have to wait for. */
export type Doing = "status" | "check" | "pack" | "pickup" | "verify" | "import" | "audit" | "doctor";

/** What is so, and what to do about it: one line each, never anything that destroys work. */
interface Advice {
  readonly says: string;
  readonly todo: string;
  /** How to write down what comes of it; told where there is room. */
  readonly keep?: string;
}

/**
 * Every word shown to people. Values are templates for `say`: `{name}` takes a value,
 * `{n|file|files}` chooses by the number n. Backticks mark commands. JSON never uses any of them.
 */
export interface Words {
  readonly language: Language;
  /** Between items of one line, a label and its text, two statements, a word and its meaning. */
  readonly comma: string;
  readonly colon: string;
  readonly gap: string;
  readonly dash: string;
  /** After a sentence that ends with its own full stop. */
  readonly space: string;

  readonly decisions: Readonly<Record<Decision, { readonly name: string; readonly meaning: string }>>;
  readonly reasons: Readonly<Record<ReasonCode, Advice>>;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly verdictScope: Readonly<Record<Verdict, string>>;
  readonly cleanCodes: Readonly<Record<BlockingCode | WarningCode, Advice>>;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly changeStatus: Readonly<Record<ChangeStatus, string>>;
  readonly packetStatus: Readonly<Record<PacketStatus, string>>;
  readonly effectStates: Readonly<Record<PacketEffect["state"], string>>;
  readonly taskStatus: Readonly<Record<TaskStatus, string>>;
  readonly reviewVerdicts: Readonly<Record<"pass" | "soft_fail" | "hard_fail", string>>;
  readonly baseKinds: Readonly<Record<BaseKind, string>>;
  readonly nextActionSources: Readonly<Record<NextActionSource["kind"], string>>;
  readonly noteKinds: Readonly<Record<NoteKind, string>>;
  readonly factClasses: Readonly<Record<FactClass, string>>;
  readonly errorKinds: Readonly<Record<ErrorKind, string>>;

  readonly common: CommonWords;
  readonly handoff: HandoffWords;
  readonly recovery: RecoveryWords;
  readonly brief: BriefWords;
  readonly terminal: TerminalWords;
  readonly runs: RunWords;
  readonly clients: ClientWords;
  readonly sessions: SessionWords;
  readonly share: ShareWords;
  readonly team: TeamWords;
  readonly messages: MessageWords;
}

export interface CommonWords {
  readonly none: string;
  readonly unknown: string;
  /** On which content something ran. */
  readonly contentSame: string;
  readonly contentOther: string;
  readonly contentChanged: string;
  readonly contentUnknown: string;
  readonly noBranch: string;
  readonly noCommit: string;
  readonly more: string;
  readonly claim: string;
  readonly source: string;
  readonly committed: string;
  readonly notCommitted: string;
  readonly binary: string;
  readonly renamedFrom: string;
  readonly fileTotals: string;
  readonly filesNotCommitted: string;
  readonly exit: string;
  readonly noExit: string;
  readonly onTree: string;
  readonly declaredIn: string;
  readonly inFolder: string;
  readonly times: string;
  readonly resolvedBy: string;
  readonly probe: string;
  readonly noProbe: string;
  readonly operation: string;
  readonly operationStep: string;
  readonly beganOn: string;
  readonly missing: string;
  readonly limit: string;
  readonly aside: string;
}

export interface HandoffWords {
  readonly title: string;
  readonly nextAction: string;
  readonly verification: string;
  readonly lastKnownGood: string;
  readonly waiting: string;
  readonly incompleteLead: string;
  readonly operationLead: string;
  readonly below: string;
  readonly incomplete: string;
  readonly questions: string;
  readonly cleanState: string;
  readonly changedFiles: string;
  readonly commandsRun: string;
  readonly failedAttempts: string;
  readonly openRisks: string;
  readonly assumptions: string;
  readonly constraints: string;
  readonly checks: string;
  readonly lastRequest: string;
  readonly lastMessage: string;
  readonly lastMessageNote: string;
  readonly decisions: string;
  readonly effects: string;
  readonly done: string;
  readonly todo: string;
  readonly prerequisites: string;
  readonly recentFiles: string;
  readonly keptWork: string;
  readonly receipts: string;
  readonly scopeOnly: string;
  readonly manual: string;
  readonly review: string;
  readonly reviewTotal: string;
  readonly clean: string;
  readonly notClean: string;
  readonly suggestion: string;
  readonly heldBy: string;
  readonly folders: string;
  readonly otherFolders: string;
  readonly topFolder: string;
  readonly allFiles: string;
  readonly allEntries: string;
  readonly commits: string;
  readonly otherResults: string;
  readonly outputsInJson: string;
  readonly omittedFeedback: string;
  readonly claimsNote: string;
  readonly constraintsNote: string;
  readonly effectsNote: string;
  readonly askedBy: string;
  readonly keptNote: string;
  readonly declaredKept: string;
  readonly omittedWork: string;
  readonly hashNow: string;
  readonly missingThen: string;
  readonly changedToo: string;
  readonly emptySections: string;
  readonly verdictPointer: string;
  readonly reviewPointer: string;
  readonly packetId: string;
  readonly digest: string;
  readonly session: string;
  readonly client: string;
  readonly noClient: string;
  readonly task: string;
  readonly branch: string;
  readonly head: string;
  readonly tree: string;
  readonly goodReceipt: string;
  readonly base: string;
  readonly previous: string;
  readonly repository: string;
  readonly workTree: string;
  readonly upstream: string;
  readonly notKnown: string;
  readonly budget: string;
  readonly attempts: string;
  readonly calls: string;
  readonly cost: string;
  readonly minutes: string;
  readonly context: string;
  readonly contextOf: string;
  readonly artifacts: string;
  readonly evidence: string;
  readonly evidenceCount: string;
}

export interface BriefWords {
  readonly heading: string;
  readonly headingNoPacket: string;
  readonly decision: string;
  readonly red: string;
  readonly why: string;
  readonly nextAction: string;
  readonly nextActionAfter: string;
  readonly nextActionStop: string;
  readonly nextActionNone: string;
  readonly dataLabel: string;
  readonly verification: string;
  readonly manual: string;
  readonly lastKnownGood: string;
  /** Before a check that was seen. */
  readonly seen: string;
  readonly failures: string;
  readonly failuresResolved: string;
  readonly endless: string;
  readonly failuresAndEndless: string;
  readonly failuresCut: string;
  readonly constraints: string;
  readonly lastRequest: string;
  readonly lastMessage: string;
  readonly lastMessageNote: string;
  readonly constraintsNote: string;
  readonly questions: string;
  readonly incomplete: string;
  readonly effects: string;
  readonly effectsNote: string;
  readonly risks: string;
  readonly prerequisites: string;
  readonly lastTouched: string;
  readonly lastTouchedNote: string;
  readonly changedFiles: string;
  readonly commits: string;
  readonly recentFiles: string;
  readonly todo: string;
  readonly assumptions: string;
  readonly decisions: string;
  readonly receipts: string;
  readonly cut: string;
  readonly moreHere: string;
  readonly otherReasons: string;
  readonly leftOut: string;
  readonly leftOutSum: string;
  readonly whole: string;
  readonly stopped: string;
}

export interface TerminalWords {
  readonly doing: Readonly<Record<Doing, string>>;
  readonly branch: string;
  readonly topic: string;
  readonly packet: string;
  readonly status: string;
  readonly created: string;
  readonly decision: string;
  readonly next: string;
  readonly verdict: string;
  readonly lastKnownGood: string;
  readonly cleanLabel: string;
  readonly runs: string;
  readonly questions: string;
  readonly topics: string;
  readonly otherTopics: string;
  readonly topicsHere: string;
  readonly report: string;
  readonly folder: string;
  readonly superseded: string;
  readonly noPacket: string;
  readonly noPacketOfTopic: string;
  readonly packetsOfTopics: string;
  readonly noNext: string;
  readonly noRuns: string;
  readonly noQuestions: string;
  readonly waiting: string;
  readonly clean: string;
  readonly notClean: string;
  readonly warnings: string;
  readonly cleanYes: string;
  readonly cleanNo: string;
  readonly warningList: string;
  readonly published: string;
  readonly unchanged: string;
  readonly refused: string;
  readonly logEmpty: string;
  readonly diffTitle: string;
  readonly diffSame: string;
  readonly dropped: string;
  readonly resolved: string;
  readonly added: string;
  readonly kept: string;
  readonly auditPass: string;
  readonly auditFail: string;
  readonly supersededBy: string;
}

/** Labels before what single commands have to say. */
interface MessageWords {
  readonly archived: string;
  readonly notActive: string;
  readonly restored: string;
  readonly running: string;
  readonly notKept: string;
  readonly notChecked: string;
}
