import type { JSX } from "preact";
import type { Overview } from "../../domain/view/view-model.ts";
import type { FrameProps } from "./frame.tsx";
import { Chip } from "./parts/chip.tsx";
import { Icon } from "./parts/icon.tsx";
import { oneLine } from "./parts/shown.tsx";
import { usePage } from "./state/page-context.ts";
import { writeRoute } from "./state/route.ts";

type HeaderProps = FrameProps & { readonly overview: Overview | null; readonly onHelp: () => void };

/** Which repository and branch this is, whether it is live, and the one sign that says whether somebody is needed. */
export function Header(props: HeaderProps): JSX.Element {
  const { words } = usePage();
  const { overview, theme, onTheme, onLanguage, onHelp } = props;
  const { frame } = words;
  return (
    <header>
      <div class="wordmark">passdown</div>
      <div class="where">
        {overview === null ? null : (
          <>
            <strong title={oneLine(overview.repository.root)}>{oneLine(overview.repository.name)}</strong>
            <span class="muted">
              {" "}
              <Icon name="branch" /> {oneLine(overview.present.branch ?? frame.noBranch)} ·{" "}
              {oneLine(overview.present.topic)}
            </span>
          </>
        )}
      </div>
      <div class="signals">
        {props.snapshot === null ? <LiveSign connected={props.connected} /> : null}
        {overview === null ? null : <NeedsYou needs={overview.needsYou} />}
      </div>
      <div class="switches">
        <button type="button" class="quiet-button" onClick={onLanguage} lang={words.language === "en" ? "zh-CN" : "en"}>
          {frame.otherLanguage}
        </button>
        <button
          type="button"
          class="quiet-button"
          onClick={onTheme}
          aria-label={theme === "dark" ? frame.light : frame.dark}
          title={`${theme === "dark" ? frame.light : frame.dark} (d)`}
        >
          <Icon name={theme === "dark" ? "sun" : "moon"} />
        </button>
        <button type="button" class="quiet-button" onClick={onHelp} aria-label={frame.help} title={`${frame.help} (?)`}>
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function LiveSign({ connected }: { readonly connected: boolean }): JSX.Element {
  const { frame } = usePage().words;
  return (
    <span class={`live ${connected ? "on" : "off"}`} role="status">
      <span class="live-dot" aria-hidden="true" />
      {connected ? frame.live : frame.lost}
    </span>
  );
}

function NeedsYou({ needs }: { readonly needs: Overview["needsYou"] }): JSX.Element {
  const { frame } = usePage().words;
  const count = needs.questions + needs.runs + needs.branches;
  if (count === 0) {
    return (
      <Chip tone="quiet" icon="good">
        {frame.nothingNeedsYou}
      </Chip>
    );
  }
  const first = needs.questions > 0 ? "inbox" : needs.runs > 0 ? "runs" : "board";
  return (
    <a href={writeRoute(first)}>
      <Chip tone="human" icon="human">
        {frame.needsYou(count)}
      </Chip>
    </a>
  );
}
