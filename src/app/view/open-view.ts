import { checkReadable, homeMissing } from "../../adapters/home/check-readable.ts";
import { findHome } from "../../adapters/home/find-home.ts";
import type { Context } from "../../context.ts";
import type { Answer, PacketView, ViewSource } from "../../domain/view/view-model.ts";
import { answerFromPage } from "./answer.ts";
import { readAttempts } from "./attempts.ts";
import { readChain } from "./chain.ts";
import { readDiff } from "./diff.ts";
import { createEvidenceReader } from "./evidence-reader.ts";
import { withoutBegun, openHomeView } from "./home-view.ts";
import { readInbox } from "./inbox.ts";
import { readOverview } from "./overview.ts";
import { createPacketSearch } from "./packet-search.ts";
import { readPacketView } from "./packet.ts";
import { readPacketViews } from "./packets.ts";
import { createRevision } from "./revision.ts";
import { readRunEntries } from "./runs.ts";
import { readSessions } from "./sessions.ts";
import { readTimeline } from "./timeline.ts";
import { watchRevision } from "./watch.ts";

/** What the page is drawn from, and the one thing that it changes. */
export interface ViewService extends ViewSource {
  /** Through the same use case as `passdown note`. An AppError where the inbox shows nothing of that id. */
  readonly answer: (answer: Answer) => Promise<void>;
  readonly revision: () => Promise<string>;
  /** Several packets by their whole ids, for which logs are read once; those that cannot be read are left out. */
  readonly packets: (ids: readonly string[]) => Promise<Readonly<Record<string, PacketView>>>;
  /** The revision as it is, and then each new one, until the signal aborts. */
  readonly watch: (signal: AbortSignal) => AsyncGenerator<string, void, void>;
}

/**
 * Long-lived: each call sees the home and the scene as they are at that moment, and none disturbs another. But for answers
 * nothing is written except caches.
 */
export function openView(opened: Context): ViewService {
  const context = withoutBegun(opened);
  const home = findHome(context.cwd, context.env).home;
  let seen = checkReadable(home);
  if (!seen && (context.env["PASSDOWN_HOME"] ?? "") !== "") throw homeMissing(home);
  /** What cannot be read must not look like nothing. */
  const reading = async <T>(read: () => T | Promise<T>): Promise<T> => {
    const there = checkReadable(home);
    if (seen && !there) throw homeMissing(home);
    seen = there;
    return read();
  };
  const search = createPacketSearch();
  const revision = createRevision();
  return {
    overview: () => reading(async () => readOverview(context, await revision(context))),
    chain: (query) => reading(() => readChain(openHomeView(context), query, search)),
    packet: (id) =>
      reading(() => {
        const view = openHomeView(context);
        return readPacketView(view, id, createEvidenceReader(view));
      }),
    packets: (ids) => reading(() => readPacketViews(openHomeView(context), ids)),
    diff: (a, b) => reading(() => readDiff(openHomeView(context), a, b)),
    sessions: (query) => reading(() => readSessions(openHomeView(context), query)),
    timeline: (sessionId, query) => reading(() => readTimeline(context, sessionId, query)),
    attempts: () => reading(() => readAttempts(context)),
    runs: () => reading(() => readRunEntries(openHomeView(context))),
    inbox: () => reading(() => readInbox(context)),
    answer: (answer) => reading(() => answerFromPage(context, answer)),
    revision: () => revision(context),
    watch: (signal) => watchRevision(context, revision, signal),
  };
}
