import { quoteCommand } from "../feedback/quote-command.ts";
import type { LoadedFacts } from "../pickup/facts.ts";
import { shortId } from "../pickup/words.ts";
import type { Verdict } from "../verification.ts";
import type { ClaimRow } from "./view-model.ts";
import { rowsOfWork } from "./work-rows.ts";

const order: readonly ClaimRow["state"][] = ["gone", "moved", "unknown", "same"];

/**
 * What the packet says of the scene, beside the scene as it is; mismatches first, else in the order of the packet.
 * `verdict`: of the acceptance commands on the present tree.
 */
export function claimRows(facts: LoadedFacts, verdict: Verdict): readonly ClaimRow[] {
  const rows = [
    ...rowsOfPlace(facts),
    ...rowsOfHistory(facts),
    ...rowsOfWork(facts),
    ...rowsOfPrerequisites(facts),
    ...rowsOfVerification(facts, verdict),
    ...rowsOfOpenMatters(facts),
    ...rowsOfPacket(facts),
  ];
  return rows.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

const none = "–";

function rowsOfPlace({ scene, subject: { packet } }: LoadedFacts): readonly ClaimRow[] {
  const operation = (found: typeof scene.operation): string =>
    found === null ? none : found.step === null ? found.kind : `${found.kind} ${found.step}/${found.total ?? "?"}`;
  const [before, now] = [operation(packet.scene.operation), operation(scene.operation)];
  return [
    compare("branch", packet.branch ?? none, scene.head.branch ?? none, "git branch --show-current"),
    compare("work_tree_name", packet.scene.work_tree, scene.workTree, "git worktree list"),
    ...(before === none && now === none ? [] : [compare("operation", before, now, "git status")]),
  ];
}

function rowsOfHistory({ scene, subject }: LoadedFacts): readonly ClaimRow[] {
  const { packet, head, lastKnownGood } = subject;
  const recorded = packet.head_commit;
  const present = scene.head.commit;
  const look = recorded === null || present === null ? "git log -1" : `git log --oneline ${shortId(recorded)}..`;
  const rows: ClaimRow[] = [
    {
      what: "head_commit",
      which: null,
      recorded: recorded === null ? none : shortId(recorded),
      present: present === null ? none : shortId(present),
      state: recorded === present ? "same" : head?.relation === "gone" ? "gone" : "moved",
      look: scene.kind === "folder" ? null : look,
    },
  ];
  const good = packet.last_known_good_commit;
  if (good === null) return rows;
  // Not looked up where the head is the packet's: then it reaches what it reached.
  const relation = lastKnownGood ?? (good === recorded ? head : null);
  const lost = relation !== null && (relation.relation === "gone" || !relation.reachable);
  rows.push({
    what: "last_known_good_commit",
    which: null,
    recorded: shortId(good),
    present: lost ? none : shortId(good),
    state: lost ? "gone" : relation === null && recorded !== present ? "unknown" : "same",
    look: `git branch --contains ${shortId(good)}`,
  });
  return rows;
}

function rowsOfPrerequisites({ subject }: LoadedFacts): readonly ClaimRow[] {
  const digest = (sha256: string | null | undefined): string => (sha256 == null ? none : shortId(sha256));
  return subject.packet.prerequisites.map(({ path, sha256 }) => {
    const now = subject.prerequisites[path];
    const there = now?.exists === true;
    return {
      what: "prerequisite",
      which: path,
      recorded: digest(sha256),
      present: there ? digest(now.sha256) : none,
      state: !there ? "gone" : now.sha256 === sha256 ? "same" : now.sha256 === null ? "unknown" : "moved",
      look: quoteCommand({ argv: ["sha256sum", "--", path] }),
    };
  });
}

function rowsOfVerification({ subject }: LoadedFacts, verdict: Verdict): readonly ClaimRow[] {
  const { packet, verification } = subject;
  const look = "passdown status";
  const rows = packet.verification.commands.map(({ command, cwd, state }): ClaimRow => {
    const now = verification.commands.find((one) => one.command === command && one.cwd === cwd)?.state ?? null;
    return {
      what: "acceptance",
      which: command,
      recorded: state,
      present: now ?? none,
      state: now === null ? "unknown" : now === state ? "same" : "moved",
      look,
    };
  });
  return [compare("verdict", packet.verification.verdict, verdict, look), ...rows];
}

function rowsOfOpenMatters({ subject }: LoadedFacts): readonly ClaimRow[] {
  const { packet, effects, openQuestions } = subject;
  const known = new Set(packet.questions_for_human.map(({ id }) => id));
  return [
    ...packet.effects.map(({ id, what, state, probe }): ClaimRow => {
      const now = effects.find((effect) => effect.id === id)?.state;
      return { ...compare("effect", state, now ?? "settled", probe), which: what };
    }),
    ...packet.questions_for_human.map(({ id, text }): ClaimRow => {
      const open = openQuestions.some((question) => question.id === id);
      return { ...compare("question", "open", open ? "open" : "answered", null), which: text };
    }),
    ...openQuestions
      .filter(({ id }) => !known.has(id))
      .map(({ text }): ClaimRow => ({ ...compare("question", none, "open", null), which: text })),
  ];
}

/** The packet itself: its bytes and its life. */
function rowsOfPacket({ subject }: LoadedFacts): readonly ClaimRow[] {
  const { packet, integrity, life } = subject;
  const published = integrity.chainDigest ?? packet.digest;
  const look = `passdown show ${packet.packet_id}`;
  return [
    compare("packet_digest", shortId(published), shortId(integrity.digest), look),
    compare("packet_status", "active", life.state, "passdown log"),
  ];
}

function compare(what: string, recorded: string, present: string, look: string | null): ClaimRow {
  return { what, which: null, recorded, present, state: recorded === present ? "same" : "moved", look };
}
