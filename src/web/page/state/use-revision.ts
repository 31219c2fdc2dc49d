import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageSource } from "./page-source.ts";

export interface Following {
  /** Another one than before: what is shown is asked again. */
  readonly revision: string;
  readonly connected: boolean;
  /** The source, listened to: what the first answer is of needs not be asked twice. */
  readonly source: PageSource;
}

/** Follows the home through the server's events; the browser comes back by itself after a break. */
export function useRevision(asked: PageSource, live: boolean): Following {
  const [revision, setRevision] = useState("");
  const [connected, setConnected] = useState(true);
  const first = useMemo(() => new FirstLook(setRevision), []);
  useEffect(() => {
    if (!live) return undefined;
    const events = new EventSource("events");
    events.addEventListener("revision", (event: MessageEvent<string>) => {
      setConnected(true);
      if (!first.hear(event.data)) setRevision(event.data);
    });
    events.addEventListener("open", () => setConnected(true));
    events.addEventListener("error", () => setConnected(false));
    return () => events.close();
  }, [live, first]);
  const source = useMemo<PageSource>(
    () => ({
      ...asked,
      overview: async () => {
        const overview = await asked.overview();
        first.see(overview.revision);
        return overview;
      },
    }),
    [asked, first],
  );
  return { revision, connected, source };
}

/** The first answer and the first event come in any order: only where they differ has something changed in between. */
class FirstLook {
  private heard: string | null = null;
  private seen: string | null = null;

  private readonly differ: (revision: string) => void;

  constructor(differ: (revision: string) => void) {
    this.differ = differ;
  }

  /** Whether this was the first event. */
  hear(revision: string): boolean {
    if (this.heard !== null) return false;
    this.heard = revision;
    this.compare();
    return true;
  }

  see(revision: string): void {
    if (this.seen !== null) return;
    this.seen = revision;
    this.compare();
  }

  private compare(): void {
    if (this.heard !== null && this.seen !== null && this.heard !== this.seen) this.differ(this.heard);
  }
}
