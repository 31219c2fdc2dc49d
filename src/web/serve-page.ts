import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { follow } from "./follow.ts";
import { limitConnections, type ConnectionLimit } from "./limit-connections.ts";
import { pageApp, type PageAppOptions } from "./page-app.ts";

export interface ServeOptions extends PageAppOptions {
  /** 0: any that is free. */
  readonly port: number;
}

export type Served =
  | { readonly kind: "serving"; readonly url: string; readonly port: number; readonly close: () => Promise<void> }
  | { readonly kind: "not_served"; readonly code: string };

export type ServePage = (options: ServeOptions) => Promise<Served>;

/** Pages of one person: more connections than that are somebody trying. */
const mostConnections = 64;

/** Serves the page on 127.0.0.1; a port that cannot be had is told, not thrown. */
export const servePage: ServePage = async (options) => {
  let port = options.port;
  const follower = follow(options.view.watch);
  let limit: ConnectionLimit | null = null;
  const app = pageApp(options, follower, { port: () => port, welcome: (socket) => limit?.welcome(socket) });
  const server = createAdaptorServer({
    fetch: app.fetch,
    // Addresses that a client makes up go through the same guard as every other.
    serverOptions: {
      requestTimeout: 30_000,
      headersTimeout: 5_000,
      // The two are only looked at so often.
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
    },
  }) as Server;
  limit = limitConnections(server, mostConnections);
  const failed = await listen(server, port);
  if (failed !== null) return { kind: "not_served", code: failed };
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : port;
  return {
    kind: "serving",
    url: `http://127.0.0.1:${port}/${options.token}/`,
    port,
    close: async () => {
      follower.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};

/** null when it listens; else the system's word for what failed (EADDRINUSE, EACCES). */
function listen(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, "127.0.0.1", () => resolve(null));
  });
}
