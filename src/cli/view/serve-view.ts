import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { AppError, type ErrorKind } from "../../domain/errors.ts";
import { pickLanguage } from "../../render/words/pick-language.ts";
import type { Failure, LiveView } from "../../web/live-view.ts";
import type { ServePage } from "../../web/serve-page.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { publicError } from "../../domain/public-error.ts";
import { pageFile, serverFile } from "./built-files.ts";

export interface ServeViewOptions {
  readonly port: number;
  readonly answering: boolean;
  readonly json: boolean;
}

/** 256 bits, in letters that an address takes as they are. */
const tokenBytes = 32;

/** Serves the page, says where, and ends at SIGINT, SIGTERM or SIGHUP: that is how one closes it, so the exit is 0. */
export async function serveView(cli: CliContext, view: LiveView, options: ServeViewOptions): Promise<void> {
  const { context } = cli;
  const ended = untilSignal();
  const served = await loadServer()({
    view,
    template: readFileSync(pageFile(), "utf8"),
    token: randomBytes(tokenBytes).toString("base64url"),
    answering: options.answering,
    language: pickLanguage(context.env, null),
    port: options.port,
    describe,
  });
  if (served.kind === "not_served") throw notServed(served.code, options.port);
  const { url, port } = served;
  context.stdout.write(
    options.json ? `${JSON.stringify({ schema_version: 1, url, port, answering: options.answering })}\n` : `${url}\n`,
  );
  if (!options.json && context.stderr.isTTY) context.stderr.write("passdown: open it in a browser; Ctrl-C ends it\n");
  await ended;
  await served.close();
  cli.process.exitCode = exitCode.yes;
}

/** The server is a file of its own, so that no other command carries it. */
function loadServer(): ServePage {
  const { servePage } = createRequire(serverFile())(serverFile()) as { readonly servePage: ServePage };
  return servePage;
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

const statuses: Readonly<Record<ErrorKind, Failure["status"]>> = {
  usage: 400,
  input: 400,
  config: 503,
  environment: 503,
  bug: 500,
};

function describe(error: unknown): Failure {
  const { kind, code, message, hint } = publicError(error);
  // What was asked for was right, and somebody else was there before.
  const status = code === "already_answered" ? 409 : statuses[kind];
  return { status, code, message, hint: hint ?? null };
}

function notServed(code: string, port: number): AppError {
  if (code === "EADDRINUSE") {
    return new AppError({
      kind: "environment",
      code: "port_in_use",
      message: `port ${port} on 127.0.0.1 is taken`,
      hint: "choose another, or leave out --port for any that is free",
    });
  }
  return new AppError({
    kind: "environment",
    code: "not_served",
    message: `cannot listen on 127.0.0.1${port === 0 ? "" : `:${port}`}: ${code}`,
    hint: "a port above 1023 needs no privileges; leave out --port for any that is free",
  });
}
