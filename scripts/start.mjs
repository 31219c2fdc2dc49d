// `npm start`: the main job, for real, on this very checkout: run a command, say what comes next, check, pack, pick up.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

const passdown = (...args) => {
  console.log(
    `\n$ passdown ${args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`)).join(" ")}`,
  );
  return run(process.execPath, [join(root, "dist", "cli", "bin.cjs"), ...args], { check: false });
};

// The packet of a first look must not mix with the packets of somebody who works here.
process.env.PASSDOWN_HOME ??= mkdtempSync(join(tmpdir(), "passdown-start-"));
console.log(`home of this demonstration: ${process.env.PASSDOWN_HOME}`);

passdown("exec", "--note", "do the types hold?", "--", "npx", "--no-install", "tsc", "-p", ".");
passdown("note", "next", "read docs/how-it-works.md, then try it in a repository of your own");
const clean = passdown("check") === 0;
const packed = passdown("pack", ...(clean ? [] : ["--force", "first look at a checkout with local changes"]));
passdown("pickup");
process.exitCode = packed;
