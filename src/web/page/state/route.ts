/** The eight views, in the order of their keys 1 to 8. */
export const viewNames = ["now", "board", "chain", "packet", "timeline", "attempts", "runs", "inbox"] as const;

export type ViewName = (typeof viewNames)[number];

/** Where the page is: a view, and what it shows. Lives in the address after `#`, so that back and reload keep it. */
export interface Route {
  readonly view: ViewName;
  /** A packet or a session; null for what the view chooses itself. */
  readonly id: string | null;
  /** Two packets to compare; "" for one not chosen yet. */
  readonly pair: { readonly a: string; readonly b: string };
}

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", id = ""] = path.split("/");
  const parameters = new URLSearchParams(query);
  return {
    view: viewNames.find((view) => view === name) ?? "now",
    id: id === "" ? null : decode(id),
    pair: { a: parameters.get("a") ?? "", b: parameters.get("b") ?? "" },
  };
}

export function writeRoute(view: ViewName, id: string | null = null, pair: Route["pair"] = { a: "", b: "" }): string {
  const query = new URLSearchParams(Object.entries(pair).filter(([, value]) => value !== "")).toString();
  return `#/${view}${id === null ? "" : `/${encodeURIComponent(id)}`}${query === "" ? "" : `?${query}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
