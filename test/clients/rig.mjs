import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/setup.mjs";

// The same folder as that of test/shared-folder.ts, which needs a build to be imported here.
const folder = join(root, "..", "shared", "rig");
const scenarios = fileURLToPath(new URL("scenarios", import.meta.url));
/** Installed clients, outside the repository: about 2 GB, shared by all checkouts. */
const installed = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "passdown-clients");
/** OpenCode has taken 27 on a busy machine. */
/** A hook takes less than a second; with every core busy, a few. */
const hookAtWork = 3;
const secondsPerRun = 90;

/** Whether the programs that run clients against a scripted model are here. */
export const rigIsHere = existsSync(join(folder, "run.mjs"));

/** Installs clients; returns for each that is missing why it is. */
export function install(names) {
  mkdirSync(installed, { recursive: true });
  const { stdout, stderr } = spawnSync(join(folder, "install-clients.sh"), [installed, ...names], { encoding: "utf8" });
  const lines = `${stdout ?? ""}\n${stderr ?? ""}`.split("\n");
  const missing = new Map();
  for (const name of names) {
    const said = lines.find((line) => line.startsWith(`${name} `)) ?? `${name} ? skipped not installed`;
    if (!/ ok\b/.test(said)) missing.set(name, said.replace(/^.*?skipped */, ""));
  }
  return missing;
}

/**
 * A copy of the rig whose scripted model calls NAMESPACE/NAME in two fields, as Codex wants the tools of a server called.
 * null: the rig has changed, and the place is not found.
 */
export function rigWithNamespaces(to) {
  for (const name of readdirSync(folder, { withFileTypes: true }))
    if (name.isFile()) cpSync(join(folder, name.name), join(to, name.name));
  cpSync(join(folder, "bridges"), join(to, "bridges"), { recursive: true });
  const server = join(to, "server.mjs");
  const before = "const common = { call_id: newId('call_'), name: call.name, status: 'completed' };";
  const after = [
    "const [name, namespace] = call.name.split('/').reverse();",
    "const common = { call_id: newId('call_'), name, ...(namespace && { namespace }), status: 'completed' };",
  ].join(" ");
  const text = readFileSync(server, "utf8");
  if (!text.includes(before)) return null;
  writeFileSync(server, text.replace(before, after));
  return to;
}

/** Writes a client's own configuration into a HOME, without any hook. */
export function setUp({ client, home, work, out }) {
  const { status, stderr } = spawnSync(process.execPath, args({ client, home, work, out }, ["--setup-only"]), {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${client} could not be set up: ${stderr}`);
}

/**
 * One session of a real client in a HOME as it is. `fill` holds the values of `{names}` in the scenario.
 * Returns how it ended, its main requests to the model as text, the processes of `watch` that it left, and the hooks
 * that it reports as failed.
 */
export async function session({
  client,
  home,
  work,
  out,
  scenario,
  fill = {},
  prompt,
  resume = false,
  kill = null,
  watch,
  rig = folder,
}) {
  mkdirSync(out, { recursive: true });
  const filled = join(out, "scenario.json");
  writeFileSync(filled, fillIn(readFileSync(join(scenarios, `${scenario}.json`), "utf8"), fill));
  const more = ["--keep-config", "--scenario", filled, "--prompt", prompt, "--timeout", String(secondsPerRun)];
  if (resume) more.push("--resume");
  if (kill !== null) more.push("--kill", kill.signal, "--after-file", kill.afterFile);
  const child = spawn(process.execPath, args({ client, home, work, out, rig }, more), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KEEP: root },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => child.on("close", resolve));
  const left = leftAfter(join(out, "rc.txt"), { home, watch }, ended);
  const status = await ended;
  const end = read(join(out, "rc.txt")).trim();
  return {
    status,
    end: /end=(\w+)/.exec(end)?.[1] ?? `not run: ${said.trim()}`,
    exitCode: Number(/rc=(\d+)/.exec(end)?.[1] ?? NaN),
    ms: Number(/ms=(\d+)/.exec(end)?.[1] ?? NaN),
    requests: mainRequests(join(out, "requests.jsonl")),
    left: await left,
    failedHooks: failedHooks(out),
    out,
  };
}

/** Claude Code, Qwen Code and Gemini CLI tell of failed hooks; the others say nothing. */
function failedHooks(out) {
  const said = read(join(out, "stderr.txt")).split("\n");
  const events = read(join(out, "stdout.txt"))
    .split("\n")
    .filter((line) => line.includes('"subtype":"hook_response"'));
  return [
    ...said.filter((line) => /\bhook\b.*\b(failed|error|timed out)\b|^Warning: passdown/i.test(line)),
    ...events.filter((line) => /"outcome":"error"|"exit_code":[1-9]/.test(line)),
  ].map((line) => line.slice(0, 300));
}

function args({ client, home, work, out, rig = folder }, more) {
  const places = ["--client", client, "--dir", installed, "--home", home, "--work", work, "--out", out];
  return [join(rig, "run.mjs"), ...places, ...more];
}

/** Values go into JSON strings. */
function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? JSON.stringify(values[name]).slice(1, -1) : whole,
  );
}

/** Every text of each main request, one after the other, without the marks of quoted lines and the line breaks. */
function mainRequests(file) {
  return read(file)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter((request) => request.main === true)
    .map((request) =>
      unescaped(texts(request.body).join("\n"))
        .replaceAll(/^[>|] /gm, "")
        .replaceAll(/\s+/g, " "),
    );
}

/** Gemini and Qwen escape what a hook told them. */
function unescaped(text) {
  const signs = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign]);
}

function texts(value) {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(texts) : [];
}

/**
 * The client's processes end with its namespace, half a second after it: looks for those still there shortly before,
 * that belong to this HOME and whose command line contains `watch`. A hook that the client called in its last moments
 * and did not wait for is at work and not left behind.
 */
async function leftAfter(file, { home, watch }, ended) {
  const closed = ended.then(() => "closed");
  while (read(file) === "") if ((await Promise.race([closed, pause(25)])) === "closed") return [];
  if ((await Promise.race([closed, pause(350)])) === "closed") return [];
  return processesOf(home).filter((command) => command.includes(watch));
}

function processesOf(home) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).split("\0").includes(`HOME=${home}`) && program(pid) !== null)
    .map((pid) => ({ command: read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim(), seconds: secondsOf(pid) }))
    .filter(({ command, seconds }) => !(command.includes("passdown-hook") && seconds < hookAtWork))
    .map(({ command }) => command);
}

/** How long a process has lived; the kernel counts in hundredths of a second since its start. */
function secondsOf(pid) {
  const began = Number(read(`/proc/${pid}/stat`).split(") ").at(-1).split(" ")[19]) / 100;
  return Number(read("/proc/uptime").split(" ")[0]) - began;
}

/** null for a process that has ended and is only not yet waited for. */
function program(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
