import process from "node:process";
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import type { ClientSide, Face } from "./face.ts";
import { openStdioWire } from "./stdio-wire.ts";

/** How long a client may take to say where it works. */
const rootsMs = 2000;

/** Speaks the protocol over stdin and stdout. Resolves when the client is gone and everything begun has ended. */
export async function serve(face: Face): Promise<void> {
  const wire = openStdioWire();
  const handle = serveStdio(() => makeServer(face), {
    transport: wire,
    // stdout belongs to the protocol; what is wrong with a message is for whoever looks at the client's log.
    onerror: (error) => void process.stderr.write(`passdown mcp: ${firstLine(error.message)}\n`),
  });
  await wire.done;
  await handle.close();
  await face.settled();
}

function makeServer(face: Face): Server {
  const { name, version, instructions } = face;
  const server = new Server({ name, version }, { instructions, capabilities: { tools: {}, resources: {} } });
  const client = clientOf(server);
  const listed = face.tools.map(({ input, output, hints, ...rest }) => ({
    ...rest,
    inputSchema: jsonSchema(input),
    outputSchema: jsonSchema(output),
    annotations: { title: rest.title, ...hints },
  }));
  server.setRequestHandler("tools/list", () => ({ tools: listed }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const answer = await face.call(params.name, params.arguments, client);
    if (answer === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${JSON.stringify(params.name)}`);
    const { content, ...rest } = answer;
    return { content: [...content], ...rest };
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...face.templates] }));
  server.setRequestHandler("resources/list", async ({ params }) => {
    const page = await face.listResources(params?.cursor ?? null, client);
    if (page === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "this cursor was not given by resources/list");
    return { resources: [...page.resources], ...(page.nextCursor === null ? {} : { nextCursor: page.nextCursor }) };
  });
  server.setRequestHandler("resources/read", async ({ params }) => {
    const found = await face.readResource(params.uri, client);
    switch (found.kind) {
      case "text":
        return { contents: [{ uri: found.uri, mimeType: found.mimeType, text: found.text }] };
      case "absent":
        throw new ResourceNotFoundError(params.uri);
      case "failed":
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.message, { code: found.code, hint: found.hint });
    }
  });
  return server;
}

/** Asked once, and again when the client says that they changed. */
function clientOf(server: Server): ClientSide {
  let known: Promise<readonly string[]> | null = null;
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    known = null;
  });
  const ask = async (): Promise<readonly string[]> => {
    if (server.getClientCapabilities()?.roots === undefined) return [];
    try {
      const { roots } = await server.listRoots({}, { timeout: rootsMs });
      return roots.map(({ uri }) => uri);
    } catch {
      // Revisions from 2026 on do not let a server ask: the working folder decides there.
      return [];
    }
  };
  return { roots: () => (known ??= ask()) };
}

function jsonSchema(schema: GenericSchema): { type: "object"; [key: string]: unknown } {
  const { $schema: _draft, ...rest } = toJsonSchema(schema, { target: "draft-2020-12", errorMode: "ignore" });
  return { ...rest, type: "object" };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").slice(0, 300);
}
