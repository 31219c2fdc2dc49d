import type { Context } from "../../context.ts";
import { groupAttempts } from "../../domain/view/group-attempts.ts";
import type { AttemptGroup } from "../../domain/view/view-model.ts";
import { readEvidence } from "../gather.ts";
import { openWorkspace } from "../workspace.ts";

/** Failed attempts of this branch by what they were aimed at. */
export async function readAttempts(context: Context): Promise<readonly AttemptGroup[]> {
  const workspace = await openWorkspace(context, { tree: false });
  const { branch } = workspace.scene.head;
  const { feedback } = await readEvidence(workspace, null);
  return groupAttempts(feedback.filter((record) => record.branch === null || record.branch === branch));
}
