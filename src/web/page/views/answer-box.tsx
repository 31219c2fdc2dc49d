import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Answer } from "../../../domain/view/view-model.ts";
import { visible } from "../parts/shown.tsx";
import { usePage } from "../state/page-context.ts";

type Sending = { readonly kind: "writing" | "sending" } | { readonly kind: "failed"; readonly why: string };

/** A place to answer, where the page may; what is typed stays when the page is refreshed around it. */
export function AnswerBox(props: {
  readonly id: string;
  readonly kind: Answer["kind"];
  readonly label: string;
  readonly button: string;
}): JSX.Element | null {
  const { id, kind, label, button } = props;
  const { words, source, announce } = usePage();
  const [text, setText] = useState("");
  const [state, setState] = useState<Sending>({ kind: "writing" });
  const { answer } = source;
  if (answer === null) return null;
  const field = `answer-${id}`;
  const send = async (): Promise<void> => {
    if (text.trim() === "" || state.kind === "sending") return;
    setState({ kind: "sending" });
    try {
      await answer({ id, kind, text: text.trim() });
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
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <button type="button" onClick={() => void send()} disabled={text.trim() === "" || state.kind === "sending"}>
        {state.kind === "sending" ? words.inbox.sending : button}
      </button>
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
