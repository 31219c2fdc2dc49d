import type { JSX } from "preact";
import type { Present } from "../../../domain/view/view-model.ts";
import { visible } from "../parts/shown.tsx";
import { Section } from "../parts/section.tsx";
import { usePage } from "../state/page-context.ts";

/** What the next session is told, and how much of its room that takes. */
export function BriefView({ brief }: { readonly brief: Present["brief"] }): JSX.Element {
  const { words } = usePage();
  const { text, chars, limit } = brief;
  const share = limit > 0 ? Math.min(100, Math.round((chars / limit) * 100)) : 0;
  const label = words.now.budget(chars.toLocaleString(words.language), limit.toLocaleString(words.language));
  return (
    <Section id="brief" title={words.now.brief} aside={<span class="muted small">{words.now.briefNote}</span>}>
      <div class="budget">
        <div class="budget-bar" aria-hidden="true">
          <div class="budget-fill" style={{ width: `${share}%` }} />
        </div>
        <span class="small">{label}</span>
      </div>
      <pre class="brief" dir="auto" tabIndex={0}>
        {visible(text)}
      </pre>
    </Section>
  );
}
