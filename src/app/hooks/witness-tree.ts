import type { Context } from "../../context.ts";
import { callKey } from "../../domain/hooks/call-key.ts";
import type { HookCall } from "../../domain/hooks/hook-call.ts";
import { witnessScene, type TreeWitness } from "../../domain/hooks/tree-witness.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { redactScene } from "../redact-scene.ts";
import { openWorkspace } from "../workspace.ts";

/** Keeps the tree that an acceptance command begins or ends on: only then its exit code counts for something. */
export async function witnessTree(
  context: Context,
  options: {
    readonly client: ClientName;
    readonly sessionId: string;
    readonly call: HookCall;
    readonly moment: TreeWitness["moment"];
  },
): Promise<void> {
  const { client, sessionId, call, moment } = options;
  const { command, callId } = call.tool;
  if (command === null) return;
  const workspace = await openWorkspace(context, { tree: true, onWrongConfig: () => undefined });
  const witness: TreeWitness = {
    phase: "tree",
    moment,
    call: callId === null ? null : callKey(callId),
    command: workspace.redactor.redact(command),
    at: context.now().toISOString(),
    branch: workspace.scene.head.branch,
    scene: witnessScene(redactScene(workspace)),
  };
  workspace.home.calls.append(client, sessionId, witness);
}
