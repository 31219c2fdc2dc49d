import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimit {
  /** Told of a connection over which the address was asked for: it is closed for no other. */
  readonly welcome: (socket: Socket) => void;
}

/**
 * Holds at most `most` connections open. Where one more comes, the oldest that has not shown that it knows the address makes
 * room: whoever fills all places with silent connections closes his own.
 */
export function limitConnections(server: Server, most: number): ConnectionLimit {
  const open = new Set<Socket>();
  const welcomed = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size <= most) return;
    for (const oldest of open) {
      if (welcomed.has(oldest)) continue;
      open.delete(oldest);
      oldest.destroy();
      return;
    }
  });
  return { welcome: (socket) => void welcomed.add(socket) };
}
