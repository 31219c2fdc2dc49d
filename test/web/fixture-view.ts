import type {
  Answer,
  ChainEntry,
  Overview,
  PacketView,
  SessionEntry,
  Slice,
  SliceQuery,
  TimelineMark,
} from "../../src/domain/view/view-model.ts";
import type { ViewSnapshot } from "../../src/domain/view/view-snapshot.ts";
import type { LiveView } from "../../src/web/live-view.ts";
import { fixturePacket } from "./fixture-packet.ts";

/** Text as somebody would write it who wants the page to do something: markup, escapes, bidi, an endless word. */
export const hostile: string =
  '<img src=x onerror="alert(1)"></script><script>alert(2)</script>\u202Egnp.exe\u2066 \u001b]0;owned\u0007\u001b[31mred \u0000 javascript:alert(3) ' +
  "w".repeat(200);

const base = Date.now();
const ago = (minutes: number): string => new Date(base - minutes * 60_000).toISOString();

export interface FixtureOptions {
  /** Put into every text. */
  readonly text?: (plain: string) => string;
  readonly packets?: number;
  readonly marks?: number;
}

export interface FixtureView extends LiveView {
  readonly answers: Answer[];
  /** Tells the followers of a change. */
  readonly change: (next: Partial<Overview>) => void;
  readonly snapshot: () => ViewSnapshot;
}

