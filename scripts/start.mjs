// `npm start`: the main job, for real, on this very checkout, in five steps: run a command, say what comes next, check, pack, pick up.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

// The packet of a first look must not mix with the packets of somebody who works here.
process.env.PASSDOWN_HOME ??= mkdtempSync(join(tmpdir(), "passdown-start-"));

/** Of what a step says, so much is shown; the brief is shown whole. */
const most = 8;
let step = 0;

/** One step: what it is for, the call as it is typed, what it says. */
function show(why, args, { whole = false } = {}) {
  step += 1;
  const typed = args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(" ");
  console.log(`\n${step}/5 ${why}\n$ passdown ${typed}`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "dist", "cli", "bin.cjs"), ...args],
    // Its output goes through here, so it is told how wide the terminal is.
    { cwd: root, encoding: "utf8", env: { ...process.env, COLUMNS: String(process.stdout.columns ?? "") } },
  );
  const lines = `${stdout}${stderr}`.trimEnd().split("\n");
  const shown = whole ? lines : lines.slice(0, most);
  if (shown.join("") !== "") console.log(shown.join("\n"));
  if (lines.length > shown.length) console.log(`  … ${lines.length - shown.length} more lines`);
  return status ?? 1;
}

const checked = ["exec", "--note", "do the types hold?", "--", "npx", "--no-install", "tsc", "-p", "."];
show("run a command; what happened is kept, with the tree it ran on", checked);
show("say what comes next", ["note", "next", "read docs/how-it-works.md, then try it in a repository of your own"]);
const clean = show("may this session end here?", ["check"]) === 0;
const forced = clean ? [] : ["--force", "first look at a checkout with local changes"];
const packed = show("publish the packet", ["pack", ...forced]);
show("the next session: verify it against the checkout as it is now, and decide", ["pickup"], { whole: true });
console.log(`\nThis demonstration keeps its packet in ${process.env.PASSDOWN_HOME}, apart from yours.`);
process.exitCode = packed;
