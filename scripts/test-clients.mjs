// `npm run test:clients`: killed sessions of the real clients, and sessions that call the MCP server, without network, against a scripted model.
// Options: --only claude,codex  --kill TERM,KILL (NONE: only the sessions that call the MCP server)
// A line for each check; the last line is `N passed, N failed, N skipped`.
import { parseArgs } from "node:util";
import { clients, killedSession } from "../test/clients/killed.mjs";
import { servedSession, serverTools } from "../test/clients/served.mjs";
import { install, rigIsHere } from "../test/clients/rig.mjs";
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

const { values } = parseArgs({ options: { only: { type: "string" }, kill: { type: "string" } } });
const strict = process.env.PASSDOWN_REQUIRE_SHARED === "1";
const counts = { passed: 0, failed: 0, skipped: 0 };

function check(name, holds, seen) {
  counts[holds ? "passed" : "failed"] += 1;
  console.log(holds ? `PASS ${name}` : `FAIL ${name}\n     ${seen}`);
}

/** Why it could not be run, or null. */
async function killedSessions(client) {
  for (const kill of clients[client].kills) {
    if (values.kill !== undefined && !values.kill.split(",").includes(kill)) continue;
    const why = await killedSession({ client, kill, available, check });
    if (why !== null) return why;
  }
  return null;
}

if (!rigIsHere) {
  console.log("skipped: no rig");
  process.exit(strict ? 1 : 0);
}
ensureInstalled();
ensureBuilt();
const wanted = values.only?.split(",") ?? Object.keys(clients);
const unknown = wanted.filter((name) => !(name in clients));
if (unknown.length > 0) {
  console.error(`unknown client ${unknown.join(", ")}; known: ${Object.keys(clients).join(" ")}`);
  process.exit(2);
}
const missing = install([...new Set([...wanted, ...wanted.map((name) => clients[name].other)])]);
const available = new Set(Object.keys(clients).filter((name) => !missing.has(name)));
for (const client of wanted) {
  const begun = Date.now();
  const why = missing.get(client) ?? (await killedSessions(client));
  if (why === null && client in serverTools) await servedSession({ client, check });
  if (why === null) {
    console.log(`     ${client}: ${Math.round((Date.now() - begun) / 1000)} s`);
    continue;
  }
  console.log(`skipped: ${client} ${why}`);
  counts.skipped += 1;
  if (strict && clients[client].required) check(`${client} must not be skipped`, false, why);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
