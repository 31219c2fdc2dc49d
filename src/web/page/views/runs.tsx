import type { JSX } from "preact";
import type { RunEntry } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Said, oneLine } from "../parts/shown.tsx";
import { Awaited, Empty } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { runLooks, stepLooks } from "../parts/tones.ts";
import { useKeys, usePage } from "../state/page-context.ts";
import { nextFailure } from "../state/rows.ts";
import { useData } from "../state/use-data.ts";
import { RunMachine } from "./run-machine.tsx";
import { StepMachine } from "./step-machine.tsx";

/** Journalled work: where each run stands, and what was recovered beside it. */
export function RunsView(): JSX.Element {
  const { words } = usePage();
  const runs = useData("runs", (source) => source.runs());
  useKeys((key) => key === "n" && nextFailure());
  return (
    <>
      <h1>{words.views.runs}</h1>
      <Awaited of={runs}>
        {(found) =>
          found.length === 0 ? (
            <Empty text={words.runs.empty} />
          ) : (
            <>
              {found.map((run) => (
                <Run key={run.name} run={run} />
              ))}
              <p class="muted small">{words.runs.recordNote}</p>
            </>
          )
        }
      </Awaited>
    </>
  );
}

function Run({ run }: { readonly run: RunEntry }): JSX.Element {
  const { words } = usePage();
  const { name, decision, reason, detail, steps } = run;
  const waits = decision === "needs_human" || decision === "stop";
  return (
    <section class="card run" data-row={waits ? "bad" : "good"} tabIndex={-1} aria-label={name}>
      <div class="section-head">
        <h2>
          <Code text={name} />
        </h2>
        <span class="muted">
          {words.runs.started} <Time at={run.startedAt} />
        </span>
      </div>
      {decision === null ? null : (
        <p>
          <Chip {...runLooks[decision]}>{words.runDecisions[decision]}</Chip>{" "}
          {reason === null ? null : words.runReasons[reason]}
        </p>
      )}
      {detail === null ? null : (
        <p class="detail">
          <Said text={detail} />
        </p>
      )}
      <RunMachine run={run} />
      {steps.length === 0 ? null : (
        <table class="steps" role="table" aria-label={words.runs.steps}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {words.runs.step}
              </th>
              <th role="columnheader" scope="col">
                {words.runs.intent} → {words.runs.effect} → {words.runs.receipt}
              </th>
              <th role="columnheader" scope="col">
                {words.runs.verdict}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {steps.map((step) => (
              <tr role="row" key={step.key}>
                <th role="rowheader" scope="row">
                  <Code text={step.key} />
                  {step.attempt > 1 ? (
                    <span class="muted small"> {`${words.runs.attempt} ${step.attempt}`}</span>
                  ) : null}
                </th>
                <td role="cell">
                  <StepMachine verdict={step.verdict} />
                </td>
                <td role="cell">
                  <Chip {...stepLooks[step.verdict]}>{words.stepVerdicts[step.verdict]}</Chip>
                  <div class="muted small">
                    <Said text={step.detail} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3 class="label">{words.runs.records}</h3>
      {run.recoveryRecords.length === 0 ? <p class="muted">{words.runs.noRecords}</p> : null}
      <ul class="plain">
        {run.recoveryRecords.map((record) => (
          <li key={record.name}>
            <code>{oneLine(record.name)}</code> <Time at={record.createdAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
