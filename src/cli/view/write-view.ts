import { accessSync, constants, lstatSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createExclusive } from "../../adapters/durable/create-exclusive.ts";
import { writeAtomic } from "../../adapters/durable/write-atomic.ts";
import { collectSnapshot } from "../../app/view/collect.ts";
import type { ViewService } from "../../app/view/open-view.ts";
import { AppError } from "../../domain/errors.ts";
import { pickLanguage } from "../../render/words/pick-language.ts";
import { fillPage, isOurPage } from "../../web/page-document.ts";
import type { CliContext } from "../cli-context.ts";
import { answer } from "../answer.ts";
import { exitCode } from "../exit-codes.ts";
import { pageFile } from "./built-files.ts";

export interface WriteViewOptions {
  readonly out: string;
  readonly json: boolean;
}

/** More than a page can have: what is larger is somebody else's, and not read. */
const largestPage = 256 * 1024 * 1024;

/** Writes the page with its data as one file, readable by its owner alone; replaces an older one, and no other file. */
export async function writeView(cli: CliContext, view: ViewService, { out, json }: WriteViewOptions): Promise<void> {
  const { context } = cli;
  await answer(cli, json, async () => {
    const path = resolve(context.cwd, out);
    refuseFolder(path);
    lookAt(path);
    const template = readFileSync(pageFile(), "utf8");
    const snapshot = await collectSnapshot(view);
    const { html } = fillPage(template, { kind: "file", language: pickLanguage(context.env, null), snapshot });
    write(path, html);
    const result = { path, bytes: Buffer.byteLength(html), left_out: snapshot.leftOut };
    return { exit: exitCode.yes, result, text: () => path };
  });
}

/** Collecting takes its time, and somebody else may write there meanwhile: so it is looked at once more. */
function write(path: string, html: string): void {
  if (lookAt(path) === "ours") writeAtomic(path, html, { mode: 0o600 });
  else if (createExclusive(path, html) === "exists") throw notOurs(path);
}

/** What lies there may be overwritten only where this command wrote it, and nobody changed it since. */
function lookAt(path: string): "absent" | "ours" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "absent";
  if (!stat.isFile() || stat.size > largestPage || !isOurPage(readFileSync(path, "utf8"))) throw notOurs(path);
  return "ours";
}

function refuseFolder(path: string): void {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (lstatSync(`${folder}/.`).isDirectory()) return;
  } catch {
    // Not there, no folder, or not ours to write into.
  }
  throw new AppError({
    kind: "environment",
    code: "folder_missing",
    message: `${folder} is no folder that can be written into`,
    hint: "make it, or choose another; nothing was written",
  });
}

function notOurs(path: string): AppError {
  return new AppError({
    kind: "input",
    code: "file_exists",
    message: `${path} exists and is no page as passdown view wrote it`,
    hint: "choose another name; nothing was written",
  });
}
