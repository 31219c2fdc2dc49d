import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "./refusal.ts";

export interface GuardOptions {
  readonly token: string;
  readonly answering: boolean;
  /** Known once the server listens. */
  readonly port: () => number;
}

/**
 * What every request has to show before anything looks at its path: that it was sent to us by name (a rebound DNS name
 * fails here), by our own page (another page of the same browser fails here), and by somebody who knows the token.
 */
export function guard({ token, answering, port }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    checkHost(c, hosts);
    checkOrigin(c, hosts);
    checkMethod(c, `/${token}/api/answer`, answering);
    checkToken(c, token);
    await next();
  };
}

function checkHost(c: Context, hosts: readonly string[]): void {
  if (hosts.includes(c.req.header("host") ?? "")) return;
  throw new Refusal({ status: 403, code: "host_refused", message: "this server answers to its own address alone" });
}

function checkOrigin(c: Context, hosts: readonly string[]): void {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const foreignOrigin = origin !== undefined && !hosts.some((host) => origin === `http://${host}`);
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  const unnamed = c.req.method === "POST" && origin === undefined;
  if (!foreignOrigin && !foreignSite && !unnamed) return;
  throw new Refusal({ status: 403, code: "origin_refused", message: "only this page itself may ask" });
}

function checkMethod(c: Context, answerPath: string, answering: boolean): void {
  if (c.req.method === "GET") return;
  if (c.req.method === "POST" && answering && c.req.path === answerPath) return;
  c.header("Allow", "GET");
  throw new Refusal({
    status: 405,
    code: "method_refused",
    message: "this page only shows",
    ...(answering ? {} : { hint: "questions can be answered when it is started with passdown view --answer" }),
  });
}

function checkToken(c: Context, token: string): void {
  const [, given = ""] = c.req.path.split("/");
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new Refusal({
    status: 404,
    code: "not_found",
    message: "nothing is here",
    hint: "open the whole address that passdown view printed",
  });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
