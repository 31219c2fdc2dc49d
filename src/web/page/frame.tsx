import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ViewSnapshot } from "../../domain/view/view-snapshot.ts";
import { CopyNote } from "./copy-note.tsx";
import { Header } from "./header.tsx";
import { Help } from "./help.tsx";
import { Navigation } from "./navigation.tsx";
import { useKeys, usePage } from "./state/page-context.ts";
import type { Theme } from "./state/preferences.ts";
import { viewNames, writeRoute } from "./state/route.ts";
import { walkRows } from "./state/rows.ts";
import { useData } from "./state/use-data.ts";
import { View } from "./view.tsx";

export interface FrameProps {
  /** null on a live page. */
  readonly snapshot: ViewSnapshot | null;
  readonly connected: boolean;
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onLanguage: () => void;
}

/** Header, navigation and the view between them; and the keys that count everywhere. */
export function Frame(props: FrameProps): JSX.Element {
  const { words, route, announce } = usePage();
  const { snapshot } = props;
  const overview = useData("overview", (source) => source.overview());
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(route.view);
  useEffect(() => {
    document.title = words.frame.title(words.views[route.view]);
    if (shown.current === route.view) return;
    shown.current = route.view;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(words.views[route.view]);
  });
  useKeys((key) => {
    const view = viewNames[Number(key) - 1];
    if (/^[1-8]$/.test(key) && view !== undefined) location.hash = writeRoute(view);
    else if (key === "?") setHelp(true);
    else if (key === "d") props.onTheme();
    else if (key === "l") props.onLanguage();
    else if (key === "j" || key === "k") return walkRows(key === "j" ? 1 : -1);
    else return false;
    return true;
  });
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {words.frame.skip}
      </a>
      <Header {...props} overview={overview.data} onHelp={() => setHelp(true)} />
      <div class="body">
        <Navigation overview={overview.data} />
        <main id="main" ref={main} tabIndex={-1}>
          {snapshot === null ? null : <CopyNote snapshot={snapshot} />}
          <View overview={overview} />
        </main>
      </div>
      {help ? <Help onClose={() => setHelp(false)} /> : null}
    </>
  );
}
