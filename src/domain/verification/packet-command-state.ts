import type { PacketCommandState } from "../packet.ts";
import type { CommandState } from "../verification.ts";

/** A command's state with the keys of the JSON documents. */
export function packetCommandState(state: CommandState): PacketCommandState {
  return {
    command: state.command,
    cwd: state.cwd,
    state: state.state,
    exit_code: state.exitCode,
    at_tree: state.atTree,
    at: state.at,
    why: state.why,
    evidence: state.evidence,
    scope: state.scope,
    source: state.source,
  };
}
