import type { Reason } from "../decision.ts";
import { compareWork, pathsToLookUp, type WorkDifference } from "./compare-work.ts";
import type { LoadedFacts } from "./facts.ts";
import { isInPlace, placeOf } from "./place.ts";
import { countOf, listSome, oneLine, pathName, shortId } from "./words.ts";

/** Uncommitted work: content for content what the packet recorded, elsewhere, or lost? */
export function judgeWork(facts: LoadedFacts): readonly Reason[] {
  if (!isInPlace(placeOf(facts))) return [];
  const { scene, subject } = facts;
  const recorded = subject.packet.scene;
  // Equal trees are equal in git's eyes (line endings, filters), whatever the raw bytes are.
  if (recorded.tree !== null && recorded.tree === scene.tree) return [];
  const differences = compareWork(recorded.dirty, scene.dirty, subject.work);
  if (differences.length === 0) return unseenDifference(facts);
  const stashed = subject.work.stashed.flatMap(({ paths }) => paths);
  const changed = differences.filter(({ kind }) => kind !== "missing");
  const missing = differences.filter(({ kind, path }) => kind === "missing" && !stashed.includes(path));
  return [
    ...(changed.length === 0 ? [] : [workChanged(changed)]),
    ...(missing.length === 0 ? [] : [workMissing(facts, missing)]),
    ...inStashes(facts, new Set(differences.map(({ path }) => path))),
  ];
}

function workChanged(changed: readonly WorkDifference[]): Reason {
  return {
    code: "work_tree_changed",
    decision: "reverify",
    detail: `${countOf(changed.length, "file")} with other uncommitted content than the packet recorded: ${listSome(changed.map(describe))}`,
    paths: changed.map(({ path }) => path),
  };
}

function describe({ path, kind, recorded, present }: WorkDifference): string {
  const name = pathName(path);
  if (kind === "new") return present.mode === null ? `${name} (deleted since)` : `${name} (not in the packet)`;
  if (recorded !== null && recorded.sha256 === present.sha256 && recorded.sha256 !== null) {
    return `${name} (mode ${recorded.mode ?? "unknown"} -> ${present.mode ?? "unknown"})`;
  }
  return recorded !== null && recorded.mode === null
    ? `${name} (was deleted, exists again)`
    : `${name} (other content)`;
}

function workMissing(facts: LoadedFacts, missing: readonly WorkDifference[]): Reason {
  const { packet } = facts.subject;
  const kept = new Set(packet.kept_work.files.filter((file) => file.kept).map(({ path }) => path));
  const states = missing.map(
    ({ path, present }) => `${pathName(path)} (${present.mode === null ? "gone" : "back at the committed content"})`,
  );
  const lost = missing.filter(({ path, recorded }) => recorded !== null && recorded.mode !== null && !kept.has(path));
  const way = `\`passdown show ${packet.packet_id}\` lists it, \`passdown restore ${packet.packet_id} --into DIR\` puts it into a new worktree`;
  const without =
    lost.length === 0 ? "" : `; not kept with the packet: ${listSome(lost.map(({ path }) => pathName(path)))}`;
  return {
    code: "work_missing",
    decision: "needs_human",
    detail: `uncommitted work is missing from ${countOf(missing.length, "file")}: ${listSome(states)}; ${way}${without}`,
    paths: missing.map(({ path }) => path),
  };
}

function inStashes(facts: LoadedFacts, differing: ReadonlySet<string>): readonly Reason[] {
  return facts.subject.work.stashed.flatMap(({ stash, paths }) => {
    const held = paths.filter((path) => differing.has(path));
    if (held.length === 0) return [];
    const whose = `${stash.ref} (${shortId(stash.commit)}, ${stash.at}, ${oneLine(stash.author)}: ${oneLine(stash.message)})`;
    return [
      {
        code: "work_in_stash" as const,
        decision: "reverify" as const,
        detail: `the packet's content of ${listSome(held.map(pathName))} lies in ${whose}: \`git stash apply ${stash.ref}\` brings it back and keeps the stash`,
        paths: held,
        evidence: [stash.commit],
      },
    ];
  });
}

/**
 * What has no content of its own to compare (a link, a submodule, a folder outside git) and what git was told to
 * overlook shows only in the tree. With commits in between the trees differ anyway, and those are a reason of their own.
 */
function unseenDifference({ scene, subject }: LoadedFacts): readonly Reason[] {
  const recorded = subject.packet.scene;
  if (recorded.head_tree !== scene.head.tree) return [];
  const overlooked = pathsToLookUp(recorded.dirty, scene.dirty);
  const opaque = [...recorded.dirty, ...scene.dirty].filter(({ sha256, mode }) => sha256 === null && mode !== null);
  const paths = overlooked.length > 0 ? overlooked : [...new Set(opaque.map(({ path }) => path))].toSorted();
  const names = listSome(paths.map(pathName));
  const where = paths.length === 0 ? "" : overlooked.length > 0 ? `: git overlooks ${names} now` : `: see ${names}`;
  const changed = (detail: string): readonly Reason[] => [
    { code: "work_tree_changed", decision: "reverify", detail, ...(paths.length === 0 ? {} : { paths }) },
  ];
  if (recorded.tree !== null && scene.tree !== null) {
    return changed(`the files are tree ${shortId(scene.tree)}, the packet recorded ${shortId(recorded.tree)}${where}`);
  }
  if (scene.kind !== "folder" && paths.length === 0) return [];
  const why = [...recorded.reasons, ...scene.reasons].filter((reason) => reason !== "no_repository");
  return changed(
    `the files cannot be compared (${listSome([...new Set(why)].map(oneLine)) || "no tree is known"})${where}`,
  );
}
