import { createServer } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servePage } from "../../src/web/serve-page.ts";
import { fixtureView } from "./fixture-view.ts";
import { ask, builtPage, errorOf, serveFixture, token, type Serving } from "./stand.ts";

let served: Serving;
beforeAll(async () => {
  served = await serveFixture({}, fixtureView({ packets: 10_000 }));
});
afterAll(() => served.close());

const get = (path: string): ReturnType<typeof ask> => ask(served.port, `/${token}${path}`);

describe("what the page asks", () => {
  it("is answered as JSON, a slice at a time", async () => {
    const reply = await get("/api/chain?from=100&limit=50&search=");
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    const slice = JSON.parse(reply.body) as { total: number; from: number; entries: unknown[] };
    expect([slice.total, slice.from, slice.entries.length]).toEqual([10_000, 100, 50]);
    expect(reply.body.length).toBeLessThan(40_000);
  });

  const paths = [
    "overview",
    "packet?id=p-1",
    "diff?a=p-1&b=p-2",
    "sessions?from=0&limit=5",
    "attempts",
    "runs",
    "inbox",
  ];
  it.each([...paths, "timeline?session=s-7f31&from=0&limit=5"])("has an answer at %s", async (path) => {
    expect((await get(`/api/${path}`)).status).toBe(200);
  });

  const wrong = [
    "chain",
    "chain?from=0",
    "chain?from=-1&limit=5",
    "chain?from=0&limit=0",
    "chain?from=0&limit=501",
    "chain?from=1.5&limit=5",
    "chain?from=0x10&limit=5",
    "chain?from=99999999999999&limit=5",
    "chain?from=0&limit=5&limit=6",
    "chain?from=0&limit=5&branch=x",
    `chain?from=0&limit=5&search=${"x".repeat(301)}`,
    "packet",
    "packet?id=",
    "diff?a=p-1",
    "overview?x=1",
    "timeline?from=0&limit=5",
  ];
  it.each(wrong)("is refused in words at %s", async (path) => {
    const reply = await get(`/api/${path}`);
    expect(reply.status).toBe(400);
    const { code, message, hint } = errorOf(reply);
    expect(code).toBe("query_invalid");
    expect(message).toMatch(/./);
    expect(hint).toMatch(/^it takes/);
  });

  it("tells a failure of the view by what describes it", async () => {
    const view = fixtureView();
    const failing = await serveFixture(
      { describe: () => ({ status: 400, code: "packet_unknown", message: "no packet p-x", hint: "see passdown log" }) },
      { ...view, packet: () => Promise.reject(new Error("secret words")) },
    );
    const reply = await ask(failing.port, `/${token}/api/packet?id=p-x`);
    await failing.close();
    expect(reply.status).toBe(400);
    expect(errorOf(reply)).toEqual({ code: "packet_unknown", message: "no packet p-x", hint: "see passdown log" });
    expect(reply.body).not.toContain("secret");
  });
});

describe("every answer", () => {
  it.each([`/${token}/`, `/${token}/api/overview`, "/", `/${token}/api/chain`])(
    "%s is closed to others",
    async (path) => {
      const { headers } = await ask(served.port, path);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["set-cookie"]).toBeUndefined();
    },
  );

  it("lets the page run its own script and style, by their hashes, and nothing else", async () => {
    const policy = (await ask(served.port, `/${token}/`)).headers["content-security-policy"] as string;
    expect(policy).not.toContain("unsafe");
    expect(policy).toMatch(/script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
    for (const rule of [
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(rule);
    }
  });
});

describe("the events", () => {
  it("tell the revision at once, and each new one", async () => {
    const seen = await new Promise<string>((resolve, reject) => {
      const headers = { host: `127.0.0.1:${served.port}` };
      const sent = request({ host: "127.0.0.1", port: served.port, path: `/${token}/events`, headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          if (text.includes("data: 1\n")) served.view.change({});
          if (!text.includes("data: 2\n")) return;
          sent.destroy();
          resolve(`${response.headers["content-type"] ?? ""} ${text}`);
        });
      });
      sent.once("error", reject);
      sent.end();
    });
    expect(seen).toMatch(/^text\/event-stream/);
    expect(seen.match(/event: revision/g)).toHaveLength(2);
  });

  it("end when the server ends, and it ends at once", async () => {
    const own = await serveFixture();
    const ended = new Promise<void>((resolve) => {
      const headers = { host: `127.0.0.1:${own.port}` };
      const sent = request({ host: "127.0.0.1", port: own.port, path: `/${token}/events`, headers }, (response) => {
        response.once("data", () => void own.close());
        response.once("close", () => resolve());
      });
      sent.once("error", () => resolve());
      sent.end();
    });
    const start = performance.now();
    await ended;
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

it("a port that is taken is told", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", () => resolve()));
  const { port } = other.address() as AddressInfo;
  const result = await servePage({
    view: fixtureView(),
    template: builtPage(),
    token,
    answering: false,
    language: "en",
    port,
    describe: () => ({ status: 500, code: "", message: "", hint: null }),
  });
  other.close();
  expect(result).toEqual({ kind: "not_served", code: "EADDRINUSE" });
});
