import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { openHome } from "../../../src/adapters/home/open-home.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { makeHolder, makeNote, makePacket, makePublication, time } from "./make-packet.ts";
import { armFault } from "./fault.ts";

// A real process that uses the home: `node actor.mjs HOME DEED ARGUMENT…`. It prints one JSON document.

const [path = "", deed = "", ...rest] = process.argv.slice(2);
const home = openHome({ path, isAlive: ({ pid }) => isThere(pid) });
const number = Number(rest[0]);

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for the file that lets all actors go at once. */
function waitFor(file: string): void {
  for (;;) {
    try {
      readFileSync(file);
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

async function act(): Promise<unknown> {
  switch (deed) {
    case "publish": {
      const active = home.chain.active({ branch: "main", topic: "main" }).record?.packetId ?? null;
      const publication = makePublication(makePacket(number), active, time(number));
      armFault();
      return home.chain.publish(publication);
    }
    case "archive": {
      const active = home.chain.active({ branch: "main", topic: "main" }).record?.packetId ?? "";
      armFault();
      return home.chain.archive({ branch: "main", topic: "main", packetId: active, reason: null, at: time(90) });
    }
    case "publish-many": {
      const [first = 0, count = 0] = rest.map(Number);
      waitFor(rest[2] ?? "");
      const won: string[] = [];
      for (let next = first; next < first + count; next += 1) {
        for (let done = false; !done;) {
          const active = home.chain.active({ branch: "main", topic: "main" }).record?.packetId ?? null;
          const result = home.chain.publish(makePublication(makePacket(next), active, time(1)));
          done = result.result === "published";
          if (result.result === "published") won.push(`${result.record.seq} ${result.record.packetId}`);
        }
      }
      return won;
    }
    case "publish-on": {
      for (let next = number; ; next += 1) {
        const active = home.chain.active({ branch: "main", topic: "main" }).record?.packetId ?? null;
        const { result } = home.chain.publish(makePublication(makePacket(next), active, time(1)));
        writeSync(1, `${next} ${result}\n`);
      }
    }
    case "claim": {
      waitFor(rest[1] ?? "");
      const result = home.claims.claim({
        packetId: rest[0] ?? "",
        sessionId: null,
        holder: makeHolder(process.pid),
        at: time(1),
      });
      // Lives on until it is told to end: a dead holder would rightly lose its claim.
      writeSync(1, `${JSON.stringify(result)}\n`);
      process.stdin.resume();
      return null;
    }
    case "claim-once": {
      armFault();
      return home.claims.claim({
        packetId: rest[0] ?? "",
        sessionId: "s-2",
        holder: makeHolder(process.pid),
        at: time(1),
      });
    }
    case "append-many": {
      const [count = 0, bytes = 0] = rest.map(Number);
      waitFor(rest[2] ?? "");
      for (let next = 0; next < count; next += 1) {
        home.feedback.append(JSON.stringify({ from: process.pid, next, filler: "x".repeat(bytes) }));
      }
      return null;
    }
    case "note": {
      armFault();
      home.notes.append(makeNote(number));
      return null;
    }
    case "keep": {
      armFault();
      const sources = rest.map((source) => ({ path: source, sha256: hashOf(source) }));
      return home.kept.keep(sources);
    }
    case "look": {
      return {
        active: home.chain.active({ branch: "main", topic: "main" }),
        all: home.chain.activeAll().records.length,
        notes: home.notes.read(),
        feedback: home.feedback.read().segments.length,
        mend: home.chain.mend(),
        writability: home.writability(),
      };
    }
    default:
      throw new Error(`no such deed: ${deed}`);
  }
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

try {
  const result = await act();
  if (result !== null) writeSync(1, `${JSON.stringify(result)}\n`);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  writeSync(1, `${JSON.stringify({ error: { code: error.code, message: error.message, hint: error.hint } })}\n`);
  process.exitCode = 3;
}
