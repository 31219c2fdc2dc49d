import type { JSX } from "preact";
import type { ViewSnapshot } from "../../domain/view/view-snapshot.ts";
import { oneLine } from "./parts/shown.tsx";
import { usePage } from "./state/page-context.ts";
import { absoluteTime, relativeTime } from "./state/relative-time.ts";

/** Above every view of a file: of when it is, and what it does not hold. */
export function CopyNote({ snapshot }: { readonly snapshot: ViewSnapshot }): JSX.Element {
  const { words, now } = usePage();
  const { frame } = words;
  const { at } = snapshot.overview;
  const left = snapshot.leftOut.map(({ what, count, why }) => {
    const reason = why === "limit" ? frame.leftOutLimit : frame.leftOutUnreadable;
    return `${words.leftOut[what](count)} (${reason})`;
  });
  return (
    <aside class="copy-note" title={oneLine(absoluteTime(at, words.language))}>
      {frame.copyOf(relativeTime(at, now, words.language))}
      {left.length === 0 ? null : ` ${frame.leftOutTitle}${frame.colon}${left.join(frame.comma)}`}
    </aside>
  );
}
