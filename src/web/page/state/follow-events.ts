/** What the page knows of its server. */
export interface Following {
  readonly revision: string;
  readonly connected: boolean;
}

/** Follows the home through the server's events; the browser comes back by itself after a break. */
export function followEvents(change: (update: Partial<Following>) => void): () => void {
  const events = new EventSource("events");
  events.addEventListener("revision", (event: MessageEvent<string>) => {
    change({ revision: event.data, connected: true });
  });
  events.addEventListener("open", () => change({ connected: true }));
  events.addEventListener("error", () => change({ connected: false }));
  return () => events.close();
}
