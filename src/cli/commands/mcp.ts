import { loadProtocol } from "../../mcp/load-protocol.ts";
import { makeFace } from "../../mcp/make-face.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { reportFailure } from "../report-failure.ts";

/** stdout belongs to the protocol: a failure is told on stderr. */
export async function mcp(this: CliContext): Promise<void> {
  const { context } = this;
  try {
    await loadProtocol()(makeFace(context));
    this.process.exitCode = exitCode.yes;
  } catch (error) {
    this.process.exitCode = await reportFailure({ context, json: false, error });
  }
}
