import type { JSX } from "preact";
import type { Overview } from "../../domain/view/view-model.ts";
import { usePage } from "./state/page-context.ts";
import { viewNames, writeRoute, type ViewName } from "./state/route.ts";

/** The eight views; the number of each is its key. */
export function Navigation({ overview }: { readonly overview: Overview | null }): JSX.Element {
  const { words, route } = usePage();
  const waits = (view: ViewName): number => {
    if (overview === null) return 0;
    const { questions, runs, branches } = overview.needsYou;
    // Together they are the number of the header.
    return view === "inbox" ? questions : view === "runs" ? runs : view === "board" ? branches : 0;
  };
  return (
    <nav aria-label={words.frame.navigation}>
      <ul>
        {viewNames.map((view, at) => (
          <li key={view}>
            <a href={writeRoute(view)} {...(route.view === view ? { "aria-current": "page" as const } : {})}>
              <kbd aria-hidden="true">{at + 1}</kbd>
              <span>{words.views[view]}</span>
              {waits(view) === 0 ? null : <span class="count">{waits(view)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
