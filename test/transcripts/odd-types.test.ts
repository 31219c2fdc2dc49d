import { expect, test } from "vitest";
import { formats } from "../../src/transcripts/formats.ts";

/** Values that cannot be made a string of. */
const odd: readonly unknown[] = [{ toString: 1, valueOf: 1 }, JSON.parse("[".repeat(9000) + "]".repeat(9000))];

test.each(formats.map((format) => [format.client, format] as const))(
  "%s: a type of any form is no error, nor is its record of this client for it",
  (_client, format) => {
    for (const type of odd) {
      const record = { uuid: "u", sessionId: "s", id: "1", type, role: type, content: "x", message: { role: type } };
      expect(() => format.isRecord(record)).not.toThrow();
      expect(() => format.open(null).read(record, () => {})).not.toThrow();
    }
  },
);

test("OpenCode: parts, todos and messages with ids and states of any form are no error", () => {
  const format = formats.find(({ client }) => client === "opencode");
  for (const type of odd) {
    const part = { id: type, type: "text", text: "x", messageID: "m", sessionID: "s", time: { start: 1 } };
    const info = { id: "m", sessionID: "s", role: "assistant", time: { created: 1, completed: 2 } };
    const records = [
      { info, parts: [part, { ...part, type: "retry" }, { ...part, type }] },
      { ...part, type },
    ];
    const todos = { sessionID: "s", todos: [{ content: "a", status: type }], time: { updated: 1 } };
    for (const record of [...records, todos]) {
      expect(() => format?.isRecord(record)).not.toThrow();
      expect(() => format?.open(null).read(record, () => {})).not.toThrow();
    }
  }
});
