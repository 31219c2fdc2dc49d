import type { Note } from "../home.ts";
import type { Evidence, Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { NextAction } from "./choose-next-action.ts";
import { showPath } from "./list-changes.ts";
import { listDone, notedQuestions, openNotes } from "./own-notes.ts";
import { toldBy } from "./told.ts";

export interface EvidenceSources {
  readonly snapshot: WorkbenchSnapshot;
  readonly nextAction: NextAction | null;
  readonly verification: Verification;
  /** What the packet says: the statements are numbered as they stand there. */
  readonly packet: Required<
    Pick<
      Packet,
      | "feedback_tail"
      | "checks"
      | "effects"
      | "review"
      | "assumptions_to_validate"
      | "open_risks"
      | "prerequisites"
      | "constraints"
      | "questions_for_human"
      | "todo"
      | "last_request"
      | "last_message"
      | "context_usage"
    >
  >;
}

/** For each statement of the packet, the source it rests on. What is not listed rests on nothing. */
export function listEvidence(sources: EvidenceSources): readonly Evidence[] {
  const { snapshot, nextAction, verification, packet } = sources;
  const { scene, work, workbench, config } = snapshot;
  const list: Evidence[] = [];
  if (scene.head.commit !== null) {
    list.push({ statement: "/head_commit", source: "git", locator: `commit ${scene.head.commit}`, sha256: null });
  }
  if (scene.tree !== null) {
    list.push({ statement: "/scene/tree", source: "git", locator: `tree ${scene.tree}`, sha256: null });
  }
  if (work.base.commit !== null) {
    list.push({ statement: "/changes", source: "git", locator: `diff ${work.base.commit}`, sha256: null });
  }
  if (nextAction !== null && nextAction.source.locator !== null) {
    const artifact = workbench.artifacts.find((one) => one.path === nextAction.source.locator);
    const source = artifact !== undefined ? "artifact" : sourceOfAction(nextAction.source.kind);
    list.push({
      statement: "/next_action",
      source,
      locator: nextAction.source.locator,
      sha256: artifact?.sha256 ?? null,
    });
  }
  packet.feedback_tail.forEach((entry, at) => {
    list.push({ statement: `/feedback_tail/${at}`, source: "feedback", locator: entry.id, sha256: null });
  });
  packet.checks.forEach(({ evidence }, at) => {
    list.push({ statement: `/checks/${at}`, source: "feedback", locator: evidence, sha256: null });
  });
  packet.effects.forEach((effect, at) => {
    const noted = snapshot.notes.some(({ id }) => id === effect.source);
    const source = noted ? "note" : effect.source.startsWith("run:") ? "run" : "feedback";
    list.push({ statement: `/effects/${at}`, source, locator: effect.source, sha256: null });
  });
  verification.commands.forEach((command, at) => {
    if (command.evidence !== null) {
      list.push({
        statement: `/verification/commands/${at}`,
        source: "feedback",
        locator: command.evidence,
        sha256: null,
      });
    }
  });
  if (verification.lastKnownGoodCommit !== null) {
    list.push({
      statement: "/last_known_good_commit",
      source: "git",
      locator: `commit ${verification.lastKnownGoodCommit}`,
      sha256: null,
    });
  }
  list.push(...saidInNotes(snapshot), ...saidInSessions(sources), ...readInArtifacts(sources));
  list.push(...behindRisks(sources), ...behindPrerequisites(sources));
  workbench.artifacts.forEach((artifact, at) => {
    list.push({ statement: `/artifacts/${at}`, source: "artifact", locator: artifact.path, sha256: artifact.sha256 });
  });
  if (snapshot.configSha256 !== null && config.acceptance.length > 0) {
    list.push({
      statement: "/verification",
      source: "config",
      locator: "passdown.config.json",
      sha256: snapshot.configSha256,
    });
  }
  return list;
}

/** What a person or an agent said: the note is where it stands, not a proof. */
function saidInNotes(snapshot: WorkbenchSnapshot): readonly Evidence[] {
  const lists: readonly (readonly [string, readonly Note[]])[] = [
    ["questions_for_human", notedQuestions(snapshot)],
    ["constraints", openNotes(snapshot, "constrain")],
    ["decisions", openNotes(snapshot, "decide")],
    ["done", listDone(snapshot)],
  ];
  return lists.flatMap(([field, notes]) =>
    notes.map((note, at): Evidence => ({
      statement: `/${field}/${at}`,
      source: "note",
      locator: note.id,
      sha256: null,
    })),
  );
}

/** Risks that somebody named. The others follow from other statements of the packet, and rest on what those rest on. */
function behindRisks({ snapshot, packet }: EvidenceSources): readonly Evidence[] {
  const noted = { blocker: openNotes(snapshot, "block"), noted: openNotes(snapshot, "risk") };
  const { state } = snapshot.workbench;
  return packet.open_risks.flatMap(({ code, detail }, at): readonly Evidence[] => {
    if (code !== "blocker" && code !== "noted") return [];
    const statement = `/open_risks/${at}`;
    const note = noted[code].find(({ text }) => text === detail);
    if (note !== undefined) return [{ statement, source: "note", locator: note.id, sha256: null }];
    const inState = code === "blocker" && state !== null && state.blockers.includes(detail);
    return inState ? [{ statement, source: "artifact", locator: state.ref.path, sha256: null }] : [];
  });
}

/** Who requires a file: a note, the configuration, or the packet itself, which was made from it. */
function behindPrerequisites({ snapshot, packet }: EvidenceSources): readonly Evidence[] {
  const { config, configSha256, workbench } = snapshot;
  const notes = openNotes(snapshot, "require");
  return packet.prerequisites.flatMap(({ path }, at): readonly Evidence[] => {
    const statement = `/prerequisites/${at}`;
    const note = notes.find(({ text }) => showPath(snapshot, text) === path);
    if (note !== undefined) return [{ statement, source: "note", locator: note.id, sha256: null }];
    if (config.prerequisites.some((one) => showPath(snapshot, one.path) === path)) {
      return [{ statement, source: "config", locator: "passdown.config.json", sha256: configSha256 }];
    }
    const artifact = workbench.artifacts.find((one) => showPath(snapshot, one.path) === path);
    if (artifact === undefined) return [];
    return [{ statement, source: "artifact", locator: artifact.path, sha256: artifact.sha256 }];
  });
}

function sourceOfAction(kind: NextAction["source"]["kind"]): Evidence["source"] {
  if (kind === "failing_acceptance") return "feedback";
  return kind === "todo" || kind === "request" ? "transcript" : "note";
}

/** What a client's transcript tells: the user's words and the agent's list. A pointer to the session, not a proof. */
function saidInSessions({ snapshot, packet }: EvidenceSources): readonly Evidence[] {
  const { now, earlier } = snapshot.told;
  if (now === null && earlier.length === 0) return [];
  const noted = new Set(openNotes(snapshot, "constrain").map(({ text }) => text));
  const sessions = [...earlier, ...(now === null ? [] : [now])];
  const from = (statement: string, locator: string): Evidence => ({
    statement,
    source: "transcript",
    locator,
    sha256: null,
  });
  const present = now === null ? "" : toldBy(now);
  return [
    ...packet.constraints.flatMap(({ text }, at): readonly Evidence[] => {
      const session = sessions.find(({ constraints }) => constraints.some((one) => one.text === text));
      return noted.has(text) || session === undefined ? [] : [from(`/constraints/${at}`, toldBy(session))];
    }),
    ...packet.questions_for_human.flatMap(({ id }, at) =>
      id.startsWith("q-") ? [from(`/questions_for_human/${at}`, present)] : [],
    ),
    ...packet.todo.flatMap(({ source }, at) => (source === present ? [from(`/todo/${at}`, present)] : [])),
    ...(packet.last_request === null ? [] : [from("/last_request", present)]),
    ...(packet.last_message === null ? [] : [from("/last_message", present)]),
    ...(packet.context_usage === null ? [] : [from("/context_usage", present)]),
  ];
}

function readInArtifacts({ snapshot, packet }: EvidenceSources): readonly Evidence[] {
  const { artifacts } = snapshot.workbench;
  const read = (statement: string, path: string | null): readonly Evidence[] => {
    const artifact = artifacts.find((one) => one.path === path);
    return artifact === undefined
      ? []
      : [{ statement, source: "artifact", locator: artifact.path, sha256: artifact.sha256 }];
  };
  return [
    ...read("/review", packet.review.path),
    ...packet.assumptions_to_validate.flatMap(({ source }, at): readonly Evidence[] => {
      const statement = `/assumptions_to_validate/${at}`;
      return source.startsWith("note ")
        ? [{ statement, source: "note", locator: source.slice("note ".length), sha256: null }]
        : read(statement, source);
    }),
  ];
}
