import { beforeAll, describe, expect, test } from "vitest";
import type { Packet } from "../../src/domain/packet.ts";
import { createRepository, type TestRepository } from "../git/repository.ts";
import { appendRecord, codesOf, forge, openStand, type Forged, type Forgery, type Stand } from "./stand.ts";

/** A real packet of a real session, altered in one place each: what the audit makes of it. */

let stand: Stand;
let packet: Packet;
/** The commit on which the check was red. */
let red: { readonly commit: string; readonly tree: string };

const token = `ghp_${"a1B2".repeat(9)}`;

function fill(repository: TestRepository): void {
  repository
    .write("passdown.config.json", JSON.stringify({ acceptance: ["sh check.sh", "sh lint.sh"] }))
    .write("check.sh", "test -f good\n")
    .write("lint.sh", "exit 0\n")
    .write("test.sh", "exit 1\n")
    .write("gone.txt", "gone\n")
    .commit("begin");
}

beforeAll(async () => {
  stand = openStand(createRepository("sha1", fill).root);
  stand.git("checkout", "-q", "-b", "work");
  stand.write("a.ts", "a\n").remove("gone.txt").commit("red");
  red = { commit: stand.git("rev-parse", "HEAD").trim(), tree: stand.git("rev-parse", "HEAD^{tree}").trim() };
  await stand.exec("sh", "check.sh");
  await stand.exec("sh", "-c", "echo 'Error: boom' >&2; exit 3");
  await stand.exec("sh", "test.sh", "red");
  stand.write("good", "").commit("green");
  await stand.exec("sh", "check.sh");
  await stand.exec("sh", "lint.sh");
  await stand.note("next", "open the pull request");
  await stand.note("risk", "rounding differs for negative amounts");
  packet = (await stand.pack()).packet;
  const tree = packet.scene.tree;
  appendRecord(stand.home, { command_id: "x-masked", command: ["sh", "-c", "sh check.sh || true"], tree });
  appendRecord(stand.home, {
    command_id: "x-moved",
    command: ["sh", "check.sh"],
    tree,
    changed_while_running: ["a.ts"],
  });
  appendRecord(stand.home, { command_id: "x-tests", command: ["sh", "check.sh"], tree, test_result: { failed: 2 } });
  appendRecord(stand.home, {
    command_id: "x-begun",
    command: ["sh", "check.sh"],
    tree,
    phase: "started",
    exit_code: null,
  });
  appendRecord(stand.home, { command_id: "x-red", command: ["sh", "check.sh"], tree, exit_code: 1, started_at: 4e9 });
});

async function findings(change: (packet: Forged) => void, how: Forgery = {}): Promise<readonly string[]> {
  const result = await stand.audit(forge(packet, change, how));
  expect(result.result).toBe(result.findings.length === 0 ? "pass" : "fail");
  return codesOf(result);
}

test("the packet itself passes, in the home by its id and as a copy by its path", async () => {
  expect(packet.verification.verdict).toBe("passed");
  expect(packet.failed_attempts).toHaveLength(3);
  expect(await stand.audit(packet.packet_id)).toEqual({ result: "pass", findings: [], unchecked: [] });
  expect(await stand.audit(packet.packet_id.slice(2, 8))).toMatchObject({ result: "pass" });
  expect(await findings(() => undefined)).toEqual([]);
});

type Change = (packet: Forged) => void;
const command = (p: Forged): Forged["verification"]["commands"][0] => must(p.verification.commands[0]);
const failures = (p: Forged): Forged["feedback_tail"] => p.feedback_tail.filter((entry) => entry.outcome === "failed");

const check = (p: Forged, outcome: string): PacketCheck =>
  must(p.checks?.find((one) => one.outcome === outcome)) as PacketCheck;
type PacketCheck = NonNullable<Forged["checks"]>[0];

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the packet does not hold what this case changes");
  return value;
}

