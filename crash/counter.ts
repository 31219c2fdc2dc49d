import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A service that counts what it was asked to do, by operation; GET answers the count. It lives in the matrix's process. */
const counts = new Map<number, Map<string, number>>();

export interface Counter {
  readonly port: number;
  readonly close: () => void;
}

export async function startCounter(): Promise<Counter> {
  const own = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const operation = (request.url ?? "").slice(1);
    if (request.method === "POST") own.set(operation, (own.get(operation) ?? 0) + 1);
    response.setHeader("connection", "close");
    response.end(String(own.get(operation) ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  counts.set(port, own);
  return { port, close: () => void server.close() };
}

export function countAt(port: number, operation: string): number {
  return counts.get(port)?.get(operation) ?? 0;
}
