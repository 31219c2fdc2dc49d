import { describe, expect, test } from "vitest";
import { listEffects } from "../../src/domain/effects/list-effects.ts";
import { quoteCommand } from "../../src/domain/feedback/quote-command.ts";
import type { PacketEffect } from "../../src/domain/packet.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { output, ran } from "../verification/make-snapshot.ts";

const list = (...records: readonly FeedbackRecord[]): readonly PacketEffect[] =>
  listEffects(records, (record) => quoteCommand(record.command));
const states = (...records: readonly FeedbackRecord[]): readonly string[] => list(...records).map((one) => one.state);

const failed = (exitCode: number | null, stderr = ""): Partial<FeedbackRecord> => ({
  exitCode,
  stderr: output(stderr),
});
const killed: Partial<FeedbackRecord> = { exitCode: null, error: "interrupted: no exit was recorded" };
const missing: Partial<FeedbackRecord> = { exitCode: null, error: "never started: spawn git ENOENT" };
const rejected = " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'origin'";
const hungUp =
  "send-pack: unexpected disconnect while reading sideband packet\nfatal: the remote end hung up unexpectedly";
const partly = "   1a2b3c4..5d6e7f8  main -> main\n ! [rejected]        next -> next (fetch first)";

describe("the outcome of an effect", () => {
  test.each<[string, string, Partial<FeedbackRecord>, string]>([
    ["exit 0", "git push", {}, "done"],
    ["exit 0 behind a check", "npm test && git push", {}, "done"],
    ["exit 0, fed by a pipe", "cat body | mail -s x a@example.org", {}, "done"],
    ["exit 0 that cannot fail", "git push || true", {}, "unknown"],
    ["exit 0 of what came after", "git push; echo done", {}, "unknown"],
    ["exit 0 of the last of a pipe", "npm publish | tee log", {}, "unknown"],
    ["exit 0 of a start in the background", "./deploy.sh &", {}, "unknown"],
    ["exit 0 of the other side", "npm test || git push", {}, "unknown"],
    ["killed", "git push", killed, "unknown"],
    ["a time limit", "./deploy.sh", { exitCode: null, error: "timeout after 30 s" }, "unknown"],
    ["no exit in a transcript", "npm publish", { exitCode: null }, "unknown"],
    ["a signal", "npm publish", { exitCode: -9, signal: "SIGKILL" }, "unknown"],
    ["a rejected push", "git push", failed(1, rejected), "not_done"],
    ["a push without a remote", "git push", failed(128, "fatal: No configured push destination."), "not_done"],
    ["a push that broke off", "git push", failed(128, hungUp), "unknown"],
    ["a push of which a part arrived", "git push origin main next", failed(1, partly), "unknown"],
    ["a push, then a red test", "git push && npm test", failed(1), "unknown"],
    ["a publish that failed", "npm publish", failed(1), "unknown"],
    ["curl without a connection", "curl -d @x https://api.example", failed(7), "not_done"],
    ["curl whose answer got lost", "curl -d @x https://api.example", failed(52), "unknown"],
    ["never started", "git push", missing, "not_done"],
    ["127 of the program itself", "kubectl apply -f x", failed(127), "not_done"],
    ["127 that may come from inside a script", "./deploy.sh", failed(127), "unknown"],
    ["127 of something else in the line", "git push && nosuch", failed(127), "unknown"],
  ])("%s: %s", (_, command, record, state) => {
    expect(states(ran(command, record))).toEqual([state]);
  });
});

test("a null exit is never left out and never called failed (D8, E4)", () => {
  expect(list(ran(["git", "push", "origin", "main"], killed))).toEqual([
    expect.objectContaining({
      what: "git push origin main",
      state: "unknown",
      probe: "git ls-remote --heads --tags origin",
    }),
  ]);
});

describe("several runs of one effect", () => {
  const push = (parts: Partial<FeedbackRecord> = {}): FeedbackRecord => ran("git push", parts);
  test.each<[string, readonly FeedbackRecord[], string]>([
    ["unknown, then done", [push(killed), push()], "done"],
    ["done, then unknown", [push(), push(killed)], "unknown"],
    ["unknown, then nothing happened: still unknown", [push(killed), push(failed(1, rejected))], "unknown"],
    ["unknown, then never started: still unknown", [push(killed), push(missing)], "unknown"],
    ["done, then never started: still done", [push(), push(missing)], "done"],
    ["not done, then done", [push(failed(1, rejected)), push()], "done"],
    ["not done twice", [push(failed(1, rejected)), push(missing)], "not_done"],
  ])("%s", (_, records, state) => {
    expect(states(...records)).toEqual([state]);
  });

  test("the run that decides is the source", () => {
    const [first, second] = [push(), push(missing)];
    expect(list(first, second).map((one) => one.source)).toEqual([first.id]);
    expect(list(second, first).map((one) => one.source)).toEqual([first.id]);
  });
});

