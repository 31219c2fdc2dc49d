import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { clientFolders, findProgram, isThere, stateFolder } from "../adapters/clients/client-folders.ts";
import {
  missingFolders,
  readConfigFile,
  removeEmptyFolders,
  writeConfigFile,
  type ConfigFile,
} from "../adapters/clients/config-file.ts";
import { ownPackage } from "../adapters/clients/own-package.ts";
import { readReceipt, writeReceipt, type Receipt, type ReceiptFile } from "../adapters/clients/receipt.ts";
import type { Context } from "../context.ts";
import { clientSetups } from "../domain/clients/client-setup.ts";
import type { InitClient, InitFile, InitResult } from "../domain/clients/init-result.ts";
import { lineDiff } from "../domain/clients/line-diff.ts";
import type { RefusalCode } from "../domain/clients/merging.ts";
import { redactSecrets } from "../domain/secrets/redact-secrets.ts";
import { clientNames, type ClientName } from "../domain/session/client-name.ts";
import { planInstall, planRemoval, type Plan } from "./clients/plan.ts";
import { agentsMdTarget, listTargets, type Target } from "./clients/targets.ts";

export interface InitOptions {
  /** Empty: the clients that are there. */
  readonly clients: readonly ClientName[];
  readonly dryRun: boolean;
  readonly remove: boolean;
  /** Also the pointer in AGENTS.md of the repository here. */
  readonly agentsMd: boolean;
}

interface Work {
  readonly target: Target;
  readonly file: ConfigFile | null;
  readonly plan: Plan | null;
  readonly report: InitFile;
}

/** Puts passdown's hooks, skill and MCP entry into the configuration of the user's clients, or takes them out again. */
export async function init(context: Context, options: InitOptions): Promise<InitResult> {
  const { env } = context;
  const state = stateFolder(env);
  const receipt = readReceipt(state);
  const own = ownPackage();
  const clients = options.remove ? toRemove(options, receipt) : findClients(context, options.clients);
  const names = clients.map(({ client }) => client);
  const targets = [
    ...listTargets(names, env, own),
    ...(options.agentsMd ? [agentsMdTarget(join(topOf(context.cwd), "AGENTS.md"))] : []),
  ];
  const works = (options.remove ? withRecorded(targets, receipt, options) : targets).map((target) =>
    prepare(target, receipt, options.remove ? names : null),
  );
  const done = options.dryRun ? works : options.remove ? takeOut(works, receipt, state) : putIn(works, receipt, state);
  return {
    mode: options.remove ? "remove" : "install",
    dry_run: options.dryRun,
    clients,
    not_found: options.remove ? [] : clientNames.filter((name) => !names.includes(name)),
    // A removal looks at every client's files; only those that held something of ours, or seem to, are worth a word.
    files: done
      .map(({ report }) => report)
      .filter(({ action, left }) => !options.remove || action !== "none" || left !== null),
    temporary: !options.remove && /[\\/]_npx[\\/]/.test(own.programs.hook),
  };
}

/** The clients asked for, else those with a configuration folder or a program on PATH. */
export function findClients({ env }: Context, asked: readonly ClientName[]): readonly InitClient[] {
  return clientNames.flatMap((client): InitClient[] => {
    const because =
      asked.length > 0
        ? asked.includes(client) && "asked"
        : isThere(clientFolders(client, env).config)
          ? "folder"
          : findProgram(client, env) !== null && "program";
    return because === false ? [] : [describe(client, because)];
  });
}

function describe(client: ClientName, because: InitClient["because"]): InitClient {
  const { title, trust } = clientSetups[client];
  return { client, title, because, trust };
}

function toRemove({ clients }: InitOptions, receipt: Receipt): readonly InitClient[] {
  if (clients.length > 0)
    return clientNames.filter((name) => clients.includes(name)).map((name) => describe(name, "asked"));
  const known = new Set(receipt.files.flatMap((file) => file.clients));
  return clientNames.map((name) => describe(name, known.has(name) ? "receipt" : "asked"));
}

