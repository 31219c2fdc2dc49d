import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../state/page-context.ts";
import { Icon } from "./icon.tsx";

const waitMs = 200;

/** `/` goes there, Esc leaves it; what is typed counts after a short rest. */
export function SearchField(props: { readonly label: string; readonly onSearch: (text: string) => void }): JSX.Element {
  const { label, onSearch } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const said = useRef("");
  useEffect(() => {
    const timer = setTimeout(() => {
      if (said.current === text) return;
      said.current = text;
      latest.current(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys((key, event) => {
    if (key === "/") {
      field.current?.focus();
      field.current?.select();
      return true;
    }
    if (key !== "Escape" || event.target !== field.current) return false;
    setText("");
    field.current?.blur();
    return true;
  });
  return (
    <label class="search">
      <Icon name="search" />
      <span class="hidden">{label}</span>
      <input
        ref={field}
        type="search"
        placeholder={label}
        maxLength={200}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
