import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "good" | "warn" | "human" | "bad" | "unknown" | "quiet";

/** A state: a word, an icon, and a colour that adds nothing to them. */
export function Chip(props: {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly children: ComponentChildren;
  readonly title?: string;
}): JSX.Element {
  const { tone, icon, children, title } = props;
  return (
    <span class={`chip tone-${tone}`} {...(title === undefined ? {} : { title })}>
      <Icon name={icon} />
      <span>{children}</span>
    </span>
  );
}
