import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeSandbox } from "../cli/run-cli.ts";
import { random, word } from "../secrets/shapes.ts";

const secret = `${random(word, 4, "r")}-vL93-x${random(word, 3, "s")}`;
const hookBin = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist", "hook", "passdown-hook.cjs");
const at = "2026-01-02T03:04:05.000Z";

function turn(
  cwd: string,
  n: number,
  words: { readonly prompt: string; readonly command: string; readonly output: string },
): string {
  const base = { sessionId: "s", cwd, version: "2.1.300", gitBranch: "main", isSidechain: false, timestamp: at };
  const use = (id: string, name: string, input: object): object => ({ type: "tool_use", id: `${id}${n}`, name, input });
  const content = [
    { type: "text", text: `I shall use ${n === 9 ? secret : "it"} there.` },
    use("t", "Bash", { command: words.command }),
    ...(n === 9
      ? [
          use("w", "Write", { file_path: `${cwd}/${secret}.txt`, content: "x" }),
          use("d", "TodoWrite", { todos: [{ content: `call it with ${secret}`, status: "pending" }] }),
        ]
      : []),
  ];
  return [
    { ...base, type: "user", uuid: `p${n}`, message: { role: "user", content: words.prompt } },
    { ...base, type: "assistant", uuid: `a${n}`, message: { id: `m${n}`, role: "assistant", model: "m", content } },
    {
      ...base,
      type: "user",
      uuid: `r${n}`,
      message: {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: `t${n}`, is_error: true, content: words.output },
          { type: "tool_result", tool_use_id: `w${n}`, content: "done" },
          { type: "tool_result", tool_use_id: `d${n}`, content: "done" },
        ],
      },
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

/** Stands alone, where nothing says what it is. */
const alone = (cwd: string): string =>
  turn(cwd, 9, {
    prompt: `Never write ${secret} into a file. Try again with ${secret} please.`,
    command: `./connect ${secret}`,
    output: `Exit code 1\nerror: ${secret} was refused`,
  });
const inPrompt = (cwd: string): string =>
  turn(cwd, 1, {
    prompt: `It is DATABASE_URL=postgres://shop:${secret}@host/db`,
    command: "ls",
    output: "Exit code 1",
  });
const inCommand = (cwd: string): string =>
  turn(cwd, 2, { prompt: "go on", command: `DB_PASSWORD=${secret} npm test`, output: "Exit code 1" });
const inOutput = (cwd: string): string =>
  turn(cwd, 3, { prompt: "go on", command: "cat .env", output: `Exit code 1\nDB_PASSWORD=${secret}` });

/** The end of a turn, in a process of its own. */
function stop(payload: { readonly cwd: string } & Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [hookBin, "--client", "claude", "Stop"], {
    cwd: payload.cwd,
    env: { PATH: process.env["PATH"], HOME: payload.cwd, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    input: JSON.stringify(payload),
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return `${stdout}\n${stderr}`;
}

function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`);
}

test.each<[string, readonly ((cwd: string) => string)[], boolean]>([
  ["first a prompt gives it away", [inPrompt, alone], false],
  ["first a command gives it away", [inCommand, alone], false],
  ["first an output gives it away", [inOutput, alone], false],
  ["a later prompt gives it away", [alone, inPrompt], false],
  ["a later command gives it away", [alone, inCommand], false],
  ["a later output gives it away", [alone, inOutput], false],
  ["a prompt gave it away in the turn before", [inPrompt, alone], true],
  ["a command gave it away in the turn before", [inCommand, alone], true],
  ["an output gave it away in the turn before", [inOutput, alone], true],
])("a secret that stands alone is masked everywhere when %s", (_name, turns, byHook) => {
  const sandbox = makeSandbox();
  try {
    sandbox.write("a.txt", "a\n");
    sandbox.commit("first");
    const file = join(sandbox.root, "..", "recurring.jsonl");
    writeFileSync(file, "");
    const said: string[] = [];
    const run = (args: readonly string[]): void => {
      const { stdout, stderr } = sandbox.passdown([...args]);
      said.push(`${stdout}\n${stderr}`);
    };
    if (byHook) {
      for (const one of turns) {
        appendFileSync(file, one(sandbox.root));
        said.push(stop({ session_id: "s", cwd: sandbox.root, transcript_path: file }));
      }
    } else {
      writeFileSync(file, turns.map((one) => one(sandbox.root)).join(""));
      run(["import", file, "--json", "--full"]);
    }
    run(["pack", "--force", "test", "--json"]);
    run(["pickup"]);
    run(["show", "--json"]);
    run(["show", "--markdown"]);
    const home = textsBelow(join(sandbox.root, ".git", "passdown"));
    expect([...said, ...home].filter((text) => text.includes(secret))).toEqual([]);
    expect(said.join("\n")).toContain("was refused");
  } finally {
    sandbox.remove();
  }
});
