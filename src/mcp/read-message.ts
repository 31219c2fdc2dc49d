import { parseJSONRPCMessage, ProtocolErrorCode, type JSONRPCMessage } from "@modelcontextprotocol/server";

export type MessageId = string | number;

/** `refused` is answered with an error; `ignored` is not, because it is an answer itself. */
export type ReadMessage =
  | { readonly kind: "message"; readonly message: JSONRPCMessage }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "ignored"; readonly reason: string };

export interface Refusal {
  /** null where the message does not tell it. */
  readonly id: MessageId | null;
  readonly code: number;
  readonly message: string;
}

/** One line of the wire. Nothing of the line is repeated in what is said of it. */
export function readMessage(line: string): ReadMessage {
  const value = parseJson(line);
  if (value === undefined) return refuse(null, ProtocolErrorCode.ParseError, "this line is no JSON");
  if (Array.isArray(value)) return refuse(null, ProtocolErrorCode.InvalidRequest, "a line holds one message, no batch");
  try {
    return { kind: "message", message: parseJSONRPCMessage(value) };
  } catch {
    const { id, method, result, error } = Object(value) as Readonly<Record<string, unknown>>;
    if (method === undefined && (result !== undefined || error !== undefined))
      return { kind: "ignored", reason: "an answer that is none of JSON-RPC 2.0" };
    return refuse(isId(id) ? id : null, ProtocolErrorCode.InvalidRequest, "this is no message of JSON-RPC 2.0");
  }
}

function refuse(id: MessageId | null, code: number, message: string): ReadMessage {
  return { kind: "refused", refusal: { id, code, message } };
}

function isId(id: unknown): id is MessageId {
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id));
}

/** undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
