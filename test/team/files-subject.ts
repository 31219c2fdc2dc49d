import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkedStore } from "../../src/domain/team/checked-store.ts";
import type { TeamStore } from "../../src/domain/team/team-store.ts";
import { openFilesStore } from "../../src/adapters/team/files/open-files-store.ts";
import type { Subject } from "./subject.ts";

export interface FilesSubject extends Subject {
  /** The holder of what was claimed through a store is proven to have ended. */
  readonly end: (store: TeamStore) => void;
}

/** In one folder; every opening is a holder of its own, whose life is the test's to say. */
export function filesSubject(folder: string): FilesSubject {
  const lives = new Map<number, boolean | "unknown">();
  const holders = new Map<TeamStore, number>();
  return {
    name: "files",
    open: async (repository) => {
      const pid = holders.size + 1;
      const holder = { pid, startTime: "1", bootId: "b", host: "here", command: "test" };
      const isAlive = (asked: { readonly pid: number }) => lives.get(asked.pid) ?? true;
      const store = checkedStore(openFilesStore({ path: folder, repository, holder, isAlive, now: () => new Date() }));
      holders.set(store, pid);
      return store;
    },
    lapse: async (store) => void lives.set(holders.get(store) ?? 0, "unknown"),
    end: (store) => void lives.set(holders.get(store) ?? 0, false),
    damage: async (repository, seq) => {
      const steps = join(folder, "team", repository, "steps");
      for (const name of readdirSync(steps)) {
        const text = readFileSync(join(steps, name), "utf8");
        const step: { event: { seq: number } | null } = JSON.parse(text);
        if (step.event?.seq === seq)
          writeFileSync(join(steps, name), text.replace("ann@example.com", "eve@example.com"));
      }
    },
  };
}
