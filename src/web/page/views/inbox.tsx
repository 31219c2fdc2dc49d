import type { JSX, TargetedKeyboardEvent } from "preact";
import type { InboxAssumption, InboxQuestion } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Code, Marked, Said, oneLine } from "../parts/shown.tsx";
import { Section } from "../parts/section.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { usePage } from "../state/page-context.ts";
import { useData } from "../state/use-data.ts";
import { AnswerBox } from "./answer-box.tsx";

/** What waits for a person: questions, and what was taken for true. */
export function InboxView(): JSX.Element {
  const { words, source, kind } = usePage();
  const inbox = useData("inbox", (from) => from.inbox());
  const w = words.inbox;
  return (
    <>
      <h1>{words.views.inbox}</h1>
      {source.answer === null ? (
        <p class="muted small">
          <Marked text={kind === "file" ? w.readOnlyFile : w.readOnly} />
        </p>
      ) : null}
      <Awaited of={inbox}>
        {({ questions, assumptions }) => (
          <>
            <Section id="questions" title={w.questions}>
              {questions.length === 0 ? <Empty text={w.noQuestions} /> : null}
              <ul class="inbox">
                {questions.map((question) => (
                  <Question key={question.id} question={question} />
                ))}
              </ul>
            </Section>
            <Section id="assumptions" title={w.assumptions}>
              {assumptions.length === 0 ? <Empty text={w.noAssumptions} /> : null}
              <ul class="inbox">
                {assumptions.map((assumption, at) => (
                  <Assumption key={assumption.id ?? `${assumption.source} ${at}`} assumption={assumption} />
                ))}
              </ul>
            </Section>
          </>
        )}
      </Awaited>
    </>
  );
}

function Question({ question }: { readonly question: InboxQuestion }): JSX.Element {
  const { words } = usePage();
  const w = words.inbox;
  const { id, text, author, at, branch, topic, later, answer } = question;
  return (
    <li class="card" data-row={answer === null && !later ? "bad" : "good"} tabIndex={-1} onKeyDown={openOnEnter}>
      <p class="question">
        <Said text={text} />
      </p>
      <p class="small">
        {answer === null ? (
          <Chip tone={later ? "quiet" : "human"} icon={later ? "quiet" : "human"}>
            {later ? w.later : w.blocks}
          </Chip>
        ) : (
          <Chip tone="good" icon="good">
            {w.answered}
          </Chip>
        )}{" "}
        <span class="muted">
          {w.askedBy} {oneLine(author)} · <Time at={at} /> · {oneLine(branch ?? words.frame.noBranch)} ·{" "}
          {oneLine(topic)} · <Code text={id} />
        </span>
      </p>
      {answer === null ? (
        <Answering command={`passdown note decide --answers ${id} "..."`}>
          <AnswerBox id={id} label={w.answerFor} ways={[{ kind: "decide", button: w.send }]} />
        </Answering>
      ) : (
        <blockquote>
          <Said text={answer.text} />{" "}
          <span class="muted small">
            {oneLine(answer.author)} · <Time at={answer.at} />
          </span>
        </blockquote>
      )}
    </li>
  );
}

/** Where the page only shows: the command that answers, to copy. */
function Answering(props: { readonly command: string; readonly children: JSX.Element }): JSX.Element {
  const { source } = usePage();
  return source.answer === null ? (
    <p class="small">
      <Copyable text={props.command} />
    </p>
  ) : (
    props.children
  );
}

/** Enter on a chosen card goes to the place where it is answered. */
function openOnEnter(event: TargetedKeyboardEvent<HTMLLIElement>): void {
  if (event.key !== "Enter" || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("textarea, button")?.focus();
}

function Assumption({ assumption }: { readonly assumption: InboxAssumption }): JSX.Element {
  const { words } = usePage();
  const { id, text, source } = assumption;
  return (
    <li class="card" data-row="good" tabIndex={-1} onKeyDown={openOnEnter}>
      <p class="question">
        <Said text={text} />
      </p>
      <p class="small muted">{id === null ? <Code text={source} /> : <Said text={words.packet.inNote(id)} />}</p>
      {id === null ? (
        <p class="small muted">{words.inbox.inFile}</p>
      ) : (
        <Answering command={`passdown note done --answers ${id} "..."`}>
          <AnswerBox
            id={id}
            label={words.inbox.holdsText}
            ways={[
              { kind: "done", button: words.inbox.holds },
              { kind: "decide", button: words.inbox.fails, told: (why) => words.inbox.denied(text, why) },
            ]}
          />
        </Answering>
      )}
    </li>
  );
}
