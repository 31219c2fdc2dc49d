import { closeSync, futimesSync } from "node:fs";
import { join } from "node:path";
import { openInFolder } from "./open-in-folder.ts";

/** Leaves the time at which an event came, for `passdown doctor`. Names that no client uses leave nothing. */
export function touchFired(
  home: string,
  event: { readonly client: string; readonly eventName: string; readonly now: Date },
): void {
  const { client, eventName, now } = event;
  if (!/^[a-z]{1,20}$/.test(client) || !/^[A-Za-z][A-Za-z._]{0,50}$/.test(eventName)) return;
  const file = openInFolder(join(home, "fired", `${client}.${eventName}`), "a");
  futimesSync(file, now, now);
  closeSync(file);
}
