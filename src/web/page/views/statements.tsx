import type { JSX } from "preact";
import type { EvidenceView } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { Code, Said, visible } from "../parts/shown.tsx";
import { usePage } from "../state/page-context.ts";
import type { Statement } from "./packet-sections.ts";

/** Sentences; each opens what stands behind it. What is taken for true, or rests on nothing, looks like an assumption. */
export function StatementList(props: {
  readonly title: string;
  readonly statements: readonly Statement[];
  readonly evidence: Readonly<Record<string, readonly EvidenceView[]>>;
  readonly chosen: string | null;
  readonly onChoose: (statement: Statement) => void;
}): JSX.Element {
  const { title, statements, evidence, chosen, onChoose } = props;
  const { words } = usePage();
  return (
    <section class="statements">
      <h2>{title}</h2>
      <ul>
        {statements.map((statement) => {
          const rests = evidenceOf(statement, evidence).length > 0;
          const assumed = isAssumed(statement, rests);
          return (
            <li key={statement.pointer}>
              <button
                type="button"
                id={`s-${statement.pointer}`}
                class={`statement ${assumed ? "assumed" : ""}`}
                data-row={statement.mark?.look.tone === "bad" ? "bad" : "good"}
                aria-expanded={statement.pointer === chosen}
                onClick={() => onChoose(statement)}
              >
                {statement.mark === null ? null : <Chip {...statement.mark.look}>{statement.mark.text}</Chip>}
                <span class="statement-text">
                  {statement.code ? <Code text={statement.text} /> : <Said text={statement.text} />}
                  {statement.aside === null ? null : <span class="muted small"> {visible(statement.aside)}</span>}
                </span>
                {assumed ? (
                  <Chip tone="unknown" icon="unknown" title={words.packet.assumptionNote}>
                    {words.packet.assumption}
                  </Chip>
                ) : null}
                {rests || !assumed ? (
                  <span class="rests">
                    <Icon name="next" />
                    <span class="hidden">{words.packet.evidence}</span>
                  </span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Taken for true by whoever said it, or nothing recorded stands behind it and nothing else of the packet either. */
export function isAssumed({ kind }: Statement, rests: boolean): boolean {
  return kind === "taken" || (kind === "told" && !rests);
}

/** Of the sentence itself; where nothing stands there, of the list or the record that it is part of. */
export function evidenceOf(
  { pointer, also }: Statement,
  evidence: Readonly<Record<string, readonly EvidenceView[]>>,
): readonly EvidenceView[] {
  for (const place of [pointer, ...also]) {
    const found = Object.hasOwn(evidence, place) ? evidence[place] : undefined;
    if (found !== undefined && found.length > 0) return found;
  }
  return [];
}