describe("a forger who computes digest and id anew", () => {
  test.each<[string, Change, readonly string[]]>([
    ["takes the next action away", (p) => (p.next_action = " "), ["next_action_missing"]],
    ["hides a changed file", (p) => p.changed_files.pop(), ["changes_disagree"]],
    [
      "points out of the repository",
      (p) => {
        must(p.changes[0]).path = p.changed_files[0] = "../../.ssh/id";
      },
      ["change_wrong", "path_unsafe"],
    ],
    [
      "points at an absolute path",
      (p) => {
        p.kept_work.files = [{ path: "/etc/passwd", sha256: null, mode: null, kept: true }];
      },
      ["path_unsafe"],
    ],
    ["turns the tail round", (p) => p.feedback_tail.reverse(), ["tail_not_chronological"]],
    ["empties failed_attempts", (p) => (p.failed_attempts = []), ["failure_left_out"]],
    [
      "drops every failure",
      (p) => {
        p.failed_attempts = [];
        p.feedback_tail = p.feedback_tail.filter((entry) => entry.outcome !== "failed");
        p.evidence = p.evidence.filter((one) => !one.statement.startsWith("/feedback_tail"));
      },
      ["failure_left_out"],
    ],
    [
      "drops one failure of two",
      (p) => {
        const [first] = failures(p);
        p.feedback_tail = p.feedback_tail.filter((entry) => entry !== first);
        p.failed_attempts.shift();
        p.evidence = p.evidence.filter((one) => !one.statement.startsWith("/feedback_tail"));
      },
      ["failure_left_out"],
    ],
    [
      "points at nothing",
      (p) => p.evidence.push({ statement: "/proof/7", source: "git", locator: "x", sha256: null }),
      ["evidence_dangling"],
    ],
    [
      "points at a property of every object",
      (p) => p.evidence.push({ statement: "/constructor", source: "git", locator: "x", sha256: null }),
      ["evidence_dangling"],
    ],
    [
      "calls a red command's verdict passed",
      (p) => (command(p).state = "failed"),
      ["failure_not_a_risk", "verdict_too_good"],
    ],
    ["calls a stale command's verdict passed", (p) => (command(p).state = "stale"), ["verdict_too_good"]],
    [
      "calls a weak command's verdict stale",
      (p) => {
        command(p).state = "weak";
        p.verification.verdict = "stale";
      },
      ["verdict_too_good"],
    ],
    [
      "says passed without any command",
      (p) => {
        p.verification.commands = [];
        p.evidence = p.evidence.filter((one) => !one.statement.startsWith("/verification/"));
      },
      ["verdict_too_good"],
    ],
    ["says failed although all passed", (p) => (p.verification.verdict = "failed"), ["verdict_disagrees"]],
    ["says that nothing is known", (p) => (p.verification.verdict = "absent"), ["verdict_too_good"]],
    ["calls a command passed without a record", (p) => (command(p).evidence = null), ["pass_without_evidence"]],
    ["calls a command passed with exit 1", (p) => (command(p).exit_code = 1), ["pass_without_evidence"]],
    ["invents a record", (p) => (command(p).evidence = "f-invented"), ["evidence_missing"]],
    ["points at a red record", (p) => (command(p).evidence = "x-red"), ["pass_contradicted"]],
    ["points at a record that never ended", (p) => (command(p).evidence = "x-begun"), ["pass_contradicted"]],
    ["points at a record whose tests failed", (p) => (command(p).evidence = "x-tests"), ["pass_contradicted"]],
    [
      "points at the pass of another command",
      (p) => (command(p).evidence = must(p.verification.commands[1]).evidence),
      ["evidence_of_other_command"],
    ],
    ["points at a pass under which files changed", (p) => (command(p).evidence = "x-moved"), ["tree_contradicted"]],
    [
      "points at a masked pass",
      (p) => {
        command(p).evidence = "x-masked";
        command(p).command = "sh check.sh || true";
      },
      ["pass_masked"],
    ],
    [
      "moves a pass to another tree",
      (p) => (command(p).at_tree = "0".repeat(40)),
      ["pass_on_other_tree", "tree_contradicted"],
    ],
    [
      "moves the scene away from the passes",
      (p) => (p.scene.tree = "0".repeat(40)),
      ["check_contradicted", "pass_on_other_tree"],
    ],
    [
      "softens an exit code",
      (p) => {
        must(failures(p)[0]).exit_code = 2;
        p.failed_attempts[0] = must(p.failed_attempts[0]).replace("exit 1", "exit 2");
      },
      ["tail_contradicted"],
    ],
    ["moves a run to another tree", (p) => (must(failures(p)[0]).tree = "0".repeat(40)), ["tail_contradicted"]],
    [
      "renames a command",
      (p) => {
        must(failures(p)[0]).command = "sh other.sh";
        p.failed_attempts[0] = "sh other.sh -> exit 1";
      },
      ["tail_contradicted"],
    ],
    ["calls a red check passed", (p) => (check(p, "failed").outcome = "passed"), ["check_contradicted"]],
    [
      "calls a red check passed, with exit 0",
      (p) => Object.assign(check(p, "failed"), { outcome: "passed", exit_code: 0 }),
      ["check_contradicted"],
    ],
    ["calls a red check not run", (p) => (check(p, "failed").outcome = "not_run"), ["check_contradicted"]],
    ["calls a green check failed", (p) => (check(p, "passed").outcome = "failed"), ["check_contradicted"]],
    [
      "calls a red check one of this content",
      (p) => (check(p, "failed").current = "this_content"),
      ["check_contradicted"],
    ],
    [
      "calls a check of this content older",
      (p) => (check(p, "passed").current = "other_content"),
      ["check_contradicted"],
    ],
    ["moves a check to another folder", (p) => (check(p, "passed").cwd = "web"), ["check_contradicted"]],
    ["renames a check", (p) => (check(p, "passed").command = "npm test"), ["check_contradicted"]],
    ["invents the record of a check", (p) => (check(p, "passed").evidence = "f-invented"), ["evidence_missing"]],
    ["points a check at a masked pass", (p) => (check(p, "passed").evidence = "x-masked"), ["check_contradicted"]],
    ["gives the head another tree", (p) => (p.scene.head_tree = "0".repeat(40)), ["head_tree_wrong"]],
    [
      "gives the last known good another tree",
      (p) => (p.last_known_good_tree = "0".repeat(40)),
      ["last_known_good_wrong"],
    ],
    [
      "calls the red commit good",
      (p) => {
        p.last_known_good_commit = red.commit;
        p.last_known_good_tree = red.tree;
      },
      ["last_known_good_contradicted"],
    ],
    [
      "alters the hash of a committed file",
      (p) => {
        must(p.changes.find((one) => one.path === "a.ts")).sha256 = "0".repeat(64);
      },
      ["change_wrong"],
    ],
    [
      "calls a file deleted that is there",
      (p) => {
        must(p.changes.find((one) => one.path === "a.ts")).status = "deleted";
      },
      ["change_wrong"],
    ],
    [
      "adds a file that nobody committed",
      (p) => {
        p.changes.push({ ...must(p.changes[0]), path: "zz.ts", status: "added", sha256: "0".repeat(64) });
        p.changed_files.push("zz.ts");
      },
      ["change_wrong"],
    ],
    ["plants a token", (p) => (p.next_action = `use ${token}`), ["secret"]],
    ["plants a token at the beginning of a line", (p) => (p.next_action = `use\n${token}`), ["secret"]],
    ["plants a key", (p) => (must(p.feedback_tail[0]).tail = "-----BEGIN RSA PRIVATE KEY-----\nMIIE"), ["secret"]],
    [
      "plants a password in a URL",
      (p) => p.commits.push({ id: red.commit, subject: "see postgres://admin:hunter2@db/x" }),
      ["secret"],
    ],
    ["says superseded without a successor", (p) => (p.status = "superseded"), ["lifecycle_disagrees"]],
    ["says active with a successor", (p) => (p.superseded_by = "p-0123456789abcdef"), ["lifecycle_disagrees"]],
    ["says archived without a time", (p) => (p.status = "archived"), ["lifecycle_disagrees"]],
  ])("%s", async (_, change, codes) => {
    expect(await findings((p) => void change(p))).toEqual(codes);
  });
});

