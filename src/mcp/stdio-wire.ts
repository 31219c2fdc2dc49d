import process from "node:process";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { readMessage, type MessageId, type Refusal } from "./read-message.ts";
import { splitLines } from "./split-lines.ts";

const longest = 10_000_000;
/** Answered when the connection ends, and not before. */
const subscribe = "subscriptions/listen";

/** stdin and stdout as the protocol's transport. */
export interface StdioWire extends Transport {
  /** Resolves when no more can come and all that was asked is answered, or nobody reads the answers. */
  readonly done: Promise<void>;
}

/**
 * One message a line, in both directions. Unlike the library's own transport it answers what cannot be read, goes on behind
 * a line that is too long, and stays open when stdin ends until the last request is answered.
 */
export function openStdioWire(): StdioWire {
  const { stdin, stdout } = process;
  const open: MessageId[] = [];
  let ended = false;
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));

  const settle = (id: unknown): void => {
    const at = open.findIndex((one) => one === id);
    if (at !== -1) open.splice(at, 1);
    if (ended && open.length === 0) finish();
  };
  const write = (message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      stdout.write(`${JSON.stringify(message)}\n`, (error) => (error == null ? resolve() : reject(error)));
    });
  const refuse = ({ id, code, message }: Refusal): void => {
    wire.onerror?.(new Error(message));
    void write({ jsonrpc: "2.0", id, error: { code, message } }).catch(() => undefined);
  };
  const take = (line: string): void => {
    const read = readMessage(line);
    if (read.kind === "refused") return refuse(read.refusal);
    if (read.kind === "ignored") return wire.onerror?.(new Error(read.reason));
    const { message } = read;
    if (isJSONRPCRequest(message) && message.method !== subscribe) open.push(message.id);
    wire.onmessage?.(message);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
      settle(message.params?.["requestId"]);
  };
  const lines = splitLines({
    limit: longest,
    line: take,
    tooLong: () => {
      refuse({ id: null, code: ProtocolErrorCode.InvalidRequest, message: "a message may have at most 10 MB" });
    },
  });
  const end = (): void => {
    if (ended) return;
    lines.end();
    ended = true;
    if (open.length === 0) finish();
  };

  const wire: StdioWire = {
    done,
    start: async () => {
      stdin.on("data", lines.add);
      for (const event of ["end", "close", "error"]) stdin.once(event, end);
      stdout.on("error", finish);
    },
    send: async (message: JSONRPCMessage) => {
      if (ended && isJSONRPCRequest(message)) throw new Error("the client is gone: it cannot be asked");
      const answers = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message) ? message.id : null;
      try {
        await write(message);
      } finally {
        settle(answers);
      }
    },
    close: async () => {
      stdin.off("data", lines.add);
      stdin.pause();
      finish();
      wire.onclose?.();
    },
  };
  return wire;
}
