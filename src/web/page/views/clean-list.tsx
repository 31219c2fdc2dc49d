import type { JSX } from "preact";
import type { CleanIssue, CleanState } from "../../../domain/clean-state.ts";
import { Chip } from "../parts/chip.tsx";
import { Code, Marked, Said } from "../parts/shown.tsx";
import { Section } from "../parts/section.tsx";
import { severityLooks, verdictLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";

/** What keeps the scene from being clean, and who holds it. */
export function CleanList({ state }: { readonly state: CleanState }): JSX.Element {
  const { words } = usePage();
  const { now } = words;
  return (
    <Section id="clean" title={now.clean}>
      <p>
        {state.blocking.length === 0 ? (
          <Chip {...verdictLooks.passed}>{now.isClean}</Chip>
        ) : (
          <Chip {...severityLooks.block}>{now.blocking(state.blocking.length)}</Chip>
        )}{" "}
        {state.warnings.length === 0 ? null : (
          <Chip {...severityLooks.warn}>{now.warnings(state.warnings.length)}</Chip>
        )}
      </p>
      <ul class="issues">
        {state.blocking.map((issue, at) => (
          <Issue key={`b ${issue.code} ${at}`} issue={issue} severity="block" />
        ))}
        {state.warnings.map((issue, at) => (
          <Issue key={`w ${issue.code} ${at}`} issue={issue} severity="warn" />
        ))}
      </ul>
    </Section>
  );
}

function Issue(props: { readonly issue: CleanIssue; readonly severity: "block" | "warn" }): JSX.Element {
  const { words } = usePage();
  const { issue, severity } = props;
  const { says, todo } = words.cleanCodes[issue.code];
  return (
    <li data-row={severity === "block" ? "bad" : "warn"} tabIndex={-1}>
      <div class="issue-head">
        <Chip {...severityLooks[severity]}>{words.severities[severity]}</Chip> <strong>{says}</strong>
      </div>
      <p class="detail">
        <Said text={issue.detail} />
        {issue.path === undefined || issue.detail.includes(issue.path) ? null : (
          <>
            {" "}
            <Code text={issue.path} />
          </>
        )}
      </p>
      {issue.holder === undefined ? null : (
        <p class="small">
          {words.now.holder} <Code text={issue.holder} />
        </p>
      )}
      <p class="muted small">
        {words.now.suggestion}
        {words.frame.colon}
        <Marked text={todo} />
      </p>
    </li>
  );
}
