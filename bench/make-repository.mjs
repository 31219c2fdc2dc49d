import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real repository of `files` small text files, of which `dirty` differ from the commit (one in ten untracked). */
export function makeRepository({ files, dirty }) {
  const root = mkdtempSync(join(tmpdir(), "passdown-bench-"));
  const git = (...args) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Bench");
  git("config", "user.email", "bench@example.invalid");
  git("config", "gc.auto", "0");
  const path = (n) => join("src", `d${n % 200}`, `file-${n}.ts`);
  for (let n = 0; n < 200; n += 1) mkdirSync(join(root, "src", `d${n}`), { recursive: true });
  for (let n = 0; n < files; n += 1) writeFileSync(join(root, path(n)), `export const value${n} = ${n};\n`.repeat(4));
  git("add", "-A");
  git("commit", "-q", "-m", "files");
  const untracked = Math.floor(dirty / 10);
  const step = Math.floor(files / (dirty - untracked));
  for (let n = 0; n < dirty - untracked; n += 1)
    writeFileSync(join(root, path(n * step)), `export const changed${n} = ${n};\n`.repeat(4));
  for (let n = 0; n < untracked; n += 1)
    writeFileSync(join(root, "src", `d${n}`, `new-${n}.ts`), `export const fresh = ${n};\n`);
  git("status", "--porcelain=v2", "-z");
  return root;
}
