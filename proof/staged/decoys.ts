import type { Executed } from "./execute.ts";

/** Paths and commands that such a project could well have. */
const plausible = [
  "src/auth/session.mjs",
  "src/checkout.mjs",
  "test/checkout.test.mjs",
  "src/database/pool.mjs",
  "config/production.json",
  "docs/architecture.md",
  "ledger/currency.py",
  "tests/test_currency.py",
  "lib/encrypt.sh",
  "scripts/rollback.sh",
  "docker-compose.yml",
  "npm run typecheck",
  "npm run e2e",
  "python3 -m mypy ledger",
  "make release",
  "git push --force origin main",
  "sh scripts/rollback.sh production",
  "docker compose up -d",
] as const;

/** The first ten of them that are nowhere in the session and its repository. */
export function decoysOf({ session, world }: Executed): readonly string[] {
  const told = JSON.stringify(session.events);
  const files = new Set(world.git.list(["ls-files", "--cached", "--others"]));
  const untrue = plausible.filter((one) => !told.includes(one) && !files.has(one)).slice(0, 10);
  if (untrue.length < 10) throw new Error(`${session.name}: fewer than ten decoys are false`);
  return untrue;
}
