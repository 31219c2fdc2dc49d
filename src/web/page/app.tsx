import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Boot } from "../boot.ts";
import { Frame } from "./frame.tsx";
import { fileSource } from "./state/file-source.ts";
import { httpSource } from "./state/http-source.ts";
import { makeKeyboard } from "./state/keyboard.ts";
import { PageContext, type Page } from "./state/page-context.ts";
import { keep, keptLanguage, keptTheme, systemTheme, type Theme } from "./state/preferences.ts";
import { readRoute } from "./state/route.ts";
import { useRevision } from "./state/use-revision.ts";
import type { Language } from "./words/words.ts";
import { en } from "./words/en.ts";
import { zh } from "./words/zh.ts";

const tickMs = 20_000;

/** Holds what lasts while the page is open: where it is, what it follows, how it looks. */
export function App({ boot }: { readonly boot: Boot }): JSX.Element {
  const asked = useMemo(() => (boot.kind === "file" ? fileSource(boot.snapshot) : httpSource(boot.answering)), [boot]);
  const keyboard = useMemo(() => makeKeyboard(window), []);
  const route = useRoute();
  const now = useNow();
  const { source, revision, connected } = useRevision(asked, boot.kind === "live");
  const [language, setLanguage] = useState<Language>(keptLanguage() ?? boot.language);
  const [theme, setTheme] = useState<Theme>(keptTheme() ?? systemTheme());
  const voice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    document.documentElement.dataset["theme"] = theme;
  }, [language, theme]);
  const page: Page = {
    kind: boot.kind,
    source,
    keyboard,
    route,
    now,
    words: language === "zh" ? zh : en,
    revision,
    announce: (text) => {
      if (voice.current !== null) voice.current.textContent = text;
    },
  };
  return (
    <PageContext.Provider value={page}>
      <Frame
        snapshot={boot.kind === "file" ? boot.snapshot : null}
        connected={connected}
        theme={theme}
        onTheme={() => {
          const other = theme === "dark" ? "light" : "dark";
          keep("theme", other);
          setTheme(other);
        }}
        onLanguage={() => {
          const other = language === "zh" ? "en" : "zh";
          keep("language", other);
          setLanguage(other);
        }}
      />
      <div ref={voice} class="hidden" role="status" />
    </PageContext.Provider>
  );
}

function useRoute(): Page["route"] {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const look = (): void => setRoute(readRoute(location.hash));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return route;
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
