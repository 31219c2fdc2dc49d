import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { locksOf, makeProject, stateOf, words } from "./project.mjs";
import { prepare } from "./killed.mjs";
import { rigWithNamespaces, session } from "./rig.mjs";

/** How each client names the tools of a server. */
export const serverTools = {
  claude: (tool) => `mcp__passdown__${tool}`,
  codex: (tool) => `mcp__passdown/${tool}`,
  gemini: (tool) => `mcp_passdown_${tool}`,
};

/**
 * A session whose model calls tools of the MCP server, as `passdown init` entered it: the next request to the model must
 * hold what the tool said, and the home what was noted. `check` as for a killed session.
 */
export async function servedSession({ client, check }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `passdown-mcp-${client}-`)));
  const work = join(folder, "project");
  const home = join(folder, "home");
  const canary = `Let the canary of ${client} sing, ticket T-mcp`;
  let failures = 0;
  const tell = (name, holds, seen) => {
    if (!holds) failures += 1;
    check(`${client} MCP: ${name}`, holds, holds ? "" : `${seen} (see ${folder})`);
  };
  try {
    makeProject(work, words(`mcp-${client}`));
    prepare({ client, home, work, out: join(folder, "setup"), tell });
    const before = stateOf(work);
    const rig = client === "codex" ? rigWithNamespaces(join(folder, "rig")) : undefined;
    tell("the rig can call tools of a server", rig !== null, "server.mjs is not as it was");
    const run = await session({
      client,
      home,
      work,
      scenario: "served",
      watch: root,
      out: join(folder, "session"),
      fill: { canary, note: serverTools[client]("note"), status: serverTools[client]("status") },
      prompt: "Carry on.",
      ...(rig == null ? {} : { rig }),
    });
    const [, , noted = "", looked = ""] = run.requests;
    tell(
      "ends by itself with 0 after 4 requests",
      run.end === "exited" && run.exitCode === 0 && run.requests.length === 4,
      `${run.end} ${run.exitCode} after ${run.requests.length} requests`,
    );
    const id = /\bn-[0-9a-f]{12}\b/.exec(noted)?.[0] ?? "none";
    const kept = readFileSync(join(work, ".git", "passdown", "notes.jsonl"), "utf8");
    tell("the model hears the id of its note", id !== "none", noted.slice(0, 300));
    tell("the note is in the home, under that id", kept.includes(id) && kept.includes(canary), kept);
    tell(
      "the model hears where it stands",
      /"interrupted_runs"|none interrupted/.test(looked) && looked.length > noted.length,
      looked.slice(0, 300),
    );
    tell("leaves no process", run.left.length === 0, run.left.join("; "));
    tell("leaves no lock", locksOf(work).length === 0, locksOf(work).join(" "));
    tell("changes nothing", JSON.stringify(stateOf(work)) === JSON.stringify(before), "the work tree or git differs");
  } catch (error) {
    tell("runs to its end", false, error instanceof Error ? error.message : String(error));
  }
  if (failures === 0) rmSync(folder, { recursive: true, force: true });
}
