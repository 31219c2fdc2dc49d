import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { LiveView } from "./live-view.ts";
import { readAnswer } from "./read-answer.ts";
import { readChain, readQuery, readSlice, required } from "./read-query.ts";

/** One address for each thing that the page asks; lists come as slices. */
export function addApi(app: Hono<{ Bindings: HttpBindings }>, base: string, view: LiveView): void {
  app.get(`${base}/overview`, async (c) => {
    readQuery(c, []);
    return c.json(await view.overview());
  });
  app.get(`${base}/chain`, async (c) => c.json(await view.chain(readChain(c))));
  app.get(`${base}/packet`, async (c) => c.json(await view.packet(required(readQuery(c, ["id"]), "id"))));
  app.get(`${base}/diff`, async (c) => {
    const query = readQuery(c, ["a", "b"]);
    return c.json(await view.diff(required(query, "a"), required(query, "b")));
  });
  app.get(`${base}/sessions`, async (c) => c.json(await view.sessions(readSlice(c))));
  app.get(`${base}/timeline`, async (c) => {
    const query = readSlice(c, ["session"]);
    return c.json(await view.timeline(required(query, "session"), { from: query.from, limit: query.limit }));
  });
  app.get(`${base}/attempts`, async (c) => {
    readQuery(c, []);
    return c.json(await view.attempts());
  });
  app.get(`${base}/runs`, async (c) => {
    readQuery(c, []);
    return c.json(await view.runs());
  });
  app.get(`${base}/inbox`, async (c) => {
    readQuery(c, []);
    return c.json(await view.inbox());
  });
  // The guard lets no POST through unless answering is on.
  app.post(`${base}/answer`, async (c) => {
    await view.answer(await readAnswer(c));
    return c.json({ kept: true });
  });
}