/** What the receipt knows of besides: files of another configuration folder, pointers in other repositories. */
function withRecorded(targets: readonly Target[], receipt: Receipt, options: InitOptions): readonly Target[] {
  const known = new Set(targets.map(({ path }) => path));
  const everything = options.clients.length === 0;
  const further = receipt.files.filter(
    ({ asked, kind, clients }) =>
      !known.has(asked) &&
      (kind === "agents_md" ? everything : clients.some((client) => everything || options.clients.includes(client))),
  );
  return [...targets, ...further.map((file) => recordedTarget(file, targets))];
}

function recordedTarget({ asked, kind, clients }: ReceiptFile, targets: readonly Target[]): Target {
  const same = targets.find(
    (target) => target.kind === kind && target.clients.some((client) => clients.includes(client)),
  );
  const merger = same?.merger ?? agentsMdTarget(asked).merger;
  return { path: asked, kind, clients, merger };
}

function topOf(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

function prepare(target: Target, receipt: Receipt, removing: readonly ClientName[] | null): Work {
  const { path, kind, clients } = target;
  const file = readConfigFile(path);
  const refuse = (code: RefusalCode, detail: string): Work => ({
    target,
    file: null,
    plan: null,
    report: { path, kind, clients, action: "refused", diff: [], left: null, refusal: { code, detail } },
  });
  if ("kind" in file) return refuse(file.code, file.detail);
  const known = receipt.files.find((one) => one.path === file.path) ?? null;
  const plan =
    removing === null ? planInstall(target, file, known) : planRemoval(target, file, { known, clients: removing });
  if (plan.kind === "refused") return refuse(plan.code, plan.detail);
  const action =
    plan.text === file.text ? "none" : file.text === null ? "create" : plan.text === null ? "delete" : "change";
  if (action !== "none" && file.mode !== null && (file.mode & 0o200) === 0)
    return refuse("read_only", "it is read-only");
  const diff = lineDiff(file.text, plan.text);
  const shown = diff.length === 0 ? [] : redactSecrets(diff.join("\n")).split("\n");
  return { target, file, plan, report: { path, kind, clients, action, diff: shown, left: plan.left, refusal: null } };
}

/** The receipt first: what is not known to be ours could not be taken back. */
function putIn(works: readonly Work[], receipt: Receipt, state: string): readonly Work[] {
  const entries = new Map(receipt.files.map((file) => [file.path, file]));
  const before = new Map(entries);
  const folders = new Set(receipt.folders);
  for (const { file, plan, report } of works) {
    if (plan?.entry == null || file === null) continue;
    entries.set(file.path, plan.entry);
    if (report.action === "create") for (const folder of file.missing) folders.add(folder);
  }
  const changes = works.some(({ report }) => !["none", "refused"].includes(report.action));
  if (changes)
    for (const folder of [...missingFolders(state), ...missingFolders(join(state, "init.json"))]) folders.add(folder);
  const same = JSON.stringify([...entries.values()]) === JSON.stringify(receipt.files);
  if (!same) writeReceipt(state, { files: [...entries.values()], folders: [...folders] });
  const done = works.map(write);
  const failed = done.filter(({ report }, at) => report.action === "refused" && works[at]?.report.action !== "refused");
  for (const { file } of failed) {
    const old = before.get(file?.path ?? "");
    if (old === undefined) entries.delete(file?.path ?? "");
    else entries.set(old.path, old);
  }
  if (failed.length > 0) writeReceipt(state, { files: [...entries.values()], folders: [...folders] });
  return done;
}

function takeOut(works: readonly Work[], receipt: Receipt, state: string): readonly Work[] {
  const done = works.map(write);
  const entries = new Map(receipt.files.map((file) => [file.path, file]));
  for (const { file, plan, report } of done) {
    if (report.action === "refused" || file === null) continue;
    if (plan?.entry == null) entries.delete(file.path);
    else entries.set(file.path, plan.entry);
  }
  const files = [...entries.values()];
  const same = JSON.stringify(files) === JSON.stringify(receipt.files);
  if (!same) writeReceipt(state, { files, folders: receipt.folders });
  removeEmptyFolders(receipt.folders);
  return done;
}

function write(work: Work): Work {
  const { file, plan, report } = work;
  if (file === null || plan === null || ["none", "refused"].includes(report.action)) return work;
  const refusal = writeConfigFile(file, plan.text);
  if (refusal === null) return work;
  const { code, detail } = refusal;
  return { ...work, report: { ...report, action: "refused", diff: [], refusal: { code, detail } } };
}
