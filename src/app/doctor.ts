import { makeCanaryRepository, type CanaryRepository } from "../adapters/clients/canary-repository.ts";
import { clientFolders, findProgram, isOnPath } from "../adapters/clients/client-folders.ts";
import { askVersion, hasPlugin, readTrust } from "../adapters/clients/client-state.ts";
import { readConfigFile } from "../adapters/clients/config-file.ts";
import { ownPackage, type OwnPackage } from "../adapters/clients/own-package.ts";
import { runHook } from "../adapters/clients/run-hook.ts";
import { findHome } from "../adapters/home/find-home.ts";
import { openHome, type Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import type { Context } from "../context.ts";
import { clientSetups } from "../domain/clients/client-setup.ts";
import type { ClientDiagnosis, ConfigState, Delivery, DoctorProblemCode, Trust } from "../domain/clients/diagnosis.ts";
import { lastCalls } from "../domain/clients/last-calls.ts";
import { readCommand } from "../domain/clients/read-command.ts";
import { deliveredText, startEvent, startPayload } from "../domain/clients/start-call.ts";
import { redactSecrets } from "../domain/secrets/redact-secrets.ts";
import type { ClientName } from "../domain/session/client-name.ts";
import { hooksTarget, listTargets, mcpTarget, type Target } from "./clients/targets.ts";
import { findClients } from "./init.ts";
import { note } from "./note.ts";
import { pack } from "./pack.ts";

export interface DoctorResult {
  readonly ok: boolean;
  /** Where the hooks of this folder keep what they hear. */
  readonly home: string;
  readonly clients: readonly ClientDiagnosis[];
  /** A shell finds `passdown`: agents are told to run it. */
  readonly on_path: boolean;
}

/** Line that a delivered brief must hold. */
const canary = "passdown doctor canary: this line came through";

/** Looks at each client's set-up, and lets its hook hand over a packet of a temporary repository. */
export async function doctor(context: Context, asked: readonly ClientName[]): Promise<DoctorResult> {
  const { cwd, env } = context;
  const own = ownPackage();
  const home = findHome(cwd, env).home;
  const { lastFired } = openHome({ path: home, isAlive });
  const repository = makeCanaryRepository(env);
  try {
    const packed = repository === null ? null : await publishCanary(context, repository);
    const clients = findClients(context, asked).map(({ client }) =>
      diagnose(client, { context, own, repository: packed, lastFired }),
    );
    const ok = clients.length > 0 && clients.every(({ problems }) => problems.length === 0);
    return { ok, home, clients, on_path: isOnPath("passdown", env) };
  } finally {
    repository?.remove();
  }
}

async function publishCanary(context: Context, repository: CanaryRepository): Promise<CanaryRepository> {
  const there = { ...context, cwd: repository.root, env: repository.env, begun: undefined };
  const { begun: _begun, ...inside } = there;
  await note(inside, { kind: "next", text: canary });
  await pack(inside);
  return repository;
}

interface Means {
  readonly context: Context;
  readonly own: OwnPackage;
  readonly repository: CanaryRepository | null;
  readonly lastFired: Home["lastFired"];
}

function diagnose(client: ClientName, { context, own, repository, lastFired }: Means): ClientDiagnosis {
  const { cwd, env } = context;
  const { hooks, skill } = clientFolders(client, env);
  const plugin = hasPlugin(client, env);
  const target = hooksTarget(client, env, own);
  const found = stateOf(target);
  const state = plugin && found === "absent" ? "plugin" : found;
  const skillTarget = listTargets([client], env, own).find(({ kind }) => kind === "skill");
  const skillState = plugin || skillTarget === undefined ? "plugin" : stateOf(skillTarget);
  const mcp = mcpTarget(client, env, own);
  const mcpState = mcp === null ? null : plugin && stateOf(mcp) === "absent" ? "plugin" : stateOf(mcp);
  const command = commandOf(client, { path: hooks, state });
  const delivery = deliver(client, command, repository);
  const installed = state !== "absent" && state !== "unreadable";
  const trust: Trust =
    state === "plugin" && client === "codex" ? { state: "unknown", detail: null } : readTrust(client, { env, cwd });
  const program = findProgram(client, env);
  const problems: { code: DoctorProblemCode; detail: string }[] = [];
  const wrong = (code: DoctorProblemCode, detail: string): void => void problems.push({ code, detail });
  if (state === "absent") wrong("not_installed", `${hooks} holds no hook of passdown`);
  if (state === "unreadable" || state === "outdated" || state === "altered") wrong(state, hooks);
  if (plugin && found !== "absent") wrong("duplicated", `${hooks} and the client's plugin both call the hook`);
  if (installed && skillState !== "plugin" && skillState !== "current")
    wrong(skillState === "absent" ? "skill_missing" : skillState, skill);
  if (installed && mcp !== null && mcpState !== null && mcpState !== "plugin" && mcpState !== "current")
    wrong(mcpState === "absent" ? "mcp_missing" : mcpState, mcp.path);
  if (delivery.state === "failed") wrong("hook_failed", delivery.detail ?? "");
  if (delivery.state === "silent") wrong("not_delivered", delivery.detail ?? "");
  if (installed && trust.state === "missing") wrong("untrusted", trust.detail ?? "");
  return {
    client,
    title: clientSetups[client].title,
    program: program === null ? null : { path: program, version: askVersion(program, env) },
    hooks: { path: hooks, state },
    skill: { path: skill, state: skillState },
    mcp: mcp === null || mcpState === null ? null : { path: mcp.path, state: mcpState },
    delivery,
    trust,
    fired: lastCalls(client, lastFired(client)),
    problems,
  };
}

function stateOf({ path, merger }: Target): ConfigState {
  const file = readConfigFile(path);
  if ("kind" in file) return "unreadable";
  if (file.text === null) return "absent";
  if (merger.isCurrent(file.text)) return "current";
  if (!merger.holdsOurs(file.text)) {
    const added = merger.add(file.text);
    return added.kind === "refused" && added.code === "not_parsed" ? "unreadable" : "absent";
  }
  const stripped = merger.strip(file.text, { kept: [], created: false, spareServer: false });
  return typeof stripped === "object" && stripped?.code === "altered" ? "altered" : "outdated";
}

/** The command line as it stands in the configuration: what the client would run, not what it should. */
function commandOf(client: ClientName, hooks: { readonly path: string; readonly state: ConfigState }): string | null {
  const event = startEvent(client);
  if (hooks.state === "plugin") return `passdown-hook --client ${client} ${event}`;
  const file = readConfigFile(hooks.path);
  return "kind" in file || file.text === null ? null : readCommand(client, file.text, event);
}

function deliver(client: ClientName, command: string | null, repository: CanaryRepository | null): Delivery {
  if (command === null) return { state: "not_run", detail: null };
  if (repository === null) return { state: "not_run", detail: "git made no repository in the temporary folder" };
  const { root, env } = repository;
  const payload = startPayload(client, { cwd: root, session: `doctor-${client}` });
  const { stdout, failure } = runHook({ command, cwd: root, env, payload });
  if (failure !== null) return { state: "failed", detail: redactSecrets(`${command}: ${failure}`) };
  if (deliveredText(client, stdout)?.includes(canary) === true) return { state: "delivered", detail: null };
  const said = stdout.trim() === "" ? "it said nothing" : "what it said does not reach the model, or holds no brief";
  return { state: "silent", detail: `${startEvent(client)}: ${said}` };
}
