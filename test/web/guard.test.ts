import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, askRaw, errorOf, serveFixture, token, type Serving } from "./stand.ts";

/** What keeps everybody out but the page that the person opened. */

let shown: Serving;
let answering: Serving;

beforeAll(async () => {
  shown = await serveFixture();
  answering = await serveFixture({ answering: true });
});
afterAll(async () => {
  await shown.close();
  await answering.close();
});

const overview = `/${token}/api/overview`;

describe("the address", () => {
  it("answers with the token", async () => {
    expect((await ask(shown.port, overview)).status).toBe(200);
    expect((await ask(shown.port, `/${token}/`)).status).toBe(200);
    expect((await ask(shown.port, overview, { headers: { host: `localhost:${shown.port}` } })).status).toBe(200);
  });

  const wrong: readonly (readonly [string, string])[] = [
    ["no token", "/"],
    ["no token before the address", "/api/overview"],
    ["another token of the same length", `/${"x".repeat(token.length)}/api/overview`],
    ["the beginning of the token", `/${token.slice(0, -1)}/api/overview`],
    ["the token and more", `/${token}x/api/overview`],
    ["the token in capitals", `/${token.toUpperCase()}/api/overview`],
    ["the token behind another part", `/x/${token}/api/overview`],
    ["an empty part before the token", `//${token}/api/overview`],
    ["the token as a query", `/?token=${token}`],
    ["a way out of the token", `/${token}/../api/overview`],
    ["a way out, encoded", `/${token}/%2e%2e/api/overview`],
  ];
  it.each(wrong)("refuses %s", async (_, path) => {
    const reply = await ask(shown.port, path);
    expect(reply.status).toBe(404);
    expect(errorOf(reply).code).toBe("not_found");
    expect(reply.body).not.toContain(token);
  });

  const tricks = [
    "/api/../../../../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/api/%00",
    "/api/overview%2f",
    "/api/overview/",
    "/page.html",
    "/api/__proto__",
    "/api/constructor",
    "/%ff%fe",
  ];
  it.each(tricks)("has nothing at %s behind the token", async (path) => {
    const reply = await ask(shown.port, `/${token}${path}`);
    expect(reply.status).toBe(404);
  });
});

describe("the host", () => {
  const hosts = [
    "evil.example",
    "evil.example:80",
    "127.0.0.1",
    "localhost",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "[::1]",
    "LOCALHOST",
  ];
  it.each(hosts)("refuses a name that was bound to us: %s", async (host) => {
    for (const name of [host, `${host}:${shown.port}`]) {
      if (name === `127.0.0.1:${shown.port}` || name === `localhost:${shown.port}`) continue;
      const reply = await ask(shown.port, overview, { headers: { host: name } });
      expect([400, 403]).toContain(reply.status);
      expect(reply.body).not.toContain("repository");
    }
  });

  it("refuses another port and a whole address in the request line", async () => {
    const other = await ask(shown.port, overview, { headers: { host: "127.0.0.1:1" } });
    expect(errorOf(other).code).toBe("host_refused");
    const line = await askRaw(shown.port, `GET http://evil.example${overview} HTTP/1.1\r\nHost: evil.example\r\n\r\n`);
    expect(line).toMatch(/^HTTP\/1\.1 40[03]/);
  });

  it("refuses a request without a host", async () => {
    expect(await askRaw(shown.port, `GET ${overview} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(await askRaw(shown.port, `GET ${overview} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03]/);
  });

  it("listens on the loopback alone", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address !== undefined && address.family === "IPv4" && !address.internal);
    if (outside === undefined) return;
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: outside.address, port: shown.port });
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.setTimeout(2000, () => resolve(false));
    });
    expect(reached).toBe(false);
  });
});

describe("the origin", () => {
  const refused: readonly Readonly<Record<string, string>>[] = [
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "https://127.0.0.1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  it.each(refused)("refuses %o", async (headers) => {
    const reply = await ask(shown.port, overview, { headers });
    expect(reply.status).toBe(403);
    expect(errorOf(reply).code).toBe("origin_refused");
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("takes our own, and what a person types into the browser", async () => {
    const own = { origin: `http://127.0.0.1:${shown.port}`, "sec-fetch-site": "same-origin" };
    expect((await ask(shown.port, overview, { headers: own })).status).toBe(200);
    expect((await ask(shown.port, `/${token}/`, { headers: { "sec-fetch-site": "none" } })).status).toBe(200);
  });
});

describe("the method", () => {
  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])("refuses %s", async (method) => {
    for (const path of [overview, `/${token}/`, `/${token}/api/answer`]) {
      const headers = { origin: `http://127.0.0.1:${shown.port}`, "content-type": "application/json" };
      const reply = await ask(shown.port, path, { method, headers });
      expect(reply.status).toBe(405);
    }
  });

  it("takes an answer only where the page was started for it", async () => {
    const body = JSON.stringify({ id: "n-1", kind: "decide", text: "yes" });
    const post = (served: Serving): ReturnType<typeof ask> => {
      const headers = { origin: `http://127.0.0.1:${served.port}`, "content-type": "application/json" };
      return ask(served.port, `/${token}/api/answer`, { method: "POST", headers, body });
    };
    const refused = await post(shown);
    expect(refused.status).toBe(405);
    expect(errorOf(refused).hint).toContain("--answer");
    expect(shown.view.answers).toEqual([]);
    expect((await post(answering)).status).toBe(200);
    expect(answering.view.answers).toEqual([{ id: "n-1", kind: "decide", text: "yes" }]);
  });
});

describe("an answer", () => {
  const good = JSON.stringify({ id: "n-1", kind: "decide", text: "yes" });
  const post = (headers: Readonly<Record<string, string>>, body: string): ReturnType<typeof ask> =>
    ask(answering.port, `/${token}/api/answer`, { method: "POST", headers, body });
  const own = (): Readonly<Record<string, string>> => ({ origin: `http://127.0.0.1:${answering.port}` });

  it("needs an origin, and to be JSON: a form of another page has neither", async () => {
    const before = answering.view.answers.length;
    expect((await post({ "content-type": "application/json" }, good)).status).toBe(403);
    expect((await post({ origin: "http://evil.example", "content-type": "application/json" }, good)).status).toBe(403);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect((await post({ ...own(), "content-type": type }, good)).status).toBe(415);
    }
    expect(answering.view.answers.length).toBe(before);
  });

  const bad: readonly (readonly [string, string])[] = [
    ["no JSON", "{"],
    ["no object", "[]"],
    ["another kind", JSON.stringify({ id: "n-1", kind: "next", text: "x" })],
    ["an empty text", JSON.stringify({ id: "n-1", kind: "decide", text: "  " })],
    ["another key", JSON.stringify({ id: "n-1", kind: "decide", text: "x", branch: "main" })],
    ["a number", JSON.stringify({ id: 1, kind: "decide", text: "x" })],
  ];
  it.each(bad)("of %s is refused with a hint", async (_, body) => {
    const reply = await post({ ...own(), "content-type": "application/json" }, body);
    expect(reply.status).toBe(400);
    expect(errorOf(reply)).toMatchObject({ code: "answer_invalid", hint: expect.stringContaining("kind") as unknown });
  });

  it("that is too long is refused, with a length or without one", async () => {
    const long = JSON.stringify({ id: "n-1", kind: "decide", text: "x".repeat(40_000) });
    const headers = { ...own(), "content-type": "application/json" };
    expect((await post({ ...headers, "content-length": String(long.length) }, long)).status).toBe(413);
    expect((await post({ ...headers, "transfer-encoding": "chunked" }, long)).status).toBe(413);
  });
});
