import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createRepository,
  fingerprint,
  runIn,
  temporaryFolder,
  tryIn,
  type TestRepository,
} from "../git/repository.ts";
import { eventsIn, hookFile, payload, runHook, startHook, type HookCall } from "./hook.ts";

const homeOf = (repository: TestRepository): string => join(repository.root, ".git", "passdown");
const withCommit = (repository: TestRepository): string => repository.write("a.txt", "a\n").commit("first");

/** Exit 0 and an empty stdout, whatever happens: clients deny tool calls and read stdout as an answer. */
function run(call: HookCall): string {
  const { status, stdout, stderr } = runHook(call);
  expect([status, stdout]).toEqual([0, ""]);
  return stderr;
}

describe("where a session begins", () => {
  let repository: TestRepository;
  let head: string;
  beforeAll(() => {
    repository = createRepository("sha1", withCommit);
    head = repository.git("rev-parse", "HEAD").trim();
  });

  test.runIf(process.platform === "linux")("in the main work tree: client, branch, commit, folder and time", () => {
    mkdirSync(join(repository.root, "src/deep"), { recursive: true });
    const before = Date.now();
    expect(run({ cwd: repository.root, input: payload({ cwd: join(repository.root, "src/deep") }) })).toBe("");
    const [event, ...more] = eventsIn(homeOf(repository));
    expect(more).toEqual([]);
    expect(event).toEqual({
      event: "session_start",
      client: "claude",
      session_id: "abc",
      source: "startup",
      transcript: null,
      cwd: "src/deep",
      worktree: null,
      branch: "main",
      commit: head,
      holder: expect.objectContaining({ pid: expect.any(Number), startTime: expect.stringMatching(/^\d+$/) }),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Date.parse(String(event?.["at"]))).toBeGreaterThanOrEqual(before);
  });

  test("without a folder in the payload, where the process is", () => {
    const own = createRepository("sha1", withCommit);
    mkdirSync(join(own.root, "sub"));
    run({ cwd: join(own.root, "sub"), input: payload() });
    expect(eventsIn(homeOf(own))).toEqual([expect.objectContaining({ cwd: "sub", branch: "main" })]);
  });

  test("in a linked worktree: its own branch, the home of the repository", () => {
    const own = createRepository("sha1", withCommit);
    const linked = join(temporaryFolder(), "linked");
    own.git("worktree", "add", "-q", "-b", "feature/pay", linked);
    run({ cwd: linked, input: payload() });
    expect(eventsIn(homeOf(own))).toEqual([
      expect.objectContaining({
        branch: "feature/pay",
        commit: own.git("rev-parse", "HEAD").trim(),
        cwd: "",
        worktree: basename(linked),
      }),
    ]);
    expect(existsSync(join(linked, ".passdown"))).toBe(false);
  });

  test("in a submodule: the submodule's home, not that of the repository around it", () => {
    const inner = createRepository("sha1", withCommit);
    const outer = createRepository("sha1", withCommit);
    runIn(outer.root, ["submodule", "add", "-q", inner.root, "lib"]);
    run({ cwd: join(outer.root, "lib"), input: payload() });
    expect(eventsIn(homeOf(outer))).toEqual([]);
    expect(eventsIn(join(outer.root, ".git/modules/lib/passdown"))).toEqual([
      expect.objectContaining({ branch: "main", cwd: "" }),
    ]);
  });

  test.each<[string, (repository: TestRepository) => void, string | null, "head" | "none"]>([
    ["detached", (own) => void own.git("checkout", "-q", "--detach"), null, "head"],
    ["packed references", (own) => void own.git("pack-refs", "--all"), "main", "head"],
    [
      "a branch whose name begins like another's",
      (own) => void own.git("checkout", "-q", "-b", "x/main"),
      "x/main",
      "head",
    ],
    ["a branch without commits", (own) => void own.git("checkout", "-q", "--orphan", "new"), "new", "none"],
    ["a broken HEAD", (own) => writeFileSync(join(own.root, ".git/HEAD"), "garbage\n"), null, "none"],
  ])("on %s", (_, change, branch, commit) => {
    const own = createRepository("sha1", withCommit);
    const id = own.git("rev-parse", "HEAD").trim();
    change(own);
    run({ cwd: own.root, input: payload() });
    expect(eventsIn(homeOf(own))).toEqual([expect.objectContaining({ branch, commit: commit === "head" ? id : null })]);
  });

  test("in the middle of a rebase or a bisect: the branch it began on", () => {
    const own = createRepository("sha1", withCommit);
    own.git("checkout", "-q", "-b", "topic");
    own.write("a.txt", "topic\n").commit("topic");
    own.git("checkout", "-q", "main");
    own.write("a.txt", "main\n").commit("main");
    expect(tryIn(own.root, ["rebase", "main", "topic"])).toBe(false);
    run({ cwd: own.root, input: payload() });
    runIn(own.root, ["rebase", "--abort"]);
    runIn(own.root, ["checkout", "-q", "main"]);
    runIn(own.root, ["bisect", "start", "-q", "HEAD", "HEAD~1"]);
    runIn(own.root, ["checkout", "-q", "--detach", "HEAD~1"]);
    run({ cwd: own.root, input: payload({ session_id: "def" }) });
    expect(eventsIn(homeOf(own)).map((event) => event["branch"])).toEqual(["topic", "main"]);
  });

  test("with sha256 object names", () => {
    const own = createRepository("sha256", withCommit);
    run({ cwd: own.root, input: payload() });
    expect(eventsIn(homeOf(own))[0]?.["commit"]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("in a folder without a repository", () => {
    const folder = temporaryFolder();
    run({ cwd: folder, input: payload() });
    expect(eventsIn(join(folder, ".passdown"))).toEqual([
      expect.objectContaining({ branch: null, commit: null, cwd: folder }),
    ]);
  });

  test("with a home of the user's choice", () => {
    const home = join(temporaryFolder(), "home");
    run({ cwd: repository.root, input: payload({ session_id: "chosen" }), env: { PASSDOWN_HOME: home } });
    expect(eventsIn(home)).toEqual([expect.objectContaining({ session_id: "chosen", branch: "main" })]);
  });

  test("nothing of the user's is touched", () => {
    const own = createRepository("sha1", withCommit);
    const state = (): string =>
      [
        own.git("--no-optional-locks", "status", "--porcelain", "--ignored"),
        readFileSync(join(own.root, ".git/index"), "hex"),
        fingerprint(join(own.root, ".git/refs")),
        fingerprint(join(own.root, ".git/objects")),
      ].join("\n");
    const before = state();
    run({ cwd: own.root, input: payload() });
    expect(state()).toBe(before);
    expect(statSync(homeOf(own)).mode & 0o777).toBe(0o700);
    expect(statSync(join(homeOf(own), "hook-events.jsonl")).mode & 0o777).toBe(0o600);
  });
});

describe("the clients' spellings", () => {
  test.each([
    [
      "claude",
      "SessionStart",
      { session_id: "1", source: "resume" },
      { event: "session_start", session_id: "1", source: "resume" },
    ],
    ["gemini", "session-start", { session_id: "2" }, { event: "session_start", session_id: "2", source: null }],
    ["cursor", "sessionStart", { sessionId: "3" }, { event: "session_start", session_id: "3" }],
    [
      "claude",
      "SessionEnd",
      { session_id: "4", reason: "logout" },
      { event: "session_end", session_id: "4", source: "logout" },
    ],
  ])("%s %s", (client, name, body, event) => {
    const folder = temporaryFolder();
    run({ cwd: folder, args: ["--client", client, name], input: JSON.stringify(body) });
    expect(eventsIn(join(folder, ".passdown"))).toEqual([expect.objectContaining({ client, ...event })]);
  });

  test("fields are bounded, and text from outside stays one line", () => {
    const folder = temporaryFolder();
    run({ cwd: folder, input: payload({ session_id: `a\n\u2028${"x".repeat(5000)}`, source: "s".repeat(5000) }) });
    const [event] = eventsIn(join(folder, ".passdown"));
    expect(String(event?.["session_id"])).toHaveLength(200);
    expect(String(event?.["source"])).toHaveLength(40);
  });
});

describe("whatever comes in: exit 0, an empty stdout, nothing kept", () => {
  test.each<[string, Partial<HookCall>]>([
    ["no arguments", { args: [], input: payload() }],
    ["no client", { args: ["SessionStart"], input: payload() }],
    ["no event", { args: ["--client", "claude"], input: payload() }],
    ["another flag", { args: ["--help", "x", "y"], input: payload() }],
    ["an event that nobody knows", { args: ["--client", "claude", "PostToolUse"], input: payload() }],
    [
      "an event named like a property of every object",
      { args: ["--client", "claude", "constructor"], input: payload() },
    ],
    ["empty stdin", { input: "" }],
    ["half a JSON document", { input: payload().slice(0, 20) }],
    ["no JSON", { input: "SessionStart" }],
    ["null", { input: "null" }],
    ["a list", { input: "[1,2]" }],
    ["a number", { input: "7" }],
    ["no session id", { input: payload({ session_id: undefined }) }],
    ["an empty session id", { input: payload({ session_id: "" }) }],
    ["a session id that is a number", { input: payload({ session_id: 7 }) }],
    ["bytes that are no text", { input: Buffer.from([0xff, 0xfe, 0x00, 0x80]) }],
    ["10 MB without an end", { input: "[".repeat(10_000_000) }],
  ])("%s", (_, call) => {
    const folder = temporaryFolder();
    run({ cwd: folder, ...call });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("10 MB of a whole payload: the event is kept, the rest is not", () => {
    const folder = temporaryFolder();
    run({ cwd: folder, input: payload({ transcript: "x".repeat(10_000_000) }) });
    expect(eventsIn(join(folder, ".passdown"))).toHaveLength(1);
    expect(statSync(join(folder, ".passdown/hook-events.jsonl")).size).toBeLessThan(1000);
  });

  test("a wrong call says on stderr how it is called", () => {
    expect(run({ cwd: temporaryFolder(), args: [] })).toBe(
      "passdown-hook: usage: passdown-hook --client NAME EVENT < payload.json\n",
    );
  });

  test("a folder that is gone is not made again", () => {
    const gone = join(temporaryFolder(), "gone");
    run({ cwd: temporaryFolder(), input: payload({ cwd: gone }) });
    expect(existsSync(gone)).toBe(false);
  });

  test("a deleted worktree below its repository still finds the repository", () => {
    const own = createRepository("sha1", withCommit);
    run({ cwd: own.root, input: payload({ cwd: join(own.root, ".worktrees/gone") }) });
    expect(eventsIn(homeOf(own))).toEqual([expect.objectContaining({ cwd: ".worktrees/gone", branch: "main" })]);
  });

  test("started in a folder that is gone by now", () => {
    const own = createRepository("sha1", withCommit);
    const gone = join(temporaryFolder(), "gone");
    mkdirSync(gone);
    const script = 'cd "$1" && rmdir "$1" && printf %s "$4" | "$2" "$3" --client claude SessionStart';
    const call = (input: string) =>
      spawnSync("sh", ["-c", script, "sh", gone, process.execPath, hookFile, input], { encoding: "utf8" });
    expect(call(payload({ cwd: own.root }))).toMatchObject({ status: 0, stdout: "" });
    expect(eventsIn(homeOf(own))).toHaveLength(1);
    mkdirSync(gone);
    expect(call(payload())).toMatchObject({ status: 0, stdout: "" });
  });

  test.each([
    ["nobody reads stderr", '"$1" "$2" 2>&1 >/dev/null </dev/null | true; exit "$?"'],
    ["stderr is closed", '"$1" "$2" 2>&- </dev/null'],
    ["stdin is closed", '"$1" "$2" --client claude SessionStart <&-'],
    ["stdin is a folder", '"$1" "$2" --client claude SessionStart </'],
    ["stdout is closed", '"$1" "$2" --client claude SessionStart >&- </dev/null'],
  ])("%s", (_, script) => {
    const bash = spawnSync("bash", ["-o", "pipefail", "-c", script, "sh", process.execPath, hookFile], {
      encoding: "utf8",
      cwd: temporaryFolder(),
    });
    expect(bash).toMatchObject({ status: 0, stdout: "" });
  });

  test("a home that is a file, or a link to somewhere else, is left as it is", () => {
    const own = createRepository("sha1", withCommit);
    writeFileSync(homeOf(own), "mine\n");
    expect(run({ cwd: own.root, input: payload() })).toMatch(/^passdown-hook: .+\n$/);
    expect(readFileSync(homeOf(own), "utf8")).toBe("mine\n");
    rmSync(homeOf(own));
    mkdirSync(homeOf(own));
    const other = join(temporaryFolder(), "other.jsonl");
    writeFileSync(other, "mine\n");
    own.link(".git/passdown/hook-events.jsonl", other);
    expect(run({ cwd: own.root, input: payload() })).toMatch(/^passdown-hook: .+\n$/);
    expect(readFileSync(other, "utf8")).toBe("mine\n");
  });

  test.skipIf(process.getuid?.() === 0)("a home that cannot be written", () => {
    const own = createRepository("sha1", withCommit);
    chmodSync(join(own.root, ".git"), 0o500);
    expect(run({ cwd: own.root, input: payload() })).toMatch(/^passdown-hook: .+\n$/);
    chmodSync(join(own.root, ".git"), 0o700);
  });
});

describe("the log", () => {
  test("a fragment that a crash left is closed first: the new line is whole, the fragment stays", () => {
    const own = createRepository("sha1", withCommit);
    mkdirSync(homeOf(own));
    const path = join(homeOf(own), "hook-events.jsonl");
    writeFileSync(path, '{"event":"session_start","session_id":"old"}\n{"event":"sess');
    run({ cwd: own.root, input: payload() });
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines.slice(0, 2)).toEqual(['{"event":"session_start","session_id":"old"}', '{"event":"sess']);
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ session_id: "abc" });
    expect(lines.slice(3)).toEqual([""]);
  });

  test("20 hooks at once append 20 whole lines", async () => {
    const own = createRepository("sha1", withCommit);
    const ids = Array.from({ length: 20 }, (_, at) => `s-${at}`);
    const exits = await Promise.all(ids.map((id) => startHook({ cwd: own.root, input: payload({ session_id: id }) })));
    expect(new Set(exits)).toEqual(new Set([0]));
    const seen = eventsIn(homeOf(own)).map((event) => String(event["session_id"]));
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });
});
