import { packetDigest, packetIdOf } from "../../src/domain/packet-file.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { LoadedFacts, LoadedPacket, PickupFacts } from "../../src/domain/pickup/facts.ts";
import type { DirtyFile, Scene } from "../../src/domain/scene.ts";

/** A scene and a packet that match in everything: each case changes one thing. */

export const head: string = "1".repeat(40);
const root: string = "2".repeat(40);
export const tree: string = "3".repeat(40);
export const headTree: string = "4".repeat(40);
export const good: string = "5".repeat(40);
export const goodTree: string = "6".repeat(40);

export const dirty: DirtyFile = {
  path: "src/work.ts",
  from: null,
  status: "modified",
  staged: false,
  unstaged: true,
  sha256: "a".repeat(64),
  size: 3,
  mode: "100644",
  submodule: null,
};

export function makeScene(patch: Partial<Scene> = {}): Scene {
  return {
    kind: "git",
    root: "/repo",
    gitDir: "/repo/.git",
    commonDir: "/repo/.git",
    workTree: "main",
    cwd: "",
    roots: [root],
    head: { commit: head, tree: headTree, branch: "topic", detached: false, at: "2026-11-01T10:00:00.000Z" },
    upstream: null,
    defaultBranch: "main",
    operation: null,
    shallow: false,
    sparse: false,
    dirty: [dirty],
    tree,
    indexLock: null,
    stashes: [],
    worktrees: [{ name: "main", path: "/repo", branch: "topic", head, locked: null, dead: false }],
    reasons: [],
    ...patch,
  };
}

export function makePacket(patch: Partial<Packet> = {}): Packet {
  const content: Packet = {
    summary: "half of the work is done",
    changed_files: ["src/work.ts"],
    commands_run: ["npm test"],
    failed_attempts: [],
    open_risks: [],
    next_action: "finish the other half",
    verdict_pointer: { verdict: null, review: null },
    schema_version: 1,
    packet_id: "",
    digest: "",
    session_id: "s-1",
    client: null,
    branch: "topic",
    topic: "main",
    task_id: null,
    head_commit: head,
    last_known_good_commit: good,
    last_known_good_tree: goodTree,
    previous: null,
    scene: {
      kind: "git",
      repository: [root],
      work_tree: "main",
      head_tree: headTree,
      tree,
      detached: false,
      operation: null,
      dirty: [{ path: dirty.path, from: null, status: dirty.status, sha256: dirty.sha256, mode: dirty.mode }],
      upstream: null,
      shallow: false,
      reasons: [],
    },
    status: "active",
    superseded_by: null,
    created_at: "2026-11-01T11:00:00.000Z",
    superseded_at: null,
    archived_at: null,
    next_action_source: { kind: "note", locator: "n-000000000001" },
    verification: {
      verdict: "passed",
      commands: [
        {
          command: "npm test",
          cwd: "",
          state: "passed",
          exit_code: 0,
          at_tree: tree,
          at: "2026-11-01T10:59:00.000Z",
          why: "exit 0 on this tree",
          evidence: "f-1",
          scope: null,
          source: "config",
        },
      ],
      manual: [],
    },
    checks: [],
    review: { verdict: null, total: null, path: null },
    feedback_tail: [],
    feedback_omitted: { passed: 0, failed: 0, log: [] },
    changes: [],
    changed_since: { commit: null, kind: "none", ref: null },
    commits: [],
    recent_files: [],
    todo: [],
    assumptions_to_validate: [],
    questions_for_human: [],
    prerequisites: [{ path: "docs/plan.md", sha256: "b".repeat(64), why: "required by note" }],
    constraints: [],
    last_request: null,
    last_message: null,
    decisions: [],
    done: [],
    effects: [],
    clean_state: { clean: true, blocking: [], warnings: [] },
    budget: {
      limits: { attempts: null, calls: null, cost_usd: null, minutes: null },
      spent: { attempts: null, calls: null, cost_usd: null, minutes: null },
    },
    context_usage: null,
    kept_work: {
      files: [{ path: dirty.path, sha256: dirty.sha256, mode: dirty.mode, kept: true }],
      omitted: [],
    },
    artifacts: [],
    incomplete: [],
    evidence: [],
    ...patch,
  };
  const digest = packetDigest(content);
  return { ...content, digest, packet_id: packetIdOf(digest) };
}

function makeSubject(patch: Partial<LoadedPacket> = {}): LoadedPacket {
  const packet = patch.packet ?? makePacket();
  return {
    kind: "loaded",
    packet,
    otherTopicMeant: null,
    integrity: {
      digest: packetDigest(packet),
      chainDigest: packetDigest(packet),
      storedAs: packet.packet_id,
      markdown: "same",
    },
    foreign: null,
    origin: null,
    life: { state: "active", activeId: packet.packet_id, publishedAt: "2026-11-01T11:00:01.000Z" },
    head: null,
    lastKnownGood: null,
    recentCommits: [],
    work: { files: {}, backAtHead: [], stashed: [] },
    prerequisites: { "docs/plan.md": { exists: true, sha256: "b".repeat(64) } },
    verification: { verdict: "passed", commands: [] },
    claims: [],
    claimsUnreadable: null,
    openQuestions: [],
    answers: [],
    effects: packet.effects,
    later: [],
    lostEvidence: [],
    newestEvidenceAt: "2026-11-01T11:00:00.000Z",
    ...patch,
  };
}

export interface FactsPatch {
  readonly scene?: Partial<Scene>;
  readonly packet?: Partial<Packet>;
  readonly subject?: Partial<LoadedPacket>;
  readonly facts?: Partial<PickupFacts>;
}

export function makeFacts(patch: FactsPatch = {}): LoadedFacts {
  return {
    now: "2026-11-02T08:00:00.000Z",
    maxAgeDays: 30,
    asked: { id: null, branch: null, topic: null },
    asker: { sessionId: null, holder: null, claiming: false },
    scene: makeScene(patch.scene),
    damage: [],
    offers: [],
    team: null,
    ...patch.facts,
    subject: makeSubject({ packet: makePacket(patch.packet), ...patch.subject }),
  };
}
