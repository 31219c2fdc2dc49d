import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Of an answer that is an error. */
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}

export interface Served {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;
  readonly stderr: () => string;
  readonly pid: number;
}

export interface ServeOptions {
  readonly cwd: string;
  /** Folders that the client says it works in, as addresses. */
  readonly roots?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The built server behind the official client. */
export async function serve({ cwd, roots, env }: ServeOptions): Promise<Served> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp"],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, XDG_CACHE_HOME: join(cwd, ".git", "cache"), ...env },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  const client = new Client(
    { name: "test", version: "1" },
    roots === undefined ? {} : { capabilities: { roots: { listChanged: true } } },
  );
  if (roots !== undefined) client.setRequestHandler("roots/list", () => ({ roots: roots.map((uri) => ({ uri })) }));
  await client.connect(transport);
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [first] = result.content;
      const text = first?.type === "text" ? first.text : "";
      const isError = result.isError === true;
      return {
        isError,
        text,
        document: (result.structuredContent ?? {}) as Record<string, unknown>,
        error: isError
          ? (JSON.parse(text) as { error: ToolResult["error"] }).error
          : { code: "", message: "", hint: null },
      };
    },
    stderr: () => said,
    pid: transport.pid ?? 0,
  };
}

/** The server as a bare process, for lines that no client would send. */
export function startRaw(cwd: string): ChildProcessWithoutNullStreams {
  const env = { PATH: process.env["PATH"], HOME: cwd, XDG_CACHE_HOME: join(cwd, ".git", "cache") };
  return spawn(process.execPath, [bin, "mcp"], { cwd, env });
}

export async function endOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}

export function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

export const hello: string =
  request(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  }) + `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`;

/** Path → digest of every file, but for passdown's home and the cache of this test. */
export function picture(root: string): Readonly<Record<string, string>> {
  const skipped = [join(root, ".git", "passdown"), join(root, ".git", "cache")];
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !skipped.some((folder) => path.startsWith(folder)));
  return Object.fromEntries(
    files.sort().map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
