import type { Context } from "../context.ts";
import { readRecentCommits } from "../adapters/git/recent-commits.ts";
import { readWork } from "../adapters/git/read-work.ts";
import type { Changes } from "../adapters/git/read-changes.ts";
import type { ChangesMemory } from "../adapters/git/recall-changes.ts";
import { readWorkbench } from "../adapters/files/read-workbench.ts";
import { findLeftProcesses } from "../adapters/process/left-processes.ts";
import type { Config } from "../domain/config.ts";
import type { Note } from "../domain/home.ts";
import type { Work } from "../domain/scene.ts";
import type { Packet } from "../domain/packet.ts";
import { chronological } from "../domain/feedback/chronological.ts";
import { currentSession, type LastPacket } from "../domain/session/current-session.ts";
import { sessionsOfHooks } from "../domain/session/sessions-of-hooks.ts";
import type { WorkbenchSnapshot } from "../domain/snapshot.ts";
import { activeTaskId, defaultTopic, meantTopic } from "../domain/topic.ts";
import type { Damage, FeedbackRecord, Workbench } from "../domain/workbench.ts";
import { findSecretFiles, hashFiles, redactPaths } from "./look-at-files.ts";
import type { InspectedPacket } from "./inspect-packet.ts";
import { ownFiles } from "./own-files.ts";
import { redactChanges, redactScene, redactWork } from "./redact-scene.ts";
import { readFeedback } from "./read-feedback.ts";
import { readLast, readPacket } from "./read-last.ts";
import { readRuns, type RunsHere } from "./runs/read-runs.ts";
import { readTold } from "./sessions/read-told.ts";
import { jsonMemory } from "./scene-memory.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface Gathered {
  readonly snapshot: WorkbenchSnapshot;
  /** The newest packet of this branch and topic, whatever became of it. */
  readonly last: (LastPacket & { readonly packet: Packet }) | null;
  /** A new session has begun since that packet. */
  readonly newEvidence: boolean;
}

/** What does not depend on which packet is generated: read once per command. */
export interface Evidence {
  readonly workbench: Workbench;
  readonly feedback: readonly FeedbackRecord[];
  readonly feedbackLogs: readonly string[];
  readonly notes: readonly Note[];
  readonly damage: readonly Damage[];
  readonly runs: RunsHere;
  readonly topic: string;
  readonly taskId: string | null;
}

export interface EvidenceOptions {
  /** Every record with its text. */
  readonly whole?: boolean;
  /** For whoever looks: where nothing names a topic, it is that of the only active packet of the branch. */
  readonly looking?: boolean;
}

/** Reads the workbench, the home's feedback and the notes. All text comes out redacted. */
export async function readEvidence(
  workspace: Workspace,
  topic: string | null,
  { whole = false, looking = false }: EvidenceOptions = {},
): Promise<Evidence> {
  const { scene, home, config, redactor } = workspace;
  const found = await readWorkbench({ root: scene.root, config, redact: (text) => redactor.redact(text) });
  const own = ownFiles(home.path);
  const workbench = { ...found, artifacts: found.artifacts.filter(({ path }) => !own(path, scene.root)) };
  const kept = readFeedback(home, { whole });
  const notes = home.notes.read();
  redactor.recall([kept.placeholders, notes.records]);
  const named = topic ?? meantTopic(config, workbench);
  const chosen = redactor.redact(named ?? (looking ? onlyActiveTopic(workspace) : null) ?? defaultTopic);
  return {
    workbench,
    feedback: chronological([workbench.feedback, kept.records]),
    feedbackLogs: [
      ...workbench.artifacts.filter((artifact) => artifact.kind === "feedback_log").map((artifact) => artifact.path),
      ...kept.logs,
    ],
    notes: notes.records.filter(
      (note) =>
        (note.branch === scene.head.branch || note.branch === null) &&
        (note.topic === chosen || note.topic === defaultTopic),
    ),
    damage: [...kept.damage, ...notes.damage, ...home.sessions.read().damage],
    runs: await readRuns(workspace.context, home.path),
    topic: chosen,
    taskId: activeTaskId(workbench),
  };
}

function onlyActiveTopic({ home, scene }: Workspace): string | null {
  const here = home.chain.activeAll().records.filter(({ branch }) => branch === scene.head.branch);
  return here.length === 1 ? (here[0]?.topic ?? null) : null;
}

/** Makes snapshots of one moment: what two of them share is read once. */
export type Gather = (as: "again" | "next") => Promise<Gathered>;

export interface GatherOptions {
  /** `--session`; null where the evidence decides. */
  readonly session: string | null;
  /** Whether a packet is to be made: only then uncommitted files are searched for secrets. */
  readonly forPacket: boolean;
  /** A packet of this home that was read already. */
  readonly ahead: InspectedPacket | null;
}

/**
 * Snapshots of the scene at this moment. `again`: as the newest packet was generated, so that nothing new gives the
 * same bytes; `next`: as the packet that follows it.
 */
