import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { endOf, hello, request, startRaw } from "./server.ts";

type Answer = Readonly<Record<string, unknown>>;

let box: Sandbox;
beforeAll(() => {
  box = makeSandbox();
});
afterAll(() => box.remove());

/** What is answered to these bytes when stdin closes right behind them, and how the process ends. */
async function sendAndClose(
  bytes: string,
): Promise<{ readonly answers: readonly Answer[]; readonly exit: number | null; readonly said: string }> {
  const child = startRaw(box.root);
  let out = "";
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  child.stdin.end(bytes);
  const exit = await endOf(child);
  const answers = out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Answer);
  return { answers, exit, said };
}

const call = (id: number, name: string, args: object = {}): string =>
  request(id, "tools/call", { name, arguments: args });

describe("a client that writes its requests and closes stdin", () => {
  it("gets every answer before the server ends", async () => {
    const notes = Array.from({ length: 6 }, (_, nth) => call(10 + nth, "note", { kind: "risk", text: `risk ${nth}` }));
    const reads = ["status", "check", "pickup", "show"].map((name, nth) => call(20 + nth, name));
    const { answers, exit } = await sendAndClose(
      [hello, request(2, "tools/list"), ...notes, ...reads, request(30, "no/such/method")].join(""),
    );
    expect(exit).toBe(0);
    const ids = answers.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
    expect(ids).toEqual([1, 2, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30]);
    const kept = readFileSync(join(box.root, ".git", "passdown", "notes.jsonl"), "utf8");
    expect(kept.trim().split("\n")).toHaveLength(6);
  });

  it("is answered for a last line without an end, and waits for nothing that it took back", async () => {
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } };
    const bytes = `${hello}${call(3, "check")}${JSON.stringify(cancel)}\n${call(4, "status").trimEnd()}`;
    const { answers, exit } = await sendAndClose(bytes);
    expect(exit).toBe(0);
    expect(answers.map(({ id }) => id)).toContain(4);
  });

  it("that offers folders and is gone when it is asked for them is answered from where the server works", async () => {
    const offering = hello.replace('"capabilities":{}', '"capabilities":{"roots":{}}');
    const { answers, exit } = await sendAndClose(`${offering}${call(2, "status")}`);
    expect(exit).toBe(0);
    expect(answers.find(({ id }) => id === 2)).toHaveProperty("result.structuredContent.decision");
  });

  it("of revision 2026-07-28 is answered, also with a subscription that never ends by itself", async () => {
    const meta = {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    };
    const { answers, exit } = await sendAndClose(
      request(1, "server/discover", meta) +
        request(2, "subscriptions/listen", { ...meta, notifications: { toolsListChanged: true } }) +
        request(3, "tools/call", { ...meta, name: "status", arguments: {} }),
    );
    expect(exit).toBe(0);
    expect(answers.find(({ id }) => id === 3)).toHaveProperty("result.structuredContent.decision");
  });
});

describe("a message that cannot be served", () => {
  it.each<readonly [string, string, number, number | string | null]>([
    ["a torn line", '{"jsonrpc":"2.0","id":7,"method":"tools/ca', -32_700, null],
    ["no JSON", "\u0000\u0001 not json", -32_700, null],
    ["an empty batch", "[]", -32_600, null],
    ["a batch", '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', -32_600, null],
    ["an object without anything", "{}", -32_600, null],
    ["null", "null", -32_600, null],
    ["a number", "7", -32_600, null],
    ["another version", '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32_600, 7],
    ["no version", '{"id":"seven","method":"ping"}', -32_600, "seven"],
    ["no method", '{"jsonrpc":"2.0","id":7}', -32_600, 7],
    ["a method that is no text", '{"jsonrpc":"2.0","id":7,"method":1,"params":"bar"}', -32_600, 7],
    ["params that are no object", '{"jsonrpc":"2.0","id":7,"method":"ping","params":"bar"}', -32_600, 7],
    ["params in a list", '{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', -32_600, 7],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ["an id that is a fraction", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, null],
  ])("%s is answered with an error, and the next one is served", async (_what, line, code, id) => {
    const { answers, exit, said } = await sendAndClose(`${hello}${line}\n${request(99, "ping")}`);
    expect(exit).toBe(0);
    const refused = answers.find((one) => "error" in one);
    expect(refused).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    expect(answers.find((one) => one["id"] === 99)).toHaveProperty("result");
    expect(said).toContain("passdown mcp:");
  });

  it.each([
    ["a blank line", " "],
    ["a notification that nobody knows", '{"jsonrpc":"2.0","method":"notifications/nobody"}'],
    ["an answer to nothing", '{"jsonrpc":"2.0","id":7,"result":{}}'],
    ["an answer that is none", '{"jsonrpc":"2.0","id":7,"result":5}'],
    ["an error without an id", '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}'],
  ])("%s gets none: an error for an error would never end", async (_what, line) => {
    const { answers, exit } = await sendAndClose(`${hello}${line}\n${request(99, "ping")}`);
    expect(exit).toBe(0);
    expect(answers.map(({ id }) => id)).toEqual([1, 99]);
  });

  it("above 10 MB is answered as too long, nothing of it is kept, and the next one is served", async () => {
    const large = call(7, "note", { kind: "risk", text: "x".repeat(11_000_000) });
    const { answers, exit, said } = await sendAndClose(`${hello}${large}${request(99, "ping")}`);
    expect(exit).toBe(0);
    expect(answers.map(({ id }) => id)).toEqual([1, null, 99]);
    expect(answers[1]).toMatchObject({
      error: { code: -32_600, message: expect.stringContaining("10 MB") as unknown },
    });
    expect(said).toContain("10 MB");
  });

  it("above 10 MB and without an end is answered too, in bounded memory", async () => {
    const child = startRaw(box.root);
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
    child.stdin.write(hello);
    const megabyte = Buffer.alloc(1_000_000, "x");
    for (let nth = 0; nth < 300; nth += 1)
      if (!child.stdin.write(megabyte)) await new Promise((resolve) => child.stdin.once("drain", resolve));
    const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]);
    expect(peak).toBeLessThan(250_000);
    child.stdin.end();
    expect(await endOf(child)).toBe(0);
    const answers = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Answer);
    expect(answers).toMatchObject([{ id: 1 }, { id: null, error: { code: -32_600 } }]);
  });
});
