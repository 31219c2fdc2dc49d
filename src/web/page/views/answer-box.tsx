import { Fragment, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { Answer } from "../../../domain/view/view-model.ts";
import { visible } from "../parts/shown.tsx";
import { usePage } from "../state/page-context.ts";

type Sending = { readonly kind: "writing" | "sending" } | { readonly kind: "failed"; readonly why: string };

interface AnswerWay {
  readonly kind: Answer["kind"];
  readonly button: string;
  /** What is kept of the words that were typed; without it the words alone. */
  readonly told?: (text: string) => string;
}

/** A place to answer, where the page may; what is typed stays when the page is refreshed around it. */
export function AnswerBox(props: {
  readonly id: string;
  readonly label: string;
  /** What an answer can say, a button each; the keys send the first. */
  readonly ways: readonly AnswerWay[];
}): JSX.Element | null {
  const { id, label, ways } = props;
  const { words, source, announce } = usePage();
  const [text, setText] = useState("");
  const [state, setState] = useState<Sending>({ kind: "writing" });
  const { answer } = source;
  if (answer === null) return null;
  const field = `answer-${id}`;
  const send = async ({ kind, told }: AnswerWay): Promise<void> => {
    if (text.trim() === "" || state.kind === "sending") return;
    setState({ kind: "sending" });
    try {
      await answer({ id, kind, text: told?.(text.trim()) ?? text.trim() });
      announce(words.inbox.kept);
      setText("");
      setState({ kind: "writing" });
    } catch (failure) {
      setState({ kind: "failed", why: failure instanceof Error ? failure.message : String(failure) });
    }
  };
  return (
    <div class="answer-box">
      <label for={field}>{label}</label>
      <textarea
        id={field}
        rows={2}
        maxLength={8000}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = ways;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && first !== undefined) void send(first);
        }}
      />
      <p class="answer-ways">
        {ways.map((way, at) => (
          <Fragment key={way.kind}>
            <button
              type="button"
              onClick={() => void send(way)}
              disabled={text.trim() === "" || state.kind === "sending"}
            >
              {state.kind === "sending" ? words.inbox.sending : way.button}
            </button>
            {at === 0 ? (
              <span class="muted small" aria-hidden="true">
                <kbd>Ctrl</kbd> <kbd>Enter</kbd>
              </span>
            ) : null}
          </Fragment>
        ))}
      </p>
      {state.kind === "failed" ? (
        <p role="alert">
          {words.frame.failed}
          {words.frame.colon}
          {visible(state.why)}
        </p>
      ) : null}
    </div>
  );
}
