import type { ComponentChildren, JSX } from "preact";

/** A part of a view under a heading of its own. */
export function Section(props: {
  readonly id: string;
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { id, title, aside, children } = props;
  return (
    <section class="section" aria-labelledby={`h-${id}`}>
      <div class="section-head">
        <h2 id={`h-${id}`}>{title}</h2>
        {aside === undefined ? null : <div class="section-aside">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
