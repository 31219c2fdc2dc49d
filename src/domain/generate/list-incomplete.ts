import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";

/** Damage that makes a whole file unusable, where nothing of it was read. */
const unusable: ReadonlySet<string> = new Set([
  "unknown_version",
  "invalid_json",
  "wrong_shape",
  "unreadable",
  "too_large",
  "symlink_refused",
]);

/** What the packet cannot say, and why. A file of which some could be read is a risk instead. */
export function listIncomplete(snapshot: WorkbenchSnapshot, noNextAction: boolean): Packet["incomplete"] {
  const { workbench, work } = snapshot;
  const named = new Set(workbench.artifacts.map((artifact) => artifact.path));
  const lost = workbench.damage.filter(({ path, code }) => {
    if (named.has(path) || !unusable.has(code)) return false;
    named.add(path);
    return true;
  });
  return [
    ...(noNextAction ? [{ what: "next_action", why: "the session ended without naming one" }] : []),
    ...lost.map(({ path, code, place, detail }) => ({
      what: path,
      why: `${code}${place === null ? "" : ` (${place})`}: ${detail}`,
    })),
    ...work.omitted.map((why) => ({ what: "changes", why })),
  ];
}