/** A view of made-up data in which every kind of state is there. */
export function fixtureView(options: FixtureOptions = {}): FixtureView {
  const say = options.text ?? ((plain: string) => plain);
  const answers: Answer[] = [];
  const listeners = new Set<(revision: string) => void>();
  let revision = 1;
  let overview = makeOverview(say);
  const packets = Array.from({ length: options.packets ?? 40 }, (_, at) => chainEntry(at, options.packets ?? 40, say));
  const marks = Array.from({ length: options.marks ?? 60 }, (_, at) => mark(at, options.marks ?? 60, say));
  const sessions = [session("s-7f31", "claude", say), session("s-6a02", "codex", say), session("main/main", null, say)];
  const packetView = (id: string): PacketView => fixturePacket(id, say);
  const failures = marks.flatMap(({ outcome }, at) => (outcome === "failed" ? [at] : []));
  const context = Array.from({ length: 40 }, (_, at) => ({
    at: ago(120 - at * 3),
    tokens: at < 26 ? 12_000 + at * 5_600 : 40_000 + (at - 26) * 4_000,
    window: 200_000,
  }));
  const timeline = (id: string, query: SliceQuery) => ({
    session: sessions.find(({ sessionId }) => sessionId === id) ?? session(id, "claude", say),
    source: "transcript" as const,
    marks: slice(marks, query),
    failures,
    context,
  });
  const view: FixtureView = {
    answers,
    overview: async () => ({ ...overview, revision: String(revision) }),
    chain: async ({ search, ...query }) =>
      slice(
        packets.filter(({ packetId, nextAction }) => `${packetId} ${nextAction ?? ""}`.toLowerCase().includes(search)),
        query,
      ),
    packet: async (id) => packetView(id),
    diff: async (a, b) => diff(a, b, say),
    sessions: async (query) => slice(sessions, query),
    timeline: async (id, query) => timeline(id, query),
    attempts: async () => [
      {
        target: say("src/retry.ts"),
        ways: [
          {
            command: say("npm test -- retry"),
            exitCode: 1,
            error: say("AssertionError: expected 3 to be 2"),
            at: ago(90),
            count: 3,
          },
          { command: say("node --test retry"), exitCode: null, error: null, at: ago(80), count: 1 },
        ],
        replacedBy: { command: say("npm test -- retry --seed 7"), at: ago(60) },
      },
      {
        target: say("npm run build"),
        ways: [
          {
            command: say("npm run build"),
            exitCode: 2,
            error: say("error TS2345: not assignable"),
            at: ago(30),
            count: 1,
          },
        ],
        replacedBy: null,
      },
    ],
    runs: async () => [
      {
        name: "release-12",
        status: "running",
        executing: false,
        startedAt: ago(300),
        decision: "needs_human",
        reason: "effect_unknown",
        detail: say("step upload: intent at 14:03, no receipt"),
        steps: [
          { key: "export", verdict: "done", attempt: 1, detail: say("receipt of 3 files verified") },
          { key: "upload", verdict: "unknown", attempt: 2, detail: say("no answer was recorded") },
          { key: "announce", verdict: "not_started", attempt: 0, detail: say("no intent") },
        ],
        recoveryRecords: [{ name: "look-1", createdAt: ago(200) }],
      },
      {
        name: "export-3",
        status: "finished",
        executing: false,
        startedAt: ago(900),
        decision: null,
        reason: null,
        detail: null,
        steps: [{ key: "export", verdict: "done", attempt: 1, detail: say("receipt verified") }],
        recoveryRecords: [],
      },
    ],
    inbox: async () => ({
      questions: [
        question("n-1", say("May the timeout grow to 30 s?"), {
          later: false,
          answer: answers.find(({ id }) => id === "n-1"),
        }),
        question("n-2", say("Which colour for the button?"), { later: true, answer: undefined }),
      ],
      assumptions: [
        { id: "n-3", text: say("The staging database has the newest schema."), source: "note n-3" },
        { id: null, text: say("Node 20 is enough."), source: say("docs/plan.md") },
      ],
    }),
    answer: async (answer) => {
      answers.push(answer);
      view.change({});
    },
    revision: async () => String(revision),
    watch: (signal) => watch(signal),
    change: (next) => {
      overview = { ...overview, ...next };
      revision += 1;
      for (const listener of listeners) listener(String(revision));
    },
    snapshot: () => ({
      version: 1,
      overview,
      chain: slice(packets, { from: 0, limit: 20 }),
      packets: Object.fromEntries(packets.slice(0, 20).map(({ packetId }) => [packetId, packetView(packetId)])),
      diffs: packets.slice(0, 19).map((entry, at) => diff(packets[at + 1]?.packetId ?? "", entry.packetId, say)),
      sessions: slice(sessions, { from: 0, limit: 10 }),
      timelines: Object.fromEntries(
        sessions.map(({ sessionId }) => [sessionId, timeline(sessionId, { from: 0, limit: 500 })]),
      ),
      attempts: [],
      runs: [],
      inbox: { questions: [], assumptions: [] },
      leftOut: [{ what: "packets", count: packets.length - 20, why: "limit" }],
    }),
  };
  async function* watch(signal: AbortSignal): AsyncGenerator<string> {
    const waiting: string[] = [];
    let wake: () => void = () => undefined;
    const listener = (next: string): void => {
      waiting.push(next);
      wake();
    };
    listeners.add(listener);
    signal.addEventListener("abort", () => wake());
    while (!signal.aborted) {
      yield* waiting.splice(0);
      if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
    listeners.delete(listener);
  }
  return view;
}

type Say = (plain: string) => string;

function slice<T>(all: readonly T[], { from, limit }: SliceQuery): Slice<T> {
  return { total: all.length, from, entries: all.slice(from, from + limit) };
}

function makeOverview(say: Say): Overview {
  return {
    repository: { name: say("shop"), root: "/home/ada/shop", kind: "git" },
    revision: "1",
    at: ago(0),
    present: {
      branch: say("retry"),
      topic: "main",
      headCommit: "9f1c2d3e4a5b60718293a4b5c6d7e8f901234567",
      decision: "reverify",
      reasons: [
        {
          code: "commits_added",
          decision: "reverify",
          detail: say("2 commits after 4be1a02c19: Retry twice; Bump the client"),
        },
        {
          code: "work_tree_changed",
          decision: "reverify",
          detail: say("src/retry.ts has other content"),
          paths: [say("src/retry.ts")],
        },
        { code: "verification_stale", decision: "reverify", detail: say("npm test ran on tree 77aa21") },
      ],
      packetId: "p-0000000000000027",
      createdAt: ago(47),
      nextAction: say("Make the retry test pass, then open the pull request"),
      claims: [
        {
          what: "head_commit",
          which: null,
          recorded: say("4be1a02c19"),
          present: say("9f1c2d3e4a"),
          state: "moved",
          look: "git log --oneline 4be1a02c19..",
        },
        {
          what: "prerequisite",
          which: say("docs/protocol.md"),
          recorded: "5d0ab1",
          present: "–",
          state: "gone",
          look: say("git log -- docs/protocol.md"),
        },
        {
          what: "acceptance",
          which: say("npm test"),
          recorded: "passed",
          present: "stale",
          state: "moved",
          look: "passdown verify",
        },
        {
          what: "last_known_good_commit",
          which: null,
          recorded: "4be1a02c19",
          present: "?",
          state: "unknown",
          look: "git branch --contains 4be1a02c19",
        },
        {
          what: "branch",
          which: null,
          recorded: say("retry"),
          present: say("retry"),
          state: "same",
          look: "git branch --show-current",
        },
        { what: "work_tree", which: null, recorded: "1 file", present: "1 file", state: "same", look: "git status" },
      ],
      brief: {
        text: say(
          "Decision: reverify\nNext action: make the retry test pass, then open the pull request.\n\nFailed: npm test -- retry -> exit 1: expected 3 to be 2\nConstraint: do not raise the timeout above 30 s.",
        ).repeat(4),
        chars: 5120,
        limit: 8000,
      },
      cleanState: {
        clean: false,
        blocking: [
          {
            code: "uncommitted_changes",
            detail: say("src/retry.ts"),
            path: say("src/retry.ts"),
            suggestion: "commit or keep",
          },
          {
            code: "index_lock",
            detail: say(".git/index.lock, 4 minutes old"),
            holder: say("git commit, pid 4711"),
            suggestion: "wait",
          },
        ],
        warnings: [
          {
            code: "processes_left",
            detail: say("node server.js listens on 8080"),
            holder: "pid 812",
            suggestion: "look",
          },
        ],
      },
      verdict: "stale",
    },
    team: {
      store: say("db.example.com/passdown"),
      problem: null,
      asOf: ago(1),
      holders: [
        {
          branch: say("retry"),
          topic: say("main"),
          claim: "c-0011223344556677",
          who: say("Bob <bob@example.com> on host7"),
          since: ago(20),
          until: ago(-40),
          state: "live",
        },
        {
          branch: say("elsewhere"),
          topic: say("main"),
          claim: "c-8899aabbccddeeff",
          who: say("Eve <eve@example.com> on host8"),
          since: ago(300),
          until: ago(240),
          state: "unknown",
        },
      ],
    },
    board: [
      boardRow(say("retry"), {
        here: true,
        worktree: "/home/ada/shop",
        verdict: "stale",
        reachable: true,
        questions: 1,
        say,
      }),
      boardRow(say("feature/checkout"), {
        here: false,
        worktree: "/home/ada/shop.wt/checkout",
        verdict: "failed",
        reachable: false,
        questions: 0,
        say,
      }),
      boardRow(say("docs"), {
        here: false,
        worktree: "/home/ada/shop.wt/docs",
        verdict: "passed",
        reachable: true,
        questions: 0,
        say,
      }),
      boardRow(say("old-idea"), { here: false, worktree: null, verdict: "absent", reachable: null, questions: 0, say }),
    ],
    needsYou: { questions: 1, runs: 1, branches: 2 },
  };
}

function boardRow(
  branch: string,
  given: Pick<Overview["board"][number], "here" | "worktree" | "verdict" | "questions"> & {
    readonly reachable: boolean | null;
    readonly say: Say;
  },
): Overview["board"][number] {
  const { here, worktree, verdict, reachable, questions, say } = given;
  return {
    branch,
    topic: "main",
    worktree,
    here,
    packetId: here ? "p-0000000000000027" : `p-${branch.slice(0, 3)}`,
    status: "active",
    createdAt: ago(here ? 47 : 3000),
    lastKnownGood: verdict === "absent" ? null : { commit: "4be1a02c1937c0", reachable },
    verdict,
    risks: verdict === "failed" ? { block: 1, warn: 2, info: 0 } : { block: 0, warn: here ? 1 : 0, info: 0 },
    questions,
    needs: verdict === "absent" ? ["unreadable"] : verdict === "failed" ? ["blocked", "good_lost"] : [],
    claim: here ? { session: "s-7f31", since: ago(12), alive: true } : null,
    client: "claude",
    nextAction: say(`Go on with ${branch}`),
    readable: verdict !== "absent",
  };
}

function chainEntry(at: number, total: number, say: Say): ChainEntry {
  const id = (number: number): string => `p-${String(number).padStart(16, "0")}`;
  return {
    packetId: id(total - 1 - at),
    branch: say("retry"),
    topic: "main",
    status: at === 0 ? "active" : at === total - 1 ? "archived" : "superseded",
    supersedes: at === total - 1 ? null : id(total - 2 - at),
    supersededBy: at === 0 ? null : id(total - at),
    publishedAt: ago(47 + at * 95),
    client: at % 2 === 0 ? "claude" : "codex",
    sessionId: "s-7f31",
    verdict: at % 3 === 0 ? "passed" : at % 3 === 1 ? "failed" : "stale",
    nextAction: say(`Step ${total - at}: make the retry test pass`),
    readable: at !== 5,
  };
}

function diff(a: string, b: string, say: Say): Awaited<ReturnType<LiveView["diff"]>> {
  return {
    a,
    b,
    kept: [{ class: "constraints", text: say("Do not raise the timeout above 30 s.") }],
    new: [{ class: "failed_attempts", text: say("npm run build -> exit 2: not assignable") }],
    resolved: [{ class: "todo", text: say("Write the retry test"), by: say("note done n-9") }],
    dropped: [{ class: "constraints", text: say("Keep the public API as it is.") }],
  };
}

function session(sessionId: string, client: string | null, say: Say): SessionEntry {
  return {
    sessionId,
    client,
    branch: say("retry"),
    topic: "main",
    startedAt: ago(120),
    lastAt: ago(47),
    counts: client === null ? null : { commands: 31, failed: 6, edits: 14, prompts: 5, compactions: 1 },
  };
}

function mark(at: number, total: number, say: Say): TimelineMark {
  const lanes = [
    "prompt",
    "edit",
    "command",
    "command",
    "commit",
    "effect",
    "command",
    "compaction",
    "edit",
    "interrupt",
  ] as const;
  const lane = at === total - 1 ? "cut" : (lanes[at % lanes.length] ?? "edit");
  const outcome =
    lane === "command"
      ? ((["failed", "passed", "unknown"] as const)[at % 3] ?? "passed")
      : lane === "effect"
        ? "unknown"
        : null;
  const texts = {
    prompt: "Make the retry test pass",
    edit: "src/retry.ts",
    command: "npm test -- retry",
    commit: "Retry twice",
    effect: "POST /deploy",
    compaction: "context compacted",
    interrupt: "stopped by the user",
    cut: "ended",
  };
  return {
    lane,
    at: ago(120 - (at / total) * 70),
    text: say(texts[lane]),
    outcome,
    exitCode: outcome === "failed" ? 1 : outcome === "passed" ? 0 : null,
    error: outcome === "failed" ? say("AssertionError: expected 3 to be 2") : null,
  };
}

function question(
  id: string,
  text: string,
  { later, answer }: { readonly later: boolean; readonly answer: Answer | undefined },
): Awaited<ReturnType<LiveView["inbox"]>>["questions"][number] {
  return {
    id,
    text,
    author: "agent",
    at: ago(60),
    branch: "retry",
    topic: "main",
    later,
    answer: answer === undefined ? null : { text: answer.text, author: "human", at: ago(0) },
  };
}
