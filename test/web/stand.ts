import { readFileSync } from "node:fs";
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { servePage, type Served, type ServeOptions } from "../../src/web/serve-page.ts";
import { fixtureView, type FixtureView } from "./fixture-view.ts";

export const token = "t0ken-of-this-test-0123456789-abcdefghijklm";

/** The page as it is built. */
export function builtPage(): string {
  return readFileSync(fileURLToPath(new URL("../../dist/page/page.html", import.meta.url)), "utf8");
}

export type Serving = Extract<Served, { readonly kind: "serving" }> & { readonly view: FixtureView };

export async function serveFixture(
  changes: Partial<ServeOptions> = {},
  view: FixtureView = fixtureView(),
): Promise<Serving> {
  const served = await servePage({
    view,
    template: builtPage(),
    token,
    answering: false,
    language: "en",
    port: 0,
    describe: (error) => ({ status: 500, code: "internal", message: String(error), hint: null }),
    ...changes,
  });
  if (served.kind !== "serving") throw new Error(served.code);
  return { ...served, view };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One request whose path and headers go out exactly as they are written here. */
export function ask(port: number, path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.end(body);
  });
}

/** Bytes as they are, for what no client would send; the first line of the answer, "" where there is none. */
export function askRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.once("error", reject);
    socket.once("close", () => resolve(text.split("\r\n")[0] ?? ""));
  });
}

export function errorOf(reply: Reply): {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
} {
  return (JSON.parse(reply.body) as { readonly error: { code: string; message: string; hint: string | null } }).error;
}
