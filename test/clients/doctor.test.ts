import { mkdirSync, readdirSync, realpathSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hookEvents } from "../../src/domain/clients/hook-events.ts";
import { clientNames, type ClientName } from "../../src/domain/session/client-name.ts";
import { hookFiles, makeStand, type Diagnosis, type Stand } from "./stand.ts";

let stand: Stand;
beforeEach(() => {
  stand = makeStand("dr ü's home");
});
afterEach(() => stand.remove());

function diagnose(
  client: ClientName,
  env: Record<string, string> = {},
  cwd?: string,
): { exit: number | null; found: Diagnosis } {
  const result = stand.passdown(["doctor", "--client", client, "--json"], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const [found] = result.json().clients;
  if (found === undefined) throw new Error(result.stdout + result.stderr);
  return { exit: result.exit, found };
}

const codes = ({ problems }: Diagnosis): string[] => problems.map(({ code }) => code);

/** Where each client's model takes text from, as a program that prints the packet's next action there. */
const shapes: Readonly<Record<ClientName, string>> = {
  claude: "text",
  codex: "({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } })",
  gemini: "({ hookSpecificOutput: { additionalContext: text } })",
  qwen: "({ hookSpecificOutput: { additionalContext: text } })",
  droid: "text",
  copilot: "({ additionalContext: text })",
  kimi: "text",
  opencode: "({ context: text })",
  pi: "({ context: text })",
  cursor: "({ additional_context: text })",
};

/** A hook in place of ours: reads the packet of the home that it is told, and answers in the shape given. */
function plantHook(client: ClientName, shape: string): void {
  const path = stand.write(
    `other place/${client}/passdown-hook.cjs`,
    `const fs = require("node:fs"); const path = require("node:path");
     const payload = JSON.parse(fs.readFileSync(0, "utf8"));
     if ((payload.cwd ?? "") !== process.cwd()) process.exit(9);
     const packets = path.join(process.env.PASSDOWN_HOME, "packets");
     const find = (folder) => fs.readdirSync(folder, { withFileTypes: true, recursive: true });
     const file = find(packets).find(({ name }) => name === "handoff.json");
     const text = JSON.parse(fs.readFileSync(path.join(file.parentPath ?? file.path, file.name), "utf8")).next_action;
     const answer = ${shape};
     process.stdout.write(typeof answer === "string" ? answer : JSON.stringify(answer));`,
  );
  // Where `init` put ours, or an earlier call of this one its own; in a shell's quotes and a string's escapes.
  const inShell = path.replaceAll("'", "'\\''");
  const written = ["opencode", "pi"].includes(client) ? path : inShell.replaceAll("\\", "\\\\");
  const text = stand.read(hookFiles[client]);
  stand.write(
    hookFiles[client],
    text.replaceAll(/(?<=['"][ ,]['"])\/[^"\n]*?passdown-hook\.cjs/g, () => written),
  );
}

describe("doctor", () => {
  const all = clientNames.flatMap((name) => ["--client", name]);

  it("lets a packet through the hook as each client takes it, and through no other shape", () => {
    stand.passdown(["init", ...all]);
    for (const client of clientNames) plantHook(client, shapes[client]);
    const states = (): object => {
      const { clients } = stand.passdown(["doctor", ...all, "--json"]).json();
      return Object.fromEntries(
        clients.map((found) => [found.client, [found.delivery.state, codes(found).includes("not_delivered")]]),
      );
    };
    expect(states()).toEqual(Object.fromEntries(clientNames.map((name) => [name, ["delivered", false]])));
    for (const client of clientNames) plantHook(client, "({ nobody: text })");
    expect(states()).toEqual(Object.fromEntries(clientNames.map((name) => [name, ["silent", true]])));
  });

  it("says of each client that it is not set up, and how to", () => {
    const result = stand.passdown(["doctor", ...all, "--json"]);
    expect(result.exit).toBe(1);
    const found = result.json().clients;
    expect(found.map((one) => [one.client, one.delivery.state, codes(one)])).toEqual(
      clientNames.map((name) => [name, "not_run", ["not_installed"]]),
    );
    const said = stand.passdown(["doctor", ...all]).stdout.replaceAll(/\s+/g, " ");
    for (const name of clientNames) expect(said).toContain(`passdown init --client ${name}`);
  });

  it("sees program and version, without waiting for one that hangs", () => {
    stand.write("bin/kimi", "#!/bin/sh\necho 'kimi, version 2.1.0 (node)'\n", 0o755);
    const env = { PATH: `${join(stand.home, "bin")}:${process.env["PATH"] ?? ""}` };
    expect(diagnose("kimi", env).found.program).toEqual({ path: join(stand.home, "bin/kimi"), version: "2.1.0" });
    stand.write("bin/kimi", "#!/bin/sh\nsleep 60\n", 0o755);
    const start = performance.now();
    expect(diagnose("kimi", env).found.program?.version).toBeNull();
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it("tells what is in place from what is broken, changed or doubled", () => {
    stand.passdown(["init", "--client", "claude", "--client", "opencode"]);
    const good = stand.read(hookFiles.claude);
    expect(diagnose("claude").found).toMatchObject({ hooks: { state: "current" }, skill: { state: "current" } });
    stand.write(hookFiles.claude, good.replace('"timeout": 60', '"timeout": 61'));
    expect(codes(diagnose("claude").found)).toContain("outdated");
    stand.write(hookFiles.claude, `{ "enabledPlugins": { "passdown@passdown": true },${good.slice(1)}`);
    expect(codes(diagnose("claude").found)).toContain("duplicated");
    stand.write(hookFiles.claude, good.slice(0, -10));
    expect(codes(diagnose("claude").found)).toContain("unreadable");
    stand.write(hookFiles.claude, '{ "enabledPlugins": { "passdown@passdown": true } }');
    expect(diagnose("claude").found).toMatchObject({ hooks: { state: "plugin" }, skill: { state: "plugin" } });
    stand.write(hookFiles.opencode, `${stand.read(hookFiles.opencode).replace("10_000", "20_000")}`);
    expect(codes(diagnose("opencode").found)).toContain("altered");
  });

  it("says when the hook's program is gone", () => {
    stand.passdown(["init", "--client", "claude"]);
    const text = stand.read(hookFiles.claude);
    stand.write(hookFiles.claude, text.replaceAll("/dist/hook/", "/gone/hook/"));
    const { exit, found } = diagnose("claude");
    expect([exit, found.delivery.state]).toEqual([1, "failed"]);
    expect(codes(found)).toContain("hook_failed");
  });

  it("reads the trust that Codex noted, for all events or some", () => {
    stand.passdown(["init", "--client", "codex"]);
    expect(codes(diagnose("codex").found)).toContain("untrusted");
    const file = join(stand.home, hookFiles.codex);
    const state = (events: readonly string[]): string =>
      events
        .map((name) => `[hooks.state.${JSON.stringify(`${file}:${name}:0:0`)}]\ntrusted_hash = "sha256:ab"\n`)
        .join("");
    const events = hookEvents.codex.map(({ name }) => name);
    stand.write(".codex/config.toml", state(events.slice(2)));
    expect(diagnose("codex").found.trust.state).toBe("missing");
    stand.write(".codex/config.toml", state(events));
    expect(diagnose("codex").found.trust.state).toBe("recorded");
    expect(stand.read(".codex/config.toml")).toBe(state(events));
  });

  it.each([
    [{ "": "TRUST_FOLDER" }, "recorded"],
    [{ "/project": "TRUST_FOLDER" }, "recorded"],
    [{ "/project/other": "TRUST_PARENT" }, "recorded"],
    [{ "": "TRUST_FOLDER", "/project": "DO_NOT_TRUST" }, "missing"],
    [{}, "missing"],
  ])("reads Gemini's trusted folders %j", (rules, state) => {
    stand.passdown(["init", "--client", "gemini"]);
    mkdirSync(join(stand.home, "project"));
    const written = Object.fromEntries(Object.entries(rules).map(([path, rule]) => [stand.home + path, rule]));
    stand.write(".gemini/trustedFolders.json", JSON.stringify(written));
    expect(diagnose("gemini", {}, join(stand.home, "project")).found.trust.state).toBe(state);
  });

  it("says when each hook last ran in this home, or that it never did", () => {
    stand.passdown(["init", "--client", "claude"]);
    const fire = (client: string, event: string, at: string): void => {
      utimesSync(stand.write(`.passdown/fired/${client}.${event}`, ""), new Date(at), new Date(at));
    };
    fire("claude", "SessionStart", "2026-03-02T03:04:05.000Z");
    fire("claude", "PostToolUse", "2026-02-02T03:04:05.000Z");
    fire("codex", "SessionEnd", "2026-05-02T03:04:05.000Z");
    expect(diagnose("claude").found.fired).toMatchObject({
      SessionStart: "2026-03-02T03:04:05.000Z",
      PostToolUse: "2026-02-02T03:04:05.000Z",
      SessionEnd: null,
    });
    expect(stand.passdown(["doctor", "--client", "claude"]).stdout).toContain("2026-03-02 03:04Z");
  });

  it("changes nothing, here or in the home, and leaves no temporary folder", () => {
    stand.passdown(["init", "--client", "claude"]);
    const before = stand.picture();
    const folders = (): string[] =>
      readdirSync(realpathSync(tmpdir())).filter((name) => name.startsWith("passdown-doctor-"));
    const there = folders();
    diagnose("claude");
    expect(stand.picture()).toEqual(before);
    expect(folders().filter((name) => !there.includes(name))).toEqual([]);
  });

  it("answers no where there is no client", () => {
    const result = stand.passdown(["doctor"], { env: { PATH: "/usr/bin:/bin" } });
    expect([result.exit, result.stdout]).toEqual([1, expect.stringContaining("No client was found")]);
  });
});
