import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { startView, type ServedPage } from "../web/page-command.ts";
import { ask, errorOf } from "../web/stand.ts";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
const codeCache = mkdtempSync(join(tmpdir(), "passdown-once-"));

let box: Sandbox;
let page: ServedPage;
beforeAll(async () => {
  box = makeSandbox();
  page = await startView(box.root, ["--answer"]);
});
afterAll(async () => {
  await page.end();
  box.remove();
});

function question(text: string): string {
  return /n-[0-9a-f]{12}/.exec(box.passdown(["note", "ask", text]).stdout)?.[0] ?? "";
}

/** Texts of the answers that the log holds. */
function answersTo(id: string): readonly string[] {
  return readFileSync(join(box.root, ".git", "passdown", "notes.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { answers: string | null; text: string }]))
    .flatMap(({ answers, text }) => (answers === id ? [text] : []));
}

function begin(args: readonly string[]): ChildProcess {
  const env = { PATH: process.env["PATH"], HOME: box.root, XDG_CACHE_HOME: codeCache, GIT_CONFIG_GLOBAL: "/dev/null" };
  return spawn(process.execPath, [bin, ...args], { cwd: box.root, env, stdio: ["ignore", "ignore", "pipe"] });
}

async function onPage(
  id: string,
  text: string,
  kind = "decide",
): Promise<{ readonly status: number; readonly code: string }> {
  const { origin, pathname } = new URL(page.url);
  const reply = await ask(page.port, `${pathname}api/answer`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ id, kind, text }),
  });
  return { status: reply.status, code: reply.status === 200 ? "" : errorOf(reply).code };
}

async function onCommandLine(
  id: string,
  text: string,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  const child = begin(["note", "decide", "--answers", id, text]);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  await once(child, "close");
  return { exit: child.exitCode, said };
}

describe("a question", () => {
  it("takes one of two answers from two tabs, and says 409 to the other", async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = question(`May it grow, round ${round}?`);
      const replies = await Promise.all(["yes", "no", "perhaps"].map((text) => onPage(id, text)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(replies.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual([
        "already_answered",
        "already_answered",
      ]);
      expect(answersTo(id)).toHaveLength(1);
    }
  });

  it("takes one of those from the page and from command lines at once", async () => {
    const id = question("Which database?");
    const [lines, pages] = await Promise.all([
      Promise.all(["a", "b", "c", "d"].map((text) => onCommandLine(id, text))),
      Promise.all(["e", "f"].map((text) => onPage(id, text))),
    ]);
    const kept = lines.filter(({ exit }) => exit === 0).length + pages.filter(({ status }) => status === 200).length;
    expect(kept).toBe(1);
    for (const { exit, said } of lines.filter((one) => one.exit !== 0)) {
      expect(exit).toBe(2);
      expect(said).toContain(`${id} was answered by`);
    }
    expect(answersTo(id)).toHaveLength(1);
  });

  it("that was answered before stays answered as it was", async () => {
    const id = question("May I delete it?");
    expect((await onCommandLine(id, "no")).exit).toBe(0);
    const second = box.passdown(["note", "decide", "--answers", id, "--json", "yes"]);
    expect(second.exit).toBe(2);
    expect(second.json()).toMatchObject({ error: { code: "already_answered" } });
    expect(await onPage(id, "yes")).toEqual({ status: 409, code: "already_answered" });
    expect(answersTo(id)).toEqual(["no"]);
  });

  it("whose answer was killed can be answered, and has one answer at most", async () => {
    let cut = 0;
    for (let afterMs = 60; afterMs < 360; afterMs += 15) {
      const id = question(`Killed after ${afterMs} ms?`);
      const child = begin(["note", "decide", "--answers", id, "first"]);
      const closed = once(child, "close");
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill("SIGKILL");
      await closed;
      const before = answersTo(id);
      if (before.length === 0) cut += 1;
      const { exit } = await onCommandLine(id, "second");
      expect(exit).toBe(before.length === 0 ? 0 : 2);
      expect(answersTo(id)).toEqual(before.length === 0 ? ["second"] : ["first"]);
    }
    expect(cut).toBeGreaterThan(0);
  }, 60_000);
});

it("an assumption is closed once too", async () => {
  const id = /n-[0-9a-f]{12}/.exec(box.passdown(["note", "assume", "the port is free"]).stdout)?.[0] ?? "";
  expect(box.passdown(["note", "done", "--answers", id, "it is"]).exit).toBe(0);
  expect(box.passdown(["note", "done", "--answers", id, "it was"]).exit).toBe(2);
  expect((await onPage(id, "it is", "done")).status).toBe(409);
});
