import { release as endClaims } from "../../app/release.ts";
import { renderRelease } from "../../render/terminal/team.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { ReleaseFlags } from "../share-routes.ts";

export async function release(this: CliContext, flags: ReleaseFlags, id?: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await endClaims(this.context, {
      id: id ?? null,
      branch: flags.branch ?? null,
      topic: flags.topic ?? null,
      session: flags.session ?? null,
    });
    return {
      exit: result.result === "released" ? exitCode.yes : exitCode.no,
      result,
      text: (style) => renderRelease(result, style),
    };
  });
}
