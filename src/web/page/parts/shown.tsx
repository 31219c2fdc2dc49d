import type { JSX } from "preact";
import { escapeCharacter, showInvisible } from "../../../domain/text/invisible.ts";
import { wellFormed } from "../../../domain/text/well-formed.ts";

/** Somebody's text: controls, bidirectional and zero-width characters stand in it as visible escapes. */
export function visible(text: string): string {
  return showInvisible(wellFormed(text).replaceAll("\r\n", "\n"));
}

export function oneLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, escapeCharacter);
}

/** Prose of others. Its direction is its own and does not reach what stands beside it. */
export function Said({ text }: { readonly text: string }): JSX.Element {
  return (
    <bdi class="said" dir="auto">
      {visible(text)}
    </bdi>
  );
}

/** A path, a command, an id. */
export function Code({ text, label }: { readonly text: string; readonly label?: string }): JSX.Element {
  return (
    <code dir="ltr" {...(label === undefined ? {} : { title: label })}>
      {oneLine(text)}
    </code>
  );
}

/** Words of ours in which backticks mark commands. */
export function Marked({ text }: { readonly text: string }): JSX.Element {
  return <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code dir="ltr">{part}</code>))}</>;
}

/** A commit or a tree: as much of it as one tells apart. */
export function Hash({ id }: { readonly id: string }): JSX.Element {
  return (
    <code class="hash" title={oneLine(id)}>
      {oneLine(id).slice(0, 10)}
    </code>
  );
}
