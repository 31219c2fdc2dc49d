import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { showPath } from "./list-changes.ts";

const fileLimit = 4 * 1024 * 1024;
const totalLimit = 64 * 1024 * 1024;

/**
 * Which uncommitted files are copied into the home beside the packet: regular files and links within the limits.
 * A file that holds a secret gets no second copy. Whatever stays out is named with its reason.
 */
export function planKeptWork(snapshot: WorkbenchSnapshot): Packet["kept_work"] {
  const omitted: string[] = [];
  let total = 0;
  const files = snapshot.scene.dirty.map(({ path, sha256, mode, size, status, submodule }) => {
    const shown = showPath(snapshot, path);
    const reason = reasonToOmit();
    if (reason !== null) omitted.push(`${shown}: ${reason}`);
    else total += size ?? 0;
    return { path: shown, sha256, mode, kept: sha256 !== null && reason === null };

    function reasonToOmit(): string | null {
      if (submodule !== null || mode === "160000") return "a repository of its own keeps its own history";
      if (mode === "120000") return "a symbolic link, not copied";
      if (sha256 === null) return status === "deleted" ? null : "could not be read";
      if (snapshot.secretFiles.includes(path)) return "holds a secret, not copied";
      if ((size ?? 0) > fileLimit) return `${size} bytes, more than ${fileLimit}`;
      return total + (size ?? 0) > totalLimit ? `the kept work would exceed ${totalLimit} bytes` : null;
    }
  });
  return { files, omitted };
}
