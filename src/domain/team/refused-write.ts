import { AppError } from "../errors.ts";

export function operationReused(): AppError {
  return new AppError({
    kind: "input",
    code: "operation_reused",
    message: "another write was sent with this operation key",
    hint: "make a new key for each write, and keep it for the retries of that write alone",
  });
}

export function packetDiffers(): AppError {
  return new AppError({
    kind: "input",
    code: "packet_differs",
    message: "the team store holds another packet of this id",
    hint: "pack again: the id of a packet follows from its content",
  });
}
