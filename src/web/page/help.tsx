import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./parts/icon.tsx";
import { usePage } from "./state/page-context.ts";

/** Every key, in a dialog of the browser's own: it holds the focus and gives it back. */
export function Help({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { words } = usePage();
  const { keys, frame } = words;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const rows: readonly (readonly [readonly string[], string])[] = [
    [["1", "8"], keys.views],
    [["j", "k"], keys.move],
    [["Enter"], keys.open],
    [["Esc"], keys.back],
    [["n"], keys.failure],
    [["/"], keys.search],
    [["x"], keys.compare],
    [["Ctrl+Enter"], keys.send],
    [["d"], keys.theme],
    [["l"], keys.language],
    [["?"], keys.help],
  ];
  return (
    <dialog ref={dialog} aria-labelledby="h-help" onClose={onClose}>
      <div class="drawer-head">
        <h2 id="h-help">{keys.title}</h2>
        <button type="button" class="quiet-button" onClick={() => dialog.current?.close()} aria-label={frame.close}>
          <Icon name="close" />
        </button>
      </div>
      <dl class="key-list">
        {rows.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name, at) => (
                <>
                  {at === 0 ? null : " – "}
                  <kbd>{name}</kbd>
                </>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
