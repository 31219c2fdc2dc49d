import { connect, createServer, type Socket } from "node:net";

/** Passes bytes to a server, and can cut a connection after the server did its work and before the answer arrives. */
export interface CuttingProxy {
  readonly port: number;
  /** Of the next answers of the server to a call, this many are swallowed and their connections cut. */
  readonly cutAnswers: (count: number) => void;
  readonly cut: () => number;
  readonly close: () => Promise<void>;
}

export async function startCuttingProxy(
  target: { readonly host: string; readonly port: number },
  host: string = "127.0.0.1",
): Promise<CuttingProxy> {
  let toCut = 0;
  let cut = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    open.add(client).add(upstream);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => {
      // An answer to a call ends with "ready for query, idle": the transaction is committed by then.
      const committed = bytes.includes("read_")
        ? false
        : bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]));
      if (toCut > 0 && committed && bytes.includes('"result":"')) {
        toCut -= 1;
        cut += 1;
        return end();
      }
      client.write(bytes);
    });
    for (const socket of [client, upstream]) {
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cutAnswers: (count) => (toCut = count),
    cut: () => cut,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
