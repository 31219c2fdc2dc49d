import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { locksOf, makeProject, stateOf, words } from "./project.mjs";
import { session, setUp } from "./rig.mjs";

const bin = join(root, "dist", "cli", "bin.cjs");
const allKills = ["TERM", "INT", "KILL"];

/** Who is killed how, and who carries on. Codex offers the scripted model no tool to write files with. */
export const clients = {
  claude: { kills: allKills, other: "codex", required: true },
  codex: { kills: allKills, other: "gemini", required: true, scenario: "work-by-shell" },
  gemini: { kills: allKills, other: "claude", required: true },
  opencode: { kills: allKills, other: "pi", required: true },
  pi: { kills: allKills, other: "opencode", required: true },
  qwen: { kills: ["KILL"], other: "claude" },
  copilot: { kills: ["KILL"], other: "codex" },
  kimi: { kills: ["KILL"], other: "gemini" },
  droid: { kills: ["KILL"], other: "pi", resumes: false },
};

/** What comes after the kill, so that each of the three comes first once. A resumed session must be the killed one. */
const orders = {
  TERM: ["resume", "new", "other"],
  INT: ["new", "other"],
  KILL: ["other", "resume", "new"],
};

/**
 * A session works, fails, edits, says what comes next and is killed during a long command. The sessions after it, in
 * the same client and in another one, must begin with all that. `check` is called with a name, whether it holds, and
 * what was seen. Returns why nothing could be run, or null.
 */
export async function killedSession({ client, kill, available, check }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `passdown-${client}-`)));
  const { other, scenario = "work", resumes = true, kills } = clients[client];
  const work = join(folder, "project");
  const story = `${client} ${kill}`;
  const said = words(`${client}-${kill}`.toLowerCase());
  let failures = 0;
  const tell = (name, holds, seen) => {
    if (!holds) failures += 1;
    check(`${story}: ${name}`, holds, holds ? "" : `${seen} (see ${folder})`);
  };
  try {
    makeProject(work, said);
    const home = join(folder, "home");
    prepare({ client, home, work, out: join(folder, "setup"), tell });
    const before = stateOf(work);
    const first = await session({
      client,
      home,
      work,
      scenario,
      watch: root,
      out: join(folder, "1-work"),
      fill: { work, passdown: `node ${bin}`, next: said.next },
      prompt: `Let sum add its numbers. ${said.constraint}`,
      kill: { signal: kill, afterFile: join(work, "tool-is-running") },
    });
    // TERM and INT go to the whole group: where the command dies first, the client may hear of it and ask once more.
    const heard = kill !== "KILL" && first.requests.length === 5;
    tell(
      "killed during the long command",
      first.end === "killed" && (first.requests.length === 4 || heard),
      `${first.end} after ${first.requests.length} requests`,
    );
    quiet(first, work, "the killed session", tell);
    const worked = stateOf(work);
    tell(
      "only the agent changed files",
      onlyAdded(before, worked, ["src/part.mjs", "tool-is-running"]),
      changes(before, worked),
    );

    const order = kills.length === 1 ? orders.TERM : orders[kill];
    for (const [nth, how] of order.entries()) {
      if (how === "resume" && !resumes) continue;
      if (how === "other" && !available.has(other)) continue;
      const next = how === "other" ? other : client;
      const at = how === "other" ? join(folder, "other-home") : home;
      if (how === "other") prepare({ client: other, home: at, work, out: join(folder, "other-setup"), tell });
      const run = await session({
        client: next,
        home: at,
        work,
        scenario: "look",
        watch: root,
        out: join(folder, `${nth + 2}-${how}`),
        prompt: "Carry on.",
        resume: how === "resume",
      });
      const name = how === "other" ? `${how} client (${other})` : how === "new" ? "new session" : "resumed session";
      begins(run, said, name, tell);
      // A client that heard of the command's end wrote down what it made of it; the packet then lists the command.
      const told = heard && passdown(["show", "--json"], { home, work }).stdout.includes("node long.mjs");
      tell(
        `${name}: the killed command is unknown, or killed or told where the client itself says so`,
        told || killedCommand.test(briefIn(run.requests[0] ?? "", said)),
        briefIn(run.requests[0] ?? "", said).slice(0, 900),
      );
      tell(
        `${name}: ends by itself with 0 after 1 request`,
        run.end === "exited" && run.exitCode === 0 && run.requests.length === 1,
        `${run.end} ${run.exitCode} after ${run.requests.length} requests`,
      );
      quiet(run, work, name, tell);
      tell(
        `${name}: changes nothing`,
        JSON.stringify(stateOf(work)) === JSON.stringify(worked),
        changes(worked, stateOf(work)),
      );
    }
    const packet = passdown(["show"], { home, work });
    tell(
      "the user's constraint is kept word by word",
      packet.stdout.replaceAll(/\s+/g, " ").includes(said.constraint),
      packet.stdout.slice(0, 300),
    );
  } catch (error) {
    tell("runs to its end", false, error instanceof Error ? error.message : String(error));
  }
  if (failures === 0) rmSync(folder, { recursive: true, force: true });
  return null;
}