export function createGather(workspace: Workspace, evidence: Evidence, options: GatherOptions): Gather {
  const { home, config, context } = workspace;
  const scene = redactScene(workspace);
  const last = readLast(workspace, evidence.topic, options.ahead);
  const { lines: hookLines } = home.readHookEvents();
  const { records: recorded } = home.sessions.read();
  const session = currentSession({
    scene,
    topic: evidence.topic,
    requested: options.session,
    sessions: [...sessionsOfHooks(hookLines), ...recorded],
    last,
    newEvidence: false,
  });
  const telling = readTold(workspace, session, { hookLines, recorded, feedback: evidence.feedback });
  const works = new Map<string | null, Promise<Work>>();
  const workSince = (previousHead: string | null): Promise<Work> => {
    const known = works.get(previousHead);
    if (known !== undefined) return known;
    const work = readWork(scene, {
      env: context.env,
      sessionStart: session.head,
      previousHead,
      addedLines: true,
      changes: changesMemory(workspace),
    });
    works.set(previousHead, work);
    return work;
  };
  const packetBefore = (as: "again" | "next"): Packet | null =>
    as === "next" ? (last?.packet ?? null) : readPacket(workspace, last?.packet.previous ?? null);
  const shared = {
    secretFiles: options.forPacket ? findSecretFiles(workspace) : [],
    verdictPath: verdictPath(workspace, evidence),
    processes: findLeftProcesses(home.path, (text) => workspace.redactor.redact(text)),
  };
  const looking = telling.then(({ told, hashed }) => {
    workspace.redactor.recall([told.now, told.earlier]);
    const named = namedFiles(evidence, config);
    return { told, files: hashFiles(scene.root, [...named, ...hashed]), named: [...named, ...told.files] };
  });
  // Whoever asks for a snapshot hears of a failure; until then nobody listens.
  looking.catch(() => undefined);
  return async (as) => {
    const before = packetBefore(as);
    // What the sessions gave away as secrets has to be known before the work is read: it is kept in the home.
    const { told, files, named } = await looking;
    const [found, recentCommits] = await Promise.all([
      workSince(before?.head_commit ?? session.baseline?.commit ?? null),
      readRecentCommits(scene, context.env, 200),
    ]);
    const work = redactWork(workspace.redactor, nameBase(found, before === null));
    const paths = [...scene.dirty, ...work.changes].flatMap(({ path, from }) =>
      from === null ? [path] : [path, from],
    );
    const snapshot: WorkbenchSnapshot = {
      ...shared,
      files,
      scene,
      work,
      workbench: evidence.workbench,
      feedback: evidence.feedback,
      notes: evidence.notes,
      session,
      topic: evidence.topic,
      taskId: evidence.taskId,
      config,
      configSha256: workspace.configSha256,
      damage: evidence.damage,
      runs: evidence.runs.open,
      told,
      previous: before === null ? null : summaryOf(before),
      feedbackLogs: evidence.feedbackLogs,
      redactedPaths: redactKnownPaths(workspace, [...paths, ...named]),
      recentCommits,
    };
    return { snapshot, last, newEvidence: last === null || session.id !== last.sessionId };
  };
}

/** Paths that came out unchanged before, by the same rules, need no second look; one that holds a secret is kept nowhere. */
function redactKnownPaths(
  { home, redactor, scene }: Workspace,
  paths: readonly string[],
): Readonly<Record<string, string>> {
  const memory = jsonMemory<readonly string[]>(home, "paths");
  const known = new Set(memory.get(scene.root) ?? []);
  known.forEach((path) => redactor.trust(path));
  const redacted = redactPaths(redactor, paths);
  const safe = [...new Set(paths)].filter((path) => !Object.hasOwn(redacted, path)).slice(0, keptPaths);
  if (!safe.every((path) => known.has(path))) memory.set(scene.root, safe);
  return redacted;
}

const keptPaths = 5_000;

/** Added lines come in here: they are redacted before anything is kept or used. */
function changesMemory({ home, redactor }: Workspace): ChangesMemory {
  const kept = jsonMemory<Changes>(home, "work");
  return {
    recall: (key) => {
      const changes = kept.get(key);
      redactor.recall(changes);
      return changes;
    },
    accept: (key, read) => {
      const changes = redactChanges(redactor, read);
      if (key !== null) kept.set(key, changes);
      return changes;
    },
  };
}

/** Before the first packet the work is counted from where this session's first evidence found the head. */
function nameBase(work: Work, first: boolean): Work {
  return first && work.base.kind === "previous_packet"
    ? { ...work, base: { ...work.base, kind: "session_start" } }
    : work;
}

/** Files that a packet may point at beside those that changed. */
function namedFiles({ notes, workbench }: Evidence, config: Config): readonly string[] {
  return [
    ...notes.filter((note) => note.kind === "require").map((note) => note.text),
    ...config.prerequisites.map((one) => one.path),
    ...(workbench.state?.touchedFiles ?? []),
    ...(workbench.diffSummary?.touched ?? []),
  ];
}

function summaryOf(packet: Packet): WorkbenchSnapshot["previous"] {
  return {
    packetId: packet.packet_id,
    headCommit: packet.head_commit,
    lastKnownGoodCommit: packet.last_known_good_commit,
    lastKnownGoodTree: packet.last_known_good_tree,
  };
}

/** A report of the repository for this task, else the one that `verify` keeps in the home. */
function verdictPath({ home }: Workspace, { workbench, taskId, topic }: Evidence): string | null {
  const reports = workbench.verificationReports.filter(
    (report) => taskId === null || report.taskId === null || report.taskId === taskId,
  );
  const worst = reports.find((report) => report.passed !== true) ?? reports[0];
  return worst?.ref.path ?? home.reports.locateVerification(taskId ?? topic);
}

/** Everything about a folder's scene at this moment, as the next packet would be generated from it. */
export async function gatherSnapshot(
  context: Context,
  options: { readonly topic?: string | null; readonly session?: string | null } = {},
): Promise<WorkbenchSnapshot> {
  const workspace = await openWorkspace(context, { tree: true });
  // Whoever asks for the snapshot itself may keep it: plain data, that nobody reads a log for later.
  const evidence = await readEvidence(workspace, options.topic ?? null, { whole: true });
  const gather = createGather(workspace, evidence, { session: options.session ?? null, forPacket: true, ahead: null });
  return (await gather("next")).snapshot;
}
