import type {
  AttemptGroup,
  ChainEntry,
  Inbox,
  Overview,
  PacketDiff,
  PacketView,
  RunEntry,
  SessionEntry,
  Slice,
  Timeline,
} from "../../../domain/view/view-model.ts";
import { AskFailure, type PageSource } from "./page-source.ts";

type Parameters = Readonly<Record<string, string | number>>;

/** Asks the server that this page came from. */
export function httpSource(answering: boolean): PageSource {
  return {
    overview: () => get<Overview>("overview"),
    chain: ({ from, limit, search }) => get<Slice<ChainEntry>>("chain", { from, limit, search }),
    packet: (id) => get<PacketView>("packet", { id }),
    diff: (a, b) => get<PacketDiff>("diff", { a, b }),
    sessions: ({ from, limit }) => get<Slice<SessionEntry>>("sessions", { from, limit }),
    timeline: (session, { from, limit }) => get<Timeline>("timeline", { session, from, limit }),
    attempts: () => get<readonly AttemptGroup[]>("attempts"),
    runs: () => get<readonly RunEntry[]>("runs"),
    inbox: () => get<Inbox>("inbox"),
    answer: answering
      ? async (answer) => {
          const headers = { "Content-Type": "application/json" };
          await ask("api/answer", { method: "POST", headers, body: JSON.stringify(answer) });
        }
      : null,
  };
}

async function get<T>(name: string, parameters: Parameters = {}): Promise<T> {
  const query = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)])).toString();
  return (await ask(`api/${name}${query === "" ? "" : `?${query}`}`, {})) as T;
}

async function ask(address: string, request: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...request, credentials: "omit", redirect: "error" });
  const body = (await response.json()) as {
    readonly error?: { readonly message: string; readonly hint: string | null };
  };
  if (body.error !== undefined) throw new AskFailure(body.error.message, body.error.hint);
  return body;
}
