import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Follower } from "./follow.ts";

/** Short enough that a page notices a server that is gone. */
const beatMs = 15_000;

/** Server-sent events: the present revision at once, then each new one; a beat in between. */
export function streamRevisions(c: Context, follower: Follower, revision: () => Promise<string>): Response {
  return streamSSE(c, async (stream) => {
    let finish = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      const send = (event: string, data: string): void => {
        // A stream that is gone tells so by its abort.
        void stream.writeSSE({ event, data }).catch(() => undefined);
      };
      const end = follower.subscribe((next) => (next === null ? finish() : send("revision", next)));
      const beat = setInterval(() => send("beat", ""), beatMs);
      finish = (): void => {
        clearInterval(beat);
        end();
        resolve();
      };
      stream.onAbort(finish);
    });
    try {
      await stream.writeSSE({ event: "revision", data: await revision(), retry: 2000 });
    } catch {
      // It cannot be told now: the page comes again, and nothing of this stream stays behind.
      finish();
    }
    await ended;
  });
}
