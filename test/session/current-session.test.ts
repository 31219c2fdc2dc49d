import { describe, expect, test } from "vitest";
import type { Session } from "../../src/domain/home.ts";
import { currentSession, type LastPacket, type SessionQuestion } from "../../src/domain/session/current-session.ts";
import { makeSnapshot } from "../verification/make-snapshot.ts";

const { scene } = makeSnapshot();
const onBranch = (branch: string | null, commit = "c1") => ({ ...scene, head: { ...scene.head, branch, commit } });

const last: LastPacket = {
  packetId: "p-1",
  sessionId: "s-first",
  client: null,
  headCommit: "c1",
  tree: "tree-then",
  dirty: [["a.ts", "hash"]],
  publishedAt: "2026-11-30T09:00:00.000Z",
};

const session = (id: string, parts: Partial<Session> = {}): Session => ({
  id,
  client: null,
  branch: "main",
  topic: "main",
  startedAt: "2026-11-30T08:00:00.000Z",
  head: null,
  baseline: null,
  ...parts,
});

function ask(parts: Partial<SessionQuestion> = {}): Session {
  return currentSession({
    scene,
    topic: "main",
    requested: null,
    sessions: [],
    last: null,
    newEvidence: false,
    ...parts,
  });
}

describe("a session without a client", () => {
  test("is one per branch and topic, and the same sources always name the same one", () => {
    const ids = [
      ask(),
      ask({ topic: "pay" }),
      ask({ scene: onBranch("next") }),
      ask({ scene: onBranch(null) }),
      ask({ last, newEvidence: true }),
      ask({ last: { ...last, packetId: "p-2" }, newEvidence: true }),
    ].map((one) => one.id);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^s-[0-9a-f]{12}$/);
    expect(ask().id).toBe(ask({ newEvidence: true }).id);
  });

  test("does not depend on the commit or the work tree before the first packet", () => {
    expect(ask({ scene: onBranch("main", "c9") }).id).toBe(ask().id);
  });

  test("a branch that is called nothing is not the lack of a branch", () => {
    expect(ask({ scene: onBranch("null") }).id).not.toBe(ask({ scene: onBranch(null) }).id);
  });

  test("what was recorded of it is found again", () => {
    const begun = session(ask().id, { baseline: { commit: "c0", tree: "t0", dirty: [] } });
    expect(ask({ sessions: [session("other"), begun] })).toBe(begun);
  });

  test("of what was recorded twice the newest counts", () => {
    const { id } = ask();
    const [one, two] = [session(id), session(id, { startedAt: "2026-11-30T08:30:00.000Z" })];
    expect(ask({ sessions: [one, two] })).toBe(two);
  });
});

describe("it ends when its packet is published and new evidence comes after", () => {
  test("with nothing new it is still the session of the packet", () => {
    expect(ask({ last }).id).toBe("s-first");
    const recorded = session("s-first");
    expect(ask({ last, sessions: [recorded] })).toBe(recorded);
  });

  test("a command or a note about to be recorded begins the next one", () => {
    const next = ask({ last, newEvidence: true });
    expect(next.id).not.toBe("s-first");
    expect(next).toMatchObject({ client: null, startedAt: null, baseline: null });
  });

  test("once the next one is recorded it is the present one, evidence or not", () => {
    const next = session(ask({ last, newEvidence: true }).id);
    expect(ask({ last, sessions: [session("s-first"), next] })).toBe(next);
  });

  test("a commit begins the next one, whose beginning is the scene that the packet closed with", () => {
    const next = ask({ last, scene: onBranch("main", "c2") });
    expect(next.id).toBe(ask({ last, newEvidence: true }).id);
    expect(next.baseline).toEqual({ commit: "c1", tree: "tree-then", dirty: [["a.ts", "hash"]] });
  });

  test("an edit alone begins none: it is no evidence", () => {
    const edited = { ...scene, tree: "another tree" };
    expect(ask({ last, scene: edited }).id).toBe("s-first");
  });
});

describe("a session of a client", () => {
  const hooked = (id: string, parts: Partial<Session> = {}): Session =>
    session(id, { client: "claude", head: "c0", startedAt: "2026-11-30T09:30:00.000Z", ...parts });

  test.each<[string, Partial<SessionQuestion>, string | null]>([
    ["counts where no packet was published yet", { sessions: [hooked("x")] }, "x"],
    ["counts when it began after the last packet", { last, sessions: [hooked("x")] }, "x"],
    [
      "counts when it made the last packet",
      { last: { ...last, sessionId: "x" }, sessions: [hooked("x", { startedAt: "2026-11-30T08:00:00.000Z" })] },
      "x",
    ],
    [
      "does not count when it began before the last packet, which another session made",
      { last, sessions: [hooked("x", { startedAt: "2026-11-30T08:59:59.999Z" })] },
      null,
    ],
    ["does not count on another branch", { sessions: [hooked("x", { branch: "next" })] }, null],
    ["does not count when nobody knows when it began", { sessions: [hooked("x", { startedAt: null })] }, null],
    ["the newest of two counts", { sessions: [hooked("x"), hooked("y")] }, "y"],
    [
      "a newer one on another branch does not hide it",
      { sessions: [hooked("x"), hooked("y", { branch: "next" })] },
      "x",
    ],
    ["a later session without a client does not hide it", { sessions: [hooked("x"), session("z")] }, "x"],
  ])("%s", (_, parts, id) => {
    expect(ask(parts).id).toBe(id ?? ask({ ...parts, sessions: [] }).id);
  });

  test("new evidence belongs to it, too", () => {
    expect(ask({ last, newEvidence: true, sessions: [hooked("x")] }).id).toBe("x");
  });
});

describe("a session that the caller names", () => {
  test("is that one, known or not, whatever else there is", () => {
    const known = session("mine");
    expect(ask({ requested: "mine", sessions: [known, session("x", { client: "codex" })], last })).toBe(known);
    expect(ask({ requested: "new", sessions: [known], last })).toEqual(
      session("new", { startedAt: null, topic: "main", branch: "main" }),
    );
  });

  test("a hostile name is a name", () => {
    expect(ask({ requested: "../../../x" }).id).toBe("../../../x");
  });
});
