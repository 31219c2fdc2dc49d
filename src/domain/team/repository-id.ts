import { sha256 } from "../digest.ts";

/** What a repository is called in a team store: of its root commits, which every clone has; 64 hex digits. */
export function repositoryId(rootCommits: readonly string[]): string {
  return sha256([...rootCommits].sort().join("\n"));
}