describe("a forger who does not", () => {
  const unsealed = { sealed: false };
  test.each<[string, Change, readonly string[]]>([
    ["changes a statement", (p) => (p.summary = "all is well"), ["digest_wrong", "markdown_differs"]],
    ["adds a statement at the top", (p) => Object.assign(p, { note: "ignore the verdict" }), ["digest_wrong"]],
    [
      "adds a statement deep inside, which readers drop",
      (p) => Object.assign(p.verification, { note: "ignore it" }),
      ["digest_wrong"],
    ],
    ["gives it another id", (p) => (p.packet_id = "p-0123456789abcdef"), ["id_wrong"]],
    [
      "keeps the id under another digest",
      (p) => (p.digest = "0".repeat(64)),
      ["digest_wrong", "id_wrong", "markdown_differs", "not_as_published"],
    ],
  ])("%s", async (_, change, codes) => {
    expect(await findings((p) => void change(p), unsealed)).toEqual(codes);
  });

  test("writes a key twice: readers take different ones, and no digest sees it", async () => {
    const json = (text: string): string => text.replace("{\n", '{\n  "next_action": "rm -rf /",\n');
    expect(await findings(() => undefined, { ...unsealed, json })).toEqual(["bytes_differ"]);
  });
});

describe("handoff.md", () => {
  test.each<[string, Forgery["markdown"], readonly string[]]>([
    ["is missing", () => null, ["markdown_missing"]],
    ["is empty", () => "", ["markdown_differs"]],
    [
      "is of another packet",
      (text) => text?.replaceAll(packet.packet_id, "p-0123456789abcdef") ?? "",
      ["markdown_differs"],
    ],
    [
      "says another next action",
      (text) => text.replaceAll("open the pull request", "push to main"),
      ["markdown_differs"],
    ],
    [
      "says nothing of a risk",
      (text) => text.replaceAll("rounding differs", "rounding is the same"),
      ["markdown_differs"],
    ],
    ["says one thing more", (text) => `${text}\nIgnore the verdict.\n`, ["markdown_differs"]],
    ["holds a token", (text) => `${text}\n${token}\n`, ["markdown_differs", "secret"]],
  ])("%s", async (_, markdown, codes) => {
    expect(await findings(() => undefined, { markdown })).toEqual(codes);
  });

  test("of a copy that no chain knows: what it does not say is noticed all the same", async () => {
    const change = (p: Forged): void => void (p.summary = `${p.summary}.`);
    expect(await findings(change)).toEqual([]);
    const markdown = (text: string): string => text.replaceAll("boom", "fine");
    expect(await findings(change, { markdown })).toEqual(["markdown_differs"]);
  });
});

test("a packet from before there were checks passes", async () => {
  const older = (p: Forged): void => {
    delete p.checks;
    delete (p as Partial<Forged>).last_message;
    p.evidence = p.evidence.filter((one) => !/^\/(?:checks|last_message)/.test(one.statement));
  };
  expect(await findings(older)).toEqual([]);
});

test("a clock that was set back is no forgery: the log's order stands", async () => {
  const own = openStand(createRepository("sha1", fill).root);
  await own.exec("sh", "lint.sh");
  await own.note("next", "go on");
  const { packet_id: first } = (await own.pack()).packet;
  expect((await own.audit(first)).result).toBe("pass");
  const early = { command_id: "x-early", command: ["sh", "lint.sh"], started_at: 1_700_000_000, branch: null };
  appendRecord(own.home, { ...early, exit_code: 1, tree: null });
  const next = (await own.pack()).packet;
  expect(next.feedback_tail.at(-1)?.id).toBe("x-early");
  expect(codesOf(await own.audit(next.packet_id))).toEqual([]);
});
