import { connect, type Socket } from "node:net";
import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, serveFixture, token, type Serving } from "./stand.ts";

let served: Serving;
let sockets: Socket[] = [];
beforeEach(async () => {
  served = await serveFixture();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await served.close();
});

/** Connections that say `words` and then nothing more, all of them open. */
async function openMany(count: number, words = ""): Promise<readonly Socket[]> {
  const opened = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(served.port, "127.0.0.1", () => resolve(socket));
          socket.on("error", () => undefined);
          socket.resume();
          if (words !== "") socket.write(words);
        }),
    ),
  );
  sockets.push(...opened);
  return opened;
}

const overview = `/${token}/api/overview`;

async function msOf(path: string): Promise<number> {
  const begun = performance.now();
  expect((await ask(served.port, path)).status).toBe(200);
  return performance.now() - begun;
}

describe("connections of somebody who does not know the address", () => {
  const wrong = "GET /wrong/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  it.each([
    ["silent", ""],
    ["in the middle of a request", "GET / HTTP/1.1\r\nHost:"],
    ["kept open after a wrong one", wrong],
  ])("do not keep the page out: %s", async (_what, words) => {
    await openMany(64, words);
    expect(await msOf(overview)).toBeLessThan(2000);
    await openMany(150, words);
    expect(await msOf(overview)).toBeLessThan(2000);
  });

  it("are closed before those that know it: a page that follows goes on", async () => {
    const events: string[] = [];
    let closed = false;
    const stream = request({ host: "127.0.0.1", port: served.port, path: `/${token}/events` });
    stream.on("response", (response) => {
      response.on("data", (chunk: Buffer) => void events.push(chunk.toString()));
      response.on("close", () => (closed = true));
    });
    stream.on("error", () => (closed = true));
    stream.end();
    await expect.poll(() => events.length).toBeGreaterThan(0);
    const opened = await openMany(200);
    await expect.poll(() => opened.filter((one) => one.closed).length).toBeGreaterThanOrEqual(200 - 63);
    const before = events.length;
    served.view.change({});
    await expect.poll(() => events.length).toBeGreaterThan(before);
    expect(closed).toBe(false);
    stream.destroy();
  });

  it("are closed when they say nothing for some seconds", async () => {
    const opened = await openMany(10);
    await expect.poll(() => opened.every((one) => one.closed), { timeout: 9000 }).toBe(true);
  }, 12_000);
});
