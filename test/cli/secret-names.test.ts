import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHook } from "../hook/hook.ts";
import { serve } from "../mcp/server.ts";
import { leaked } from "../secrets/leak.ts";
import { random, word } from "../secrets/shapes.ts";
import { startView } from "../web/page-command.ts";
import { ask } from "../web/stand.ts";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

/** A secret that somebody gives as a name of something reaches no file, no name of a file and no screen. */
const secrets = [
  `ghp_${random(word, 36, "topic")}`,
  `AKIA${random("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16, "topic")}`,
  `sk-ant-api03-${random(word, 40, "topic")}`,
] as const;
/** The secret alone, and as a part of a name. */
const [first, second, third] = secrets;
const names = [`${first}`, `X-${second}`, `task ${third} retry`];

let box: Sandbox;
beforeAll(() => {
  box = makeSandbox();
});
afterAll(() => box.remove());

/** Every file of the repository's `.git`, by name and content. */
function everything(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path}\n${readFileSync(path, "latin1")}` : path;
    })
    .join("\n");
}

const home = (): string => join(box.root, ".git", "passdown");

describe.each(names)("%s", (name) => {
  beforeAll(() => {
    box.remove();
    box = makeSandbox();
  });

  it.each(["--topic", "--session"])(
    "as %s",
    (flag) => {
      const said: string[] = [];
      const run = (...args: readonly string[]): number | null => {
        const { exit, stdout, stderr } = box.passdown(args);
        said.push(stdout, stderr);
        return exit;
      };
      const own = (name_: string): string[] => [flag, name_];
      expect(run("note", "next", ...own(name), "go on")).toBe(0);
      expect(run("note", "risk", ...own(name), "red")).toBe(0);
      expect(run("exec", ...own(name), "--", "true")).toBe(0);
      run("check", ...own(name));
      run("check", ...own(name), "--json");
      run("verify", ...own(name));
      expect(run("pack", ...own(name), "--force", "a test")).toBe(0);
      // The same word finds it again.
      expect(run("pickup", ...own(name), "--claim")).toBe(0);
      run("pickup", ...own(name), "--json");
      run("status", ...own(name), "--json");
      for (const command of ["log", "show", "diff", "archive"]) {
        if (flag === "--topic") run(command, "--topic", name);
      }
      run("log", "--json");
      expect(leaked(said.join("\n"), secrets, 8)).toBeNull();
      expect(leaked(everything(home()), secrets, 8)).toBeNull();
    },
    60_000,
  );

  it("as an author, a variable and a topic of the configuration", () => {
    box.write("passdown.config.json", JSON.stringify({ topic: `of ${name}` }));
    const env = { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name, PASSDOWN_SESSION: name };
    const said: string[] = [];
    for (const args of [
      ["note", "next", "go on"],
      ["note", "ask", "May I?"],
      ["pack", "--force", "a test"],
      ["pickup", "--claim"],
      ["status", "--json"],
    ]) {
      const { stdout, stderr } = box.passdown(args, { env });
      said.push(stdout, stderr);
    }
    box.write("passdown.config.json", "{}");
    expect(leaked(said.join("\n"), secrets, 8)).toBeNull();
    expect(leaked(everything(home()), secrets, 8)).toBeNull();
  });

  it("as what a client tells its hook", () => {
    for (const [at, event] of ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"].entries()) {
      const input = JSON.stringify({
        session_id: name,
        source: name.slice(0, 40),
        reason: name.slice(0, 40),
        model: name,
        cwd: box.root,
        hook_event_name: event,
        tool_name: name,
        tool_use_id: name,
        transcript_path: `/tmp/${name}-${at}.jsonl`,
        tool_input: { command: `echo ${name}` },
      });
      const { status, stdout, stderr } = runHook({ cwd: box.root, args: ["--client", "claude", event], input });
      expect([status, leaked(stdout + stderr, secrets, 8)]).toEqual([0, null]);
    }
    expect(leaked(everything(home()), secrets, 8)).toBeNull();
  });
});

it("as an argument of a tool", async () => {
  const served = await serve({ cwd: box.root });
  const said: string[] = [];
  for (const name of names) {
    for (const tool of ["note", "check", "pack", "status", "pickup", "show", "inspect"]) {
      for (const argument of ["topic", "session", "branch", "id", "run", "root", "folder", "answers"]) {
        const own = tool === "note" ? { kind: argument === "answers" ? "decide" : "next", text: "go on" } : {};
        said.push(JSON.stringify(await served.call(tool, { ...own, [argument]: name })));
      }
    }
  }
  said.push(JSON.stringify(await served.client.listResources()), served.stderr());
  await served.client.close();
  expect(leaked(said.join("\n"), secrets, 8)).toBeNull();
  expect(leaked(everything(home()), secrets, 8)).toBeNull();
}, 120_000);

it("on the page", async () => {
  const page = await startView(box.root);
  const { pathname } = new URL(page.url);
  const paths = ["overview", "chain?from=0&limit=99&search=", "sessions?from=0&limit=99", "attempts", "runs", "inbox"];
  const replies = await Promise.all(paths.map((path) => ask(page.port, `${pathname}api/${path}`)));
  for (const name of names)
    replies.push(await ask(page.port, `${pathname}api/timeline?session=${encodeURIComponent(name)}&from=0&limit=9`));
  await page.end();
  expect(leaked(replies.map(({ body }) => body).join("\n"), secrets, 8)).toBeNull();
});
