import { quoteCommand } from "../feedback/quote-command.ts";
import { compareWork } from "../pickup/compare-work.ts";
import type { FileState, LoadedFacts } from "../pickup/facts.ts";
import { isInPlace, placeOf } from "../pickup/place.ts";
import { shortId } from "../pickup/words.ts";
import type { ClaimRow } from "./view-model.ts";

/** More differing files than that are only counted. */
const mostFiles = 200;
const none = "–";

/** The work tree as a whole, and each file whose uncommitted content differs. */
export function rowsOfWork(facts: LoadedFacts): readonly ClaimRow[] {
  const { scene, subject } = facts;
  const recorded = subject.packet.scene;
  const [before, now] = [recorded.tree, scene.tree];
  const whole: ClaimRow = {
    what: "work_tree",
    which: null,
    recorded: before === null ? none : shortId(before),
    present: now === null ? none : shortId(now),
    state: before === null || now === null ? "unknown" : before === now ? "same" : "moved",
    look: scene.kind === "git" ? "git status --short" : null,
  };
  // On another branch every file could differ, and none of that says anything.
  if (!isInPlace(placeOf(facts)) || whole.state === "same") return [whole];
  const differences = compareWork(recorded.dirty, scene.dirty, subject.work);
  const rows = differences.slice(0, mostFiles).map(({ path, kind, recorded: was, present }): ClaimRow => ({
    what: "uncommitted_work",
    which: path,
    recorded: was === null ? none : stateOf(was),
    present: stateOf(present),
    state: kind === "missing" ? "gone" : "moved",
    look: quoteCommand({ argv: ["git", "diff", "HEAD", "--", path] }),
  }));
  const more = differences.length - rows.length;
  if (more === 0) return [whole, ...rows];
  return [whole, ...rows, { ...whole, what: "uncommitted_work", recorded: none, present: `+${more}`, state: "moved" }];
}

function stateOf({ sha256, mode }: FileState): string {
  if (mode === null) return none;
  return sha256 === null ? mode : mode === "100644" ? shortId(sha256) : `${shortId(sha256)} ${mode}`;
}
