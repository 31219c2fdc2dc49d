import { packetDigest, packetIdOf, serializePacket } from "../../../src/domain/packet-file.ts";
import type { Note, ProcessIdentity } from "../../../src/domain/home.ts";
import type { Packet } from "../../../src/domain/packet.ts";
import type { Publication } from "../../../src/adapters/home/chain.ts";

const nothing = { attempts: null, calls: null, cost_usd: null, minutes: null };

/** A whole packet whose content differs from that of every other number. */
export function makePacket(number: number, thread: { branch?: string | null; topic?: string } = {}): Packet {
  const draft: Packet = {
    summary: `packet number ${number}`,
    changed_files: [],
    commands_run: [],
    failed_attempts: [],
    open_risks: [],
    next_action: "go on",
    verdict_pointer: { verdict: null, review: null },
    schema_version: 1,
    packet_id: "p-0000000000000000",
    digest: "0".repeat(64),
    session_id: "s-1",
    client: null,
    branch: thread.branch === undefined ? "main" : thread.branch,
    topic: thread.topic ?? "main",
    task_id: null,
    head_commit: null,
    last_known_good_commit: null,
    last_known_good_tree: null,
    previous: null,
    scene: {
      kind: "git",
      repository: [],
      work_tree: "main",
      head_tree: null,
      tree: null,
      detached: false,
      operation: null,
      dirty: [],
      upstream: null,
      shallow: false,
      reasons: [],
    },
    status: "active",
    superseded_by: null,
    created_at: null,
    superseded_at: null,
    archived_at: null,
    next_action_source: { kind: "note", locator: null },
    verification: { verdict: "absent", commands: [], manual: [] },
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
    prerequisites: [],
    constraints: [],
    last_request: null,
    last_message: null,
    decisions: [],
    done: [],
    effects: [],
    clean_state: { clean: true, blocking: [], warnings: [] },
    budget: { limits: nothing, spent: nothing },
    context_usage: null,
    kept_work: { files: [], omitted: [] },
    artifacts: [],
    incomplete: [],
    evidence: [],
  };
  const digest = packetDigest(draft);
  return { ...draft, digest, packet_id: packetIdOf(digest) };
}

/** What a caller hands to `publish` for that packet. */
export function makePublication(packet: Packet, expectActive: string | null, at: string = time(1)): Publication {
  return {
    packetId: packet.packet_id,
    digest: packet.digest,
    branch: packet.branch,
    topic: packet.topic,
    handoffJson: serializePacket(packet),
    handoffMd: `# ${packet.summary}\n`,
    expectActive,
    at,
  };
}

export function makeNote(number: number): Note {
  return {
    id: `n-${number}`,
    kind: "next",
    text: `note ${number}`,
    at: time(number),
    author: "someone",
    branch: "main",
    topic: "main",
    sessionId: "s-1",
    later: false,
    answers: null,
    kept: null,
    sha256: null,
  };
}

export function makeHolder(pid: number): ProcessIdentity {
  return { pid, startTime: null, bootId: null, host: "here", command: "actor" };
}

/** The same day at that minute. */
export function time(minute: number): string {
  return new Date(Date.UTC(2026, 10, 30, 0, minute)).toISOString();
}
