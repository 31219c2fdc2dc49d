import type { WorkbenchSnapshot } from "../snapshot.ts";

/** The newest time that any source carries: when the packet's knowledge ends. No clock is asked. */
export function newestSourceTime(snapshot: WorkbenchSnapshot): string | null {
  const times = [
    snapshot.scene.head.at,
    snapshot.session.startedAt,
    ...snapshot.notes.map((note) => note.at),
    ...snapshot.runs.map((run) => run.newestAt),
    snapshot.told.now?.lastAt ?? null,
    ...snapshot.feedback.map((record) => record.startedAt),
  ];
  return times.reduce((newest, time) => (time !== null && (newest === null || time > newest) ? time : newest), null);
}
