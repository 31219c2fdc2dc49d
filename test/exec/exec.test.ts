import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "../../src/adapters/process/process-identity.ts";
import { judgeRecord } from "../../src/domain/feedback/judge-record.ts";
import { buildDriver } from "./support/build-driver.ts";
import { exists, makeSandbox, type Sandbox, until } from "./support/sandbox.ts";

let driver: string;
let box: Sandbox;

beforeAll(async () => {
  driver = await buildDriver();
});
afterAll(() => rmSync(dirname(driver), { recursive: true }));
beforeEach(() => {
  box = makeSandbox(driver, { git: false });
});
afterEach(() => box.remove());

const sh = (script: string): readonly string[] => ["sh", "-c", script];

describe("the command runs as if passdown were not there", () => {
  test("bytes pass through unchanged, also invalid UTF-8", async () => {
    const ended = await box.exec(sh(String.raw`printf 'a\377\000b\r\n'`));
    expect(ended.stdout).toBe("a\u00FF\0b\r\n");
    expect(box.record().stdout.head).toBe("a\uFFFD\0b");
  });

  test.each([
    [
      "a command that is not there",
      ["no-such-command-here"],
      127,
      /^never started: no-such-command-here: no such file or directory \(ENOENT\)$/,
    ],
    ["a file that is not executable", ["./a.txt"], 126, /^never started: \.\/a\.txt: permission denied \(EACCES\)$/],
  ])("%s", async (_, argv, code, error) => {
    expect((await box.exec(argv)).code).toBe(code);
    const record = box.record();
    expect(record).toMatchObject({ exitCode: null, signal: null });
    expect(record.error).toMatch(error);
    expect(judgeRecord(record).outcome).toBe("not_run");
  });

  test("a signal that kills the command gives 128 + n", async () => {
    expect((await box.exec(sh("kill -9 $$"))).code).toBe(137);
    expect(box.record()).toMatchObject({ exitCode: -9, signal: "SIGKILL", error: null });
  });

  test("50 MB pass through in bounded memory and are all read for their result", async () => {
    const program = `
      const line = "x".repeat(79) + "\\n";
      const block = Buffer.from(line.repeat(12500));
      let left = 50;
      const next = () => { if (left-- === 0) return process.stdout.write("      Tests  2 failed | 10 passed (12)\\n" + "y\\n".repeat(40)); process.stdout.write(block, next); };
      next();`;
    const running = box.start([process.execPath, "-e", program]);
    const peak = watchMemory(running.pid);
    const ended = await running.ended;
    expect(ended.stdout.length).toBe(50_000_000 + 39 + 80);
    expect(peak()).toBeLessThan(200);
    const record = box.record();
    expect(record.testResult).toMatchObject({ runner: "vitest", failed: 2, passed: 10 });
    expect(record.stdout.omittedLines).toBe(50 * 12_500 + 41 - 35);
    expect(judgeRecord(record).outcome).toBe("failed");
  });

  test("one line of 1 MB without an end is stored in 2,000 characters", async () => {
    await box.exec([process.execPath, "-e", "process.stdout.write('z'.repeat(1e6))"]);
    expect(box.record().stdout.head).toMatch(/^z{2000} …\[998000 characters cut\]$/);
  });

  test("the order within a stream is kept", async () => {
    const { stdout } = await box.exec(sh("i=0; while [ $i -lt 2000 ]; do echo $i; i=$((i+1)); done"));
    expect(stdout).toBe(Array.from({ length: 2000 }, (_, index) => `${index}\n`).join(""));
  });

  test("a slow reader slows the command down, and nothing is lost", async () => {
    const reader = spawn(
      "sh",
      ["-c", `"$0" "$@" | (sleep 1; wc -c)`, process.execPath, driver, ...sh("head -c 5000000 /dev/zero")],
      {
        cwd: box.root,
        env: { ...process.env, DRIVER_HOME: box.home, GIT_CONFIG_GLOBAL: "/dev/null" },
      },
    );
    let output = "";
    reader.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => reader.on("close", resolve));
    expect(output.trim()).toBe("5000000");
    expect(box.record()).toMatchObject({ exitCode: 0, error: null });
  });

  test("a reader that goes away ends the command as it would without passdown", async () => {
    const reader = spawn("sh", ["-c", `"$0" "$@" | head -n 1`, process.execPath, driver, "yes"], {
      cwd: box.root,
      env: { ...process.env, DRIVER_HOME: box.home, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
    let output = "";
    reader.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => reader.on("close", resolve));
    expect(output).toBe("y\n");
    await until(() => existsSync(join(box.home, "feedback")) && box.read().unfinished.length === 0);
    expect(box.record()).toMatchObject({ signal: "SIGPIPE" });
  });

  test("programs may open /dev/stdout and /dev/stderr", async () => {
    const ended = await box.exec(sh("echo out > /dev/stdout; echo err | tee /dev/stderr > /dev/null"));
    expect(ended).toMatchObject({ code: 0, stdout: "out\n", stderr: "err\n" });
  });

  test("a process that the command leaves behind with its output does not hold passdown up", async () => {
    const began = Date.now();
    const ended = await box.exec(sh("sleep 30 & echo $!"));
    expect(ended.code).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(box.record().error).toMatch(/process left behind still held it/);
    process.kill(Number(ended.stdout), "SIGKILL");
  });
});

describe("time limit", () => {
  test("the command and what it started get TERM, and the record says so", async () => {
    const ended = await box.exec(sh("sleep 30 & echo $!; echo started; wait"), { env: { DRIVER_TIMEOUT: "300" } });
    expect(ended.code).toBe(124);
    expect(exists(Number(ended.stdout.split("\n")[0]))).toBe(false);
    const record = box.record();
    expect(record).toMatchObject({ exitCode: null, signal: "SIGTERM", error: "timeout after 0.3 s" });
    expect(record.stdout.head).toContain("started");
    expect(judgeRecord(record).outcome).toBe("failed");
  });

  test("who ignores TERM gets KILL two seconds later, children too", async () => {
    const began = Date.now();
    const ended = await box.exec(
      sh("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait; while :; do sleep 1; done"),
      {
        env: { DRIVER_TIMEOUT: "300" },
      },
    );
    expect(Date.now() - began).toBeGreaterThan(2000);
    expect(ended.code).toBe(124);
    expect(box.record()).toMatchObject({ exitCode: null, signal: "SIGKILL" });
    await until(() => !exists(Number(ended.stdout)));
  });

  test("a command that answers TERM with exit 0 has not passed", async () => {
    expect((await box.exec(sh("trap 'exit 0' TERM; sleep 30 & wait"), { env: { DRIVER_TIMEOUT: "300" } })).code).toBe(
      124,
    );
    expect(judgeRecord(box.record()).outcome).toBe("failed");
  });

  test("a limit that is not reached changes nothing", async () => {
    expect((await box.exec(["true"], { env: { DRIVER_TIMEOUT: "60000" } })).code).toBe(0);
    expect(box.record()).toMatchObject({ exitCode: 0, error: null });
  });
});

describe("interruption", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "%s to passdown alone ends the command and is recorded",
    async (signal) => {
      const running = box.start(sh("sleep 30 & echo pid=$!; echo ready; wait"));
      await running.printed("ready");
      process.kill(running.pid, signal);
      const ended = await running.ended;
      expect(ended.code).toBe(128 + { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }[signal]);
      expect(box.record()).toMatchObject({ exitCode: null, signal, error: `interrupted by ${signal}` });
      // A background job of a shell without job control ignores SIGINT by itself; the others end it.
      const sleeper = Number(/pid=(\d+)/.exec(ended.stdout)?.[1]);
      if (signal === "SIGINT") process.kill(sleeper, "SIGKILL");
      await until(() => !exists(sleeper));
    },
  );

  test("Ctrl-C to the whole group: the command ends by itself and the record is written", async () => {
    const running = box.start(sh("trap 'echo bye; exit 3' INT; echo ready; while :; do sleep 0.05; done"), {
      detached: true,
    });
    await running.printed("ready");
    process.kill(-running.pid, "SIGINT");
    expect(await running.ended).toMatchObject({ code: 3, stdout: "ready\nbye\n" });
    expect(box.record()).toMatchObject({ exitCode: null, error: "interrupted by SIGINT, then exit 3" });
  });

  test("an interrupted command that exits 0 has not passed", async () => {
    const running = box.start(sh("trap 'exit 0' INT; echo ready; while :; do sleep 0.05; done"));
    await running.printed("ready");
    process.kill(running.pid, "SIGINT");
    expect((await running.ended).code).toBe(0);
    expect(judgeRecord(box.record()).outcome).toBe("failed");
  });

  test("kill -9 of passdown leaves an interrupted record whose holder is dead", async () => {
    const running = box.start(sh("echo $$; exec sleep 30"));
    await running.printed("\n");
    expect(box.read().unfinished.map(({ holder }) => holder !== null && isAlive(holder))).toEqual([true]);
    process.kill(running.pid, "SIGKILL");
    const { stdout } = await running.ended.then((ended) => ended);
    process.kill(Number(stdout), "SIGKILL");
    const { records, unfinished } = box.read();
    expect(records).toMatchObject([
      { exitCode: null, error: "interrupted: no exit was recorded", command: { argv: sh("echo $$; exec sleep 30") } },
    ]);
    expect(unfinished.map(({ holder }) => holder !== null && isAlive(holder))).toEqual([false]);
  });

  test("a command in a terminal gets one Ctrl-C, not two", async () => {
    const counter =
      "import signal, sys, time\nn = 0\ndef hit(*_):\n  global n\n  n += 1\nsignal.signal(signal.SIGINT, hit)\nprint('ready', flush=True)\nend = time.time() + 1.2\nwhile time.time() < end: time.sleep(0.05)\nprint('hits', n, flush=True)\n";
    writeFileSync(join(box.root, "count.py"), counter);
    const terminal = [
      "import os, pty, sys, time, select",
      "pid, fd = pty.fork()",
      "if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])",
      "seen = b''; sent = False",
      "while True:",
      "  try: data = os.read(fd, 4096)",
      "  except OSError: break",
      "  if not data: break",
      "  seen += data",
      "  if b'ready' in seen and not sent: sent = True; time.sleep(0.2); os.write(fd, b'\\x03')",
      "sys.stdout.write(seen.decode())",
    ].join("\n");
    const child = spawn("python3", ["-c", terminal, process.execPath, driver, "python3", "count.py"], {
      cwd: box.root,
      env: { ...process.env, DRIVER_HOME: box.home, GIT_CONFIG_GLOBAL: "/dev/null" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((resolve) => child.on("close", resolve));
    expect(output).toContain("hits 1");
    expect(box.record().error).toBe("interrupted by SIGINT, then exit 0");
  });
});

describe("the record", () => {
  beforeEach(() => {
    box.remove();
    box = makeSandbox(driver, { git: true });
  });

  test("output, exit code and working directory pass through", async () => {
    mkdirSync(join(box.root, "sub"));
    const ended = await box.exec(sh("pwd; echo oops >&2; exit 7"), { cwd: join(box.root, "sub") });
    expect(ended).toEqual({ code: 7, signal: null, stdout: `${box.root}/sub\n`, stderr: "oops\n" });
    expect(box.record()).toMatchObject({
      exitCode: 7,
      cwd: "sub",
      stdout: { head: `${box.root}/sub` },
      stderr: { head: "oops" },
    });
  });

  test("names tree, branch, commit, topic, session and note", async () => {
    await box.exec(["true"], { env: { DRIVER_NOTE: "why not" } });
    const record = box.record();
    expect(record).toMatchObject({
      branch: "main",
      commit: box.git("rev-parse", "HEAD"),
      tree: box.git("rev-parse", "HEAD^{tree}"),
      treeAfter: box.git("rev-parse", "HEAD^{tree}"),
      changedWhileRunning: [],
      topic: "main",
      sessionId: "s-1",
      note: "why not",
      cwd: "",
    });
    expect(record.id).toMatch(/^[0-9a-f]{12}$/);
    expect(Date.parse(record.startedAt ?? "")).toBeGreaterThan(0);
  });

  test.each([
    ["changed a file", "echo two > a.txt", ["a.txt"]],
    ["made a new file", "echo x > new.txt", []],
    ["made a new file and a commit", "echo x > new.txt; git add .; git commit -qm two", ["."]],
    ["committed what was there", "git commit -q --allow-empty -m two", []],
  ])("a command that %s", async (_, script, changed) => {
    await box.exec(sh(script));
    expect(box.record().changedWhileRunning).toEqual(changed);
  });

  test("secrets are hidden in argv, output, test result and note; the command sees them", async () => {
    const ended = await box.exec(sh("echo hunter1; echo Error: hunter2 >&2; test $0 = hunter3").concat("hunter3"), {
      env: { DRIVER_NOTE: "hunter4" },
    });
    expect(ended).toMatchObject({ code: 0, stdout: "hunter1\n", stderr: "Error: hunter2\n" });
    const log = readFileSync(join(box.home, "feedback", "0001.jsonl"), "utf8");
    expect(log).not.toMatch(/hunter\d/);
    expect(box.record().stderr.errorLines).toEqual(["Error: [redacted]"]);
  });

  test("a home that cannot be written changes nothing for the command", async () => {
    writeFileSync(box.home, "not a folder");
    const ended = await box.exec(sh("echo fine; exit 4"));
    expect(ended).toMatchObject({ code: 4, stdout: "fine\n" });
    expect(ended.stderr).toMatch(/^passdown: the feedback record was not kept: .+\n$/);
  });

  test("work tree that vanishes while the command runs: the result counts for no tree", async () => {
    const ended = await box.exec(sh("rm -rf .git; chmod 000 .; exit 0"));
    chmodSync(box.root, 0o755);
    expect(ended.code).toBe(0);
    expect(box.record().changedWhileRunning).not.toEqual([]);
  });

  test("two commands at once keep two whole records", async () => {
    await Promise.all([box.exec(sh("sleep 0.2; echo a")), box.exec(sh("sleep 0.2; echo b"))]);
    const { records, damage, unfinished } = box.read();
    expect([records.length, damage, unfinished]).toEqual([2, [], []]);
  });
});

/** Highest resident memory in MB, seen every 20 ms. */
function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    if (!existsSync(`/proc/${pid}/status`)) return clearInterval(timer);
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
