import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../cli/run-cli.ts";
import { startView, type ServedPage } from "../web/page-command.ts";
import { scriptedHome } from "../web/scripted-home.ts";
import { ask, errorOf, type Reply } from "../web/stand.ts";

/** What cannot be read is told as that: an empty list would say that there is nothing. */
let box: Sandbox;
let page: ServedPage;
let home: string;
beforeAll(async () => {
  box = scriptedHome();
  home = join(box.root, ".git", "passdown");
  page = await startView(box.root);
});
afterAll(async () => {
  await page.end();
  box.remove();
});

const get = (path: string): Promise<Reply> => ask(page.port, `${new URL(page.url).pathname}api/${path}`);
const paths = ["overview", "chain?from=0&limit=9&search=", "sessions?from=0&limit=9", "attempts", "runs", "inbox"];

/** Status and code of each answer; each failure names the place, and says what to do. */
async function told(place: string, asked: readonly string[] = paths): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const path of asked) {
    const reply = await get(path);
    const { code, message, hint } = reply.status === 200 ? { code: "", message: place, hint: "" } : errorOf(reply);
    answers.push(`${reply.status} ${code}${message.includes(place) && hint !== null ? "" : " without place or hint"}`);
  }
  return [...new Set(answers)];
}

describe("a part of the home", () => {
  it.each(["chains", "packets", "feedback", "runs"])("that is no folder is named: %s", async (name) => {
    const at = join(home, name);
    renameSync(at, `${at}.away`);
    writeFileSync(at, "");
    expect(await told(at)).toEqual(["503 home_unreadable"]);
    rmSync(at);
    renameSync(`${at}.away`, at);
    expect(await told(home)).toEqual(["200 "]);
  });

  it.each<readonly [string, (at: string) => void]>([
    ["a folder", (at) => void mkdirSync(at)],
    ["a link to elsewhere", (at) => void symlinkSync(`${at}.away`, at)],
  ])("that is %s in place of a log is named", async (_what, put) => {
    for (const name of ["notes.jsonl", "sessions.jsonl"]) {
      const at = join(home, name);
      renameSync(at, `${at}.away`);
      put(at);
      expect(await told(at)).toEqual(["503 home_unreadable"]);
      rmSync(at, { recursive: true });
      renameSync(`${at}.away`, at);
    }
    expect(await told(home)).toEqual(["200 "]);
  });
});

describe("notes that are gone", () => {
  it("are told where packets rest on them, and the rest is shown", async () => {
    const at = join(home, "notes.jsonl");
    renameSync(at, `${at}.away`);
    expect(await told(at, ["inbox"])).toEqual(["503 notes_missing"]);
    expect((await get("chain?from=0&limit=9&search=")).status).toBe(200);
    // Others that were written since do not hide it.
    box.passdown(["note", "ask", "Is it all here?"]);
    expect(await told(at, ["inbox"])).toEqual(["503 notes_missing"]);
    writeFileSync(at, readFileSync(`${at}.away`));
    expect(await told(home)).toEqual(["200 "]);
  });
});

describe("the home", () => {
  it("that goes away is missed, and found again", async () => {
    renameSync(home, `${home}.away`);
    expect(await told(home)).toEqual(["503 home_missing"]);
    renameSync(`${home}.away`, home);
    expect(await told(home)).toEqual(["200 "]);
  });

  it("that was named and is not there ends the command, with what to do", () => {
    const none = join(box.root, "none");
    const result = box.passdown(["view", "--json"], { env: { PASSDOWN_HOME: none } });
    expect(result.exit).toBe(3);
    expect(result.json()).toMatchObject({ error: { code: "home_missing", hint: expect.any(String) as unknown } });
    expect(box.passdown(["view", "--out", "x.html"], { env: { PASSDOWN_HOME: none } }).exit).toBe(3);
  });

  it("is missed with the whole folder", async () => {
    renameSync(box.root, `${box.root}.away`);
    expect(await told(home)).toEqual(["503 home_missing"]);
    renameSync(`${box.root}.away`, box.root);
    expect(await told(home)).toEqual(["200 "]);
  });
});
