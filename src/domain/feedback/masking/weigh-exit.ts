import { inlineScript } from "../shell/inline-script.ts";
import type { Command } from "../quote-command.ts";
import { proveArgv, type Proof, proveText } from "./prove.ts";

/** What an exit 0 of a command is worth. Reading the command line only: what a called script does inside is not seen. */
export interface ExitWeight {
  /**
   * full: the checks themselves exited 0 · with_counts: only if tests really ran · weak: it could not fail, or ran no
   * check · unknown: whether the check passed, or ran at all, does not reach the exit code, or the text is not understood.
   */
  readonly weight: "full" | "with_counts" | "weak" | "unknown";
  readonly why: string | null;
}

export function weighExit(command: Command): ExitWeight {
  const proof = "shell" in command ? proveText(command.shell) : proveCommandLine(command.argv);
  switch (proof.kind) {
    case "checks":
      return proof.needsCounts === null
        ? { weight: "full", why: null }
        : { weight: "with_counts", why: proof.needsCounts };
    case "nothing":
      return { weight: "weak", why: proof.why };
    case "hidden":
      return { weight: proof.look ? "weak" : "unknown", why: proof.why };
    case "never":
      return { weight: "unknown", why: "the command cannot exit 0 as it stands" };
    case "unknown":
      return { weight: "unknown", why: proof.why };
  }
}

function proveCommandLine(argv: readonly string[]): Proof {
  const inline = inlineScript(argv);
  return inline === null ? proveArgv(argv) : proveText(inline.text, inline);
}
