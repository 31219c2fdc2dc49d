import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePage } from "../state/page-context.ts";
import { Icon } from "./icon.tsx";
import { oneLine } from "./shown.tsx";

/** A command or a path with a button that copies exactly what is shown. */
export function Copyable({ text }: { readonly text: string }): JSX.Element {
  const { words, announce } = usePage();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const shown = oneLine(text);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(shown);
    setCopied(true);
    announce(words.frame.copied);
  };
  return (
    <span class="copyable">
      <code dir="ltr">{shown}</code>
      <button
        type="button"
        class="quiet-button"
        onClick={() => void copy()}
        aria-label={`${words.frame.copy}: ${shown}`}
      >
        <Icon name={copied ? "good" : "copy"} />
      </button>
    </span>
  );
}
