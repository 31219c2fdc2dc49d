import type { Socket } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { addApi } from "./api.ts";
import type { Boot } from "./boot.ts";
import { streamRevisions } from "./events.ts";
import type { Follower } from "./follow.ts";
import { guard } from "./guard.ts";
import { closedHeaders } from "./headers.ts";
import type { Failure, LiveView } from "./live-view.ts";
import { fillPage } from "./page-document.ts";
import { Refusal, tell } from "./refusal.ts";

export interface PageAppOptions {
  readonly view: LiveView;
  /** The built page. */
  readonly template: string;
  readonly token: string;
  readonly answering: boolean;
  readonly language: Boot["language"];
  /** What to tell of a failure of the view: redacted. */
  readonly describe: (error: unknown) => Failure;
}

/** What the page has to know of the server that it is served by. */
export interface Surroundings {
  readonly port: () => number;
  /** Told of each connection over which a request passed the guard. */
  readonly welcome: (socket: Socket) => void;
}

/** The page and its addresses, behind the guard. */
export function pageApp(
  options: PageAppOptions,
  follower: Follower,
  { port, welcome }: Surroundings,
): Hono<{ Bindings: HttpBindings }> {
  const { view, token, answering, language, template } = options;
  const page = fillPage(template, { kind: "live", answering, language });
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use("*", closedHeaders);
  app.use("*", guard({ token, answering, port }));
  app.use("*", async (c, next) => {
    welcome(c.env.incoming.socket);
    await next();
  });
  app.get(`/${token}`, (c) => c.redirect(`/${token}/`, 308));
  app.get(`/${token}/`, (c) => c.html(page.html, 200, { "Content-Security-Policy": page.policy }));
  app.get(`/${token}/events`, (c) => streamRevisions(c, follower, view.revision));
  addApi(app, `/${token}/api`, view);
  app.notFound((c) => tell(c, { status: 404, code: "not_found", message: "nothing is here", hint: null }));
  app.onError((error, c) => tell(c, error instanceof Refusal ? error.failure : options.describe(error)));
  return app;
}