/** The client's own configuration, then the hooks that `passdown init` adds to it. */
export function prepare({ client, home, work, out, tell }) {
  for (const folder of [home, out]) mkdirSync(folder, { recursive: true });
  setUp({ client, home, work, out });
  const { status, stdout, stderr } = passdown(["init", "--client", client], { home, work });
  tell(`init --client ${client}`, status === 0, `exit ${status}: ${stderr || stdout}`);
}

function passdown(args, { home, work }) {
  return spawnSync(process.execPath, [bin, ...args], {
    cwd: work,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home },
  });
}

const killedCommand = /long\.mjs.{0,160}\b(?:unknown|killed by SIG[A-Z]+)\b|\bunknown\b.{0,160}long\.mjs/i;

/** The first request to the model holds the brief of the killed session. */
function begins({ requests }, said, name, tell) {
  const brief = briefIn(requests[0] ?? "", said);
  const seen = brief === "" ? `no brief in ${(requests[0] ?? "").length} characters` : brief.slice(0, 900);
  const action = brief.slice(Math.max(0, brief.indexOf("Next action")));
  tell(`${name}: begins with the decision`, brief !== "", seen);
  tell(
    `${name}: exact next action`,
    action.startsWith("Next action") && action.slice(0, 300).includes(said.next),
    seen,
  );
  tell(
    `${name}: failed command, its exit code and its error line`,
    /node check\.mjs`? -> exit 3/.test(brief) && brief.includes(said.error),
    seen,
  );
}

/** A resumed session also holds what it began with when nothing had been handed over yet. */
function briefIn(text, said) {
  const starts = [...text.matchAll(/Decision: (proceed|reverify|needs_human|stop)\b/g)].map((match) => match.index);
  const briefs = starts.map((at, nth) => text.slice(at, Math.min(at + 10_000, starts[nth + 1] ?? Infinity)));
  return briefs.find((brief) => brief.includes(said.next)) ?? briefs.at(-1) ?? "";
}

function quiet(run, work, name, tell) {
  tell(`${name}: leaves no process`, run.left.length === 0, run.left.join("; "));
  tell(`${name}: no hook failed`, run.failedHooks.length === 0, run.failedHooks.join("; "));
  tell(`${name}: leaves no lock`, locksOf(work).length === 0, locksOf(work).join(" "));
}

function onlyAdded(before, after, names) {
  const { git: _, files } = after;
  const rest = Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
  const same =
    JSON.stringify(rest) === JSON.stringify(before.files) && JSON.stringify(after.git) === JSON.stringify(before.git);
  return same && names.every((name) => name in files);
}

function changes(before, after) {
  const names = new Set([...Object.keys(before.files), ...Object.keys(after.files)]);
  const files = [...names].filter((name) => before.files[name] !== after.files[name]);
  const git = Object.keys(before.git).filter((name) => before.git[name] !== after.git[name]);
  return `changed: ${[...files, ...git.map((name) => `git's ${name}`)].join(", ") || "nothing"}`;
}
