import * as v from "valibot";
import { canonicalJson } from "../digest.ts";

/**
 * What the signature of a shared packet stands for, `origin.json` in its commit. It names the bytes of every file and the
 * commits before, so a signed packet cannot be put at another place of the chain, on another thread, or beside other work.
 */
export interface Statement {
  readonly version: 1;
  /** Ref of the thread, also for one that lies beside it. */
  readonly ref: string;
  readonly packet_id: string;
  readonly digest: string;
  /** sha256 of the two files. */
  readonly handoff_json: string;
  readonly handoff_md: string;
  /** sha256 of each file of the uncommitted work that goes along, sorted. Their paths stand in the packet. */
  readonly work: readonly string[];
  /** Ids of the commits before. */
  readonly parents: readonly string[];
  /** Who shared it, and from which machine: a claim until the signature is checked. */
  readonly author: string;
  readonly host: string;
}

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const commit = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/));
const words = v.pipe(v.string(), v.maxLength(500));

const schema: v.GenericSchema<unknown, Statement> = v.strictObject({
  version: v.literal(1),
  ref: words,
  packet_id: v.pipe(v.string(), v.regex(/^p-[0-9a-f]{16}$/)),
  digest: hash,
  handoff_json: hash,
  handoff_md: hash,
  work: v.pipe(v.array(hash), v.maxLength(100_000)),
  parents: v.pipe(v.array(commit), v.maxLength(1000)),
  author: words,
  host: words,
});

/** The bytes that are signed. */
export function statementText(statement: Statement): string {
  return `${canonicalJson(statement)}\n`;
}

/** null for anything but the one text that a statement has. */
export function readStatement(text: string): Statement | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success && statementText(parsed.output) === text ? parsed.output : null;
  } catch (error) {
    // TypeError: half a character, which has no canonical form.
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
