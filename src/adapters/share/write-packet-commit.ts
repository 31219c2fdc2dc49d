import type { Statement } from "../../domain/share/statement.ts";
import { statementText } from "../../domain/share/statement.ts";
import { readGit } from "../git/read-git.ts";
import type { ObjectStore } from "./object-store.ts";

export interface PacketCommit {
  readonly statement: Statement;
  readonly signature: string | null;
  readonly handoffJson: string;
  readonly handoffMd: string;
  /** Uncommitted work by sha256. */
  readonly work: ReadonlyMap<string, Uint8Array>;
  /** Time of the packet: the same packet on the same parents is the same commit. */
  readonly at: string | null;
}

/** Makes the commit and gives its id. No ref points to it; writing it again changes nothing. */
export async function writePacketCommit(store: ObjectStore, packet: PacketCommit): Promise<string> {
  const { statement, signature, work } = packet;
  const text = new TextEncoder();
  const write = async (bytes: Uint8Array): Promise<string> =>
    (await readGit({ ...store, args: ["hash-object", "-w", "-t", "blob", "--stdin"], input: bytes })).toString().trim();
  const tree = async (lines: readonly string[]): Promise<string> =>
    (await readGit({ ...store, args: ["mktree"], input: text.encode(lines.join("")) })).toString().trim();
  const files: (readonly [string, Uint8Array])[] = [
    ["handoff.json", text.encode(packet.handoffJson)],
    ["handoff.md", text.encode(packet.handoffMd)],
    ["origin.json", text.encode(statementText(statement))],
    ...(signature === null ? [] : [["origin.sig", text.encode(signature)] as const]),
  ];
  const entries: string[] = [];
  for (const [name, bytes] of files) entries.push(`100644 blob ${await write(bytes)}\t${name}\n`);
  const copies: string[] = [];
  for (const [hash, bytes] of work) copies.push(`100644 blob ${await write(bytes)}\t${hash}\n`);
  if (copies.length > 0) entries.push(`040000 tree ${await tree(copies)}\twork\n`);
  return commit(store, { packet, tree: await tree(entries) });
}

async function commit(
  store: ObjectStore,
  { packet, tree }: { readonly packet: PacketCommit; readonly tree: string },
): Promise<string> {
  const { packet_id, author, host, parents } = packet.statement;
  const person = /^([^<>\n]*)<([^<>\n]*)>$/.exec(author);
  const name = (person?.[1] ?? author).replace(/[<>\n\0]/g, " ").trim() || "unknown";
  const mail = (person?.[2] ?? "").trim();
  const seconds = packet.at === null ? 0 : Math.max(0, Math.floor(Date.parse(packet.at) / 1000) || 0);
  const date = `@${seconds} +0000`;
  const message = `passdown packet ${packet_id}\n\nPacket: ${packet_id}\nAuthor: ${author}\nHost: ${host}\n`;
  const env = {
    ...store.env,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: mail,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: mail,
    GIT_COMMITTER_DATE: date,
  };
  const args = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", tree, ...parents.flatMap((one) => ["-p", one])];
  return (await readGit({ ...store, env, args, input: new TextEncoder().encode(message) })).toString().trim();
}