describe("several effects of one command", () => {
  test.each<[string, string, Partial<FeedbackRecord>, readonly string[]]>([
    ["killed", "git push && npm publish", killed, ["git push: unknown", "npm publish: unknown"]],
    ["exit 0 of a chain", "git push && npm publish", {}, ["git push: done", "npm publish: done"]],
    ["a chain that failed", "git push && npm publish", failed(1), ["git push: unknown", "npm publish: unknown"]],
    ["exit 0 of the last", "git push; npm publish", {}, ["git push: unknown", "npm publish: done"]],
    ["led by a folder", "cd ../infra && terraform apply", killed, ["cd ../infra && terraform apply: unknown"]],
  ])("%s: %s", (_, command, record, told) => {
    expect(list(ran(command, record)).map(({ what, state }) => `${what}: ${state}`)).toEqual(told);
  });
});

test("different effects stay apart, in the order of their deciding runs", () => {
  const records = [ran("git push"), ran("npm publish"), ran("npm test"), ran("git push")];
  expect(list(...records).map((one) => one.what)).toEqual(["npm publish", "git push"]);
});

test("the same records give the same ids, whatever their record ids are (E9)", () => {
  const ids = (): readonly string[] => list(ran("git push"), ran(["npm", "publish"])).map((one) => one.id);
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(2);
});

test("a command that failed a test in a folder of that name is no effect", () => {
  expect(list(ran("pytest tests/deploy", failed(1)), ran("npm test -- mail", failed(1)))).toEqual([]);
});

describe("what the program printed, where the exit code is another's", () => {
  const to = "To github.com:o/r.git\n";
  const moved = "   1a2b3c4..5d6e7f8  main -> main\n";
  const url = "https://github.com/o/r/issues/7\n";
  test.each<[string, string, string, string]>([
    ["a push behind a pipe", "git push 2>&1 | tail -3", `${to}${moved}`, "done"],
    ["the last line of it", "git push 2>&1 | tail -1", moved.trim(), "done"],
    ["a new branch", "git push -u origin x; git status", `${to} * [new branch]      x -> x\n`, "done"],
    ["nothing to push", "git push | cat", "Everything up-to-date\n", "done"],
    ["a rejected one", "git push 2>&1 | tail -3", `${to}${rejected}`, "unknown"],
    ["a part", "git push origin main next 2>&1 | tail -5", `${to}${partly}`, "unknown"],
    ["nothing at all", "git push 2>&1 | tail -3", "", "unknown"],
    ["a fetched one", "git pull; git push -q; true", `From x\n   1a2b3c4..5d6e7f8  main -> origin/main\n`, "unknown"],
    ["prose about a push", "git push | cat; cat notes", "we push main -> main\n", "unknown"],
    ["an issue", "gh issue create --title x; true", url, "done"],
    ["a comment", "gh pr comment 3 --body x | cat", "https://github.com/o/r/pull/3#issuecomment-9\n", "done"],
    ["the address of another thing", "gh issue create --title x; gh pr view 3; true", url, "unknown"],
    ["a closed one", "gh issue close 3 2>&1 | cat", "✓ Closed issue o/r#3 (x)\n", "done"],
    ["a loop", 'for n in 1 2; do gh issue create --title "$n"; done', url, "unknown"],
    ["a text, not a command", "$b = @'\ngit push\n'@\ngh issue create --title x --body $b", url, "done"],
    ["behind a here-document", "for f in a; do :; done; cat <<'E' > x && git push\nno git push\nE\n", "", "unknown"],
    ["another shell", "$b = @'\nit's a body\n'@\ngh issue create --title \"a b\" --body $b", url, "done"],
  ])("%s: %s", (_, command, printed, state) => {
    expect(states(ran(command, { stdout: output(printed) }))).toEqual([state]);
  });

  test("two pushes want two answers", () => {
    const twice = "git push origin main; git push backup main; true";
    expect(states(ran(twice, { stdout: output(to + moved) }))).toEqual(["unknown", "unknown"]);
    expect(states(ran(twice, { stdout: output(to + moved + to + moved) }))).toEqual(["done", "done"]);
  });
});

test("a later push stands for those before, whatever ran beside it", () => {
  const first = ran("git push origin main 2>&1 | tail -3");
  expect(states(first, ran("npm test && git push origin main"))).toEqual(["done"]);
  expect(states(first, ran("git push origin next"))).toEqual(["unknown", "done"]);
});

test("what only a name lets expect is told where its end is not known, and claimed nowhere", () => {
  expect(states(ran("sh scripts/migrate.sh --rebuild"))).toEqual([]);
  expect(states(ran("sh scripts/migrate.sh --rebuild", killed))).toEqual(["unknown"]);
  expect(states(ran("sh scripts/migrate.sh", killed), ran("sh scripts/migrate.sh"))).toEqual([]);
  expect(states(ran("npm run db:migrate"))).toEqual(["done"]);
  expect(states(ran("./deploy.sh"))).toEqual(["done"]);
});

test("remarks above a command are no part of what it did", () => {
  expect(list(ran("# the last one\ngit push")).map(({ what }) => what)).toEqual(["git push"]);
});
