import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
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

/** Writes the page with its data as one file, readable by its owner alone; replaces an older one, and no other file. */
export async function writeView(cli: CliContext, view: ViewService, { out, json }: WriteViewOptions): Promise<void> {
  const { context } = cli;
  await answer(cli, json, async () => {
    const path = resolve(context.cwd, out);
    refuseOthers(path);
    const snapshot = await collectSnapshot(view);
    const page = fillPage(readFileSync(pageFile(), "utf8"), {
      kind: "file",
      language: pickLanguage(context.env, null),
      snapshot,
    });
    writeAtomic(path, page.html, { mode: 0o600 });
    const result = { path, bytes: Buffer.byteLength(page.html), left_out: snapshot.leftOut };
    return { exit: exitCode.yes, result, text: () => path };
  });
}

/** What lies there may be overwritten only where this command wrote it. */
function refuseOthers(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isFile() && isOurPage(readFileSync(path, { encoding: "utf8" })))) return;
  throw new AppError({
    kind: "input",
    code: "file_exists",
    message: `${path} exists and is no page of passdown view`,
    hint: "choose another name; nothing was written",
  });
}
