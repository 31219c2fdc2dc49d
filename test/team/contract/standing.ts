import { onTestFinished } from "vitest";
import type { SharedClaim, TeamStore } from "../../../src/domain/team/team-store.ts";
import type { Thread } from "../../../src/domain/thread.ts";
import { main, newKey, newRepository, writer, type Subject } from "../subject.ts";

export interface Standing {
  readonly openAt: (repository: string) => Promise<TeamStore>;
  /** Of a repository of its own. */
  readonly open: () => Promise<TeamStore>;
  readonly claim: (store: TeamStore, name: string, thread?: Thread) => Promise<SharedClaim>;
}

/** Stores that are closed when their test ends. */
export function standing(subject: Subject): Standing {
  const openAt = async (repository: string): Promise<TeamStore> => {
    const store = await subject.open(repository);
    onTestFinished(() => store.close());
    return store;
  };
  const open = (): Promise<TeamStore> => openAt(newRepository());
  const claim = async (store: TeamStore, name: string, thread: Thread = main): Promise<SharedClaim> => {
    const outcome = await store.claims.claim({ ...newKey(), thread, writer: writer(name), leaseSeconds: 600 });
    if (outcome.result !== "claimed") throw new Error(`held by ${outcome.by.id}`);
    return outcome.claim;
  };
  return { openAt, open, claim };
}
