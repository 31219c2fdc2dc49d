import { openView } from "../../app/view/open-view.ts";
import type { ViewFlags } from "../view-route.ts";
import type { CliContext } from "../cli-context.ts";
import { AppError } from "../../domain/errors.ts";
import { reportFailure } from "../report-failure.ts";
import { serveView } from "../view/serve-view.ts";
import { writeView } from "../view/write-view.ts";

/** Serves the page until a signal, or writes it into one file. */
export async function view(this: CliContext, flags: ViewFlags): Promise<void> {
  const json = flags.json === true;
  try {
    if (flags.out !== undefined && (flags.port !== undefined || flags.answer === true)) {
      throw new AppError({
        kind: "usage",
        code: "usage",
        message: "--out writes a file, which neither listens nor answers",
        hint: "leave out --port and --answer, or leave out --out",
      });
    }
    const opened = openView(this.context);
    if (flags.out !== undefined) return await writeView(this, opened, { out: flags.out, json });
    // What cannot be opened fails here, and not in the browser.
    await opened.revision();
    await serveView(this, opened, { port: flags.port ?? 0, answering: flags.answer === true, json });
  } catch (error) {
    this.process.exitCode = await reportFailure({ context: this.context, json, error });
  }
}
