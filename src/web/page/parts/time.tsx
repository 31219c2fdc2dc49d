import type { JSX } from "preact";
import { usePage } from "../state/page-context.ts";
import { absoluteTime, relativeTime } from "../state/relative-time.ts";
import { oneLine } from "./shown.tsx";

/** How long ago; the exact time when pointed at. */
export function Time({ at }: { readonly at: string | null }): JSX.Element {
  const { words, now } = usePage();
  if (at === null) return <span class="muted">{words.frame.noTime}</span>;
  return (
    <time dateTime={oneLine(at)} title={oneLine(absoluteTime(at, words.language))}>
      {oneLine(relativeTime(at, now, words.language))}
    </time>
  );
}
