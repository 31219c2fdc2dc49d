import { ownIdentity } from "../../adapters/process/process-identity.ts";
import type { LockName } from "../../adapters/home/locks.ts";
import type { Workspace } from "../workspace.ts";

/** Does a work that reads, changes and writes a part of the home, while no other process does the same. */
export function inTurn<T>(
  { home, context }: Workspace,
  { name, seconds }: { readonly name: LockName; readonly seconds: number },
  work: () => Promise<T>,
): Promise<T> {
  const request = { holder: ownIdentity(context.pid), at: context.now().toISOString(), seconds };
  return home.locks.hold(name, request, work);
}
