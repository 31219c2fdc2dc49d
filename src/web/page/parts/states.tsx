import type { ComponentChildren, JSX } from "preact";
import { AskFailure } from "../state/page-source.ts";
import { usePage } from "../state/page-context.ts";
import type { Loaded } from "../state/use-data.ts";
import { Marked, visible } from "./shown.tsx";

/** What is shown of data that is there, that is awaited, or that failed. */
export function Awaited<T>(props: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  const { data, failure, again } = props.of;
  const { words } = usePage();
  if (data !== null) return <>{props.children(data)}</>;
  if (failure === null) return <p class="awaited muted">{words.frame.loading}</p>;
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{words.frame.failed}</strong>
        {words.frame.colon}
        {visible(failure.message)}
      </p>
      {failure instanceof AskFailure && failure.hint !== null ? <p class="muted">{visible(failure.hint)}</p> : null}
      <button type="button" onClick={again}>
        {words.frame.retry}
      </button>
    </div>
  );
}

export function Empty({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="empty muted">
      <Marked text={text} />
    </p>
  );
}

/** A failure beside a list that still shows what it had. */
export function FailureNote(props: { readonly failure: Error | null; readonly again: () => void }): JSX.Element | null {
  const { failure, again } = props;
  if (failure === null) return null;
  return <Awaited of={{ data: null, failure, again }}>{() => null}</Awaited>;
}
