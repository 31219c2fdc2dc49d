import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ClientName } from "../../src/domain/session/client-name.ts";
import { isClientName } from "../../src/domain/session/client-name.ts";
import { sharedFolder } from "../shared-folder.ts";

/** What a real client gave to a hook on its standard input. */
export interface RecordedPayload {
  readonly client: ClientName;
  /** Version of the client. */
  readonly version: string;
  /** The session it is from: `basic`, `resume`, `kill`, … */
  readonly case: string;
  /** Place in its case, from 1 on, with gaps. */
  readonly order: number;
  /** The client's own name of the event. */
  readonly event: string;
  /** Working folder of the hook. */
  readonly cwd: string;
  /** Exactly what was read: JSON in one line. */
  readonly stdin: string;
  /** The client's own variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** All recorded payloads by client, case and order; empty, with a word on stderr, where the recordings are not there. */
export function recordedPayloads(): readonly RecordedPayload[] {
  if (sharedFolder === null) {
    process.stderr.write("skipped: recorded hook payloads are not there\n");
    return [];
  }
  const folder = join(sharedFolder, "rig", "payloads");
  return readdirSync(folder)
    .filter(isClientName)
    .flatMap((client) => readdirSync(join(folder, client)).map((name) => ({ client, name })))
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ client, name }) => read(client, name, join(folder, client, name)))
    .sort((a, b) => compare(a.client, b.client) || compare(a.case, b.case) || a.order - b.order);
}

function read(client: ClientName, name: string, path: string): RecordedPayload {
  const { version, case: story, event, cwd, stdin, env } = JSON.parse(readFileSync(path, "utf8")) as Recording;
  const order = Number(/\.(\d+)-/.exec(name)?.[1]);
  return { client, version, case: story, order, event, cwd, stdin: JSON.stringify(stdin), env: env ?? {} };
}

/** The file as it lies there. */
interface Recording {
  readonly version: string;
  readonly case: string;
  readonly event: string;
  readonly cwd: string;
  readonly stdin: unknown;
  readonly env?: Readonly<Record<string, string>>;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
