import type { FetchCut } from "../../domain/share/fetch-cut.ts";
import type { FetchState, ListedSignerView, PushState } from "../views.ts";

/** What `push`, `fetch` and `trust` say, and where other commands speak of packets from elsewhere. */
export interface ShareWords {
  readonly push: Readonly<Record<PushState, string>>;
  readonly fetch: Readonly<Record<FetchState, string>>;
  readonly pushTo: string;
  readonly fetchFrom: string;
  readonly nothing: string;
  readonly work: string;
  readonly omitted: string;
  readonly unsigned: string;
  readonly conflict: string;
  readonly conflictTodo: string;
  readonly refusedTodo: string;
  readonly secrets: string;
  readonly secretsTodo: string;
  readonly sharedBy: string;
  readonly signed: string;
  readonly rolledBack: string;
  readonly untrustedTodo: string;
  readonly unsignedTodo: string;
  readonly uncheckedTodo: string;
  readonly divergedTodo: string;
  readonly ignored: string;
  readonly offers: string;
  readonly waiting: string;
  readonly waitingTodo: string;
  readonly waitingLook: string;
  readonly offerStates: Readonly<Record<"untrusted" | "diverged", string>>;
  readonly trust: Readonly<Record<"added" | "removed" | "unchanged", string>>;
  readonly trustNext: string;
  readonly noSigners: string;
  /** Before what is wrong with a line of a list of signers. */
  readonly lineOf: string;
  readonly standings: Readonly<Record<Exclude<ListedSignerView["standing"], "believed">, string>>;
  readonly newer: string;
  readonly notKept: string;
  readonly cut: Readonly<Record<FetchCut, string>>;
  readonly sources: Readonly<Record<"home" | "git", string>>;
}
