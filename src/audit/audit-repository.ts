import { sha256 } from "../domain/digest.ts";
import type { Packet } from "../domain/packet.ts";
import type { GitAnswers } from "./ask-git.ts";
import type { AuditFinding } from "./finding.ts";

export interface RepositoryAudit {
  readonly findings: readonly AuditFinding[];
  readonly unchecked: readonly string[];
}

const filesChecked = 500;

/** Whether git bears out what the packet says of commits, trees and committed files. */
export function auditRepository(packet: Packet, git: GitAnswers): RepositoryAudit {
  if (packet.scene.kind === "folder") return { findings: [], unchecked: ["there is no repository to ask"] };
  const findings: AuditFinding[] = [];
  const unchecked: string[] = [];
  const tree = (commit: string): string | null => git.ask("rev-parse", "--verify", "--quiet", `${commit}^{tree}`);

  if (packet.head_commit !== null) {
    const found = tree(packet.head_commit);
    if (found === null) unchecked.push(`the head commit ${packet.head_commit} is not in this repository any more`);
    else if (found !== packet.scene.head_tree) {
      findings.push({
        code: "head_tree_wrong",
        detail: `commit ${packet.head_commit} has the tree ${found}, the packet says ${packet.scene.head_tree}`,
      });
    } else findings.push(...auditFiles(packet, git));
  }
  const good = packet.last_known_good_commit;
  if (good !== null) {
    const found = tree(good);
    if (found === null) unchecked.push(`the last known good commit ${good} is not in this repository any more`);
    else if (found !== packet.last_known_good_tree) {
      findings.push({
        code: "last_known_good_wrong",
        detail: `commit ${good} has the tree ${found}, the packet says ${packet.last_known_good_tree}`,
      });
    }
  }
  if (packet.changes.length > filesChecked)
    unchecked.push(`only the first ${filesChecked} of ${packet.changes.length} changed files`);
  return { findings, unchecked };
}

/** A file that is called committed has, in the head commit, the content that the packet says (text conversion aside). */
function auditFiles(packet: Packet, git: GitAnswers): readonly AuditFinding[] {
  return packet.changes.slice(0, filesChecked).flatMap((change): readonly AuditFinding[] => {
    if (!change.committed || change.path_redacted !== undefined) return [];
    const content = git.bytes("cat-file", "blob", `${packet.head_commit}:${change.path}`);
    if (change.status === "deleted") {
      return content === null
        ? []
        : [{ code: "change_wrong", detail: `${change.path} is called deleted, the head commit has it` }];
    }
    if (change.sha256 === null) return [];
    if (content === null) {
      // Too large to read at once is no contradiction; not there is one.
      if (git.ask("cat-file", "-e", `${packet.head_commit}:${change.path}`) !== null) return [];
      const detail = `${change.path} is called committed, the head commit does not have it`;
      return [{ code: "change_wrong", detail }];
    }
    if (sha256(content) === change.sha256 || git.ask("check-attr", "--all", "--", change.path) !== "") return [];
    if (git.ask("config", "core.autocrlf") !== null) return [];
    return [
      {
        code: "change_wrong",
        detail: `${change.path} does not have the content in the head commit that the packet says`,
      },
    ];
  });
}
