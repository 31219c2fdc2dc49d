import type { ShownPacket } from "../app/show.ts";
import { AppError } from "../domain/errors.ts";

/** What somebody shared whom nobody here trusts is for people to read: a model would take it for the user's words. */
export function refuseUntrusted({ origin, packet }: ShownPacket): void {
  if (origin?.untrusted == null) return;
  throw new AppError({
    kind: "input",
    code: "origin_untrusted",
    message: `packet ${packet.packet_id} came from elsewhere and nobody here trusts who made it`,
    hint: "ask the user to read it at a terminal, and to run passdown trust add if its signer is known",
  });
}
