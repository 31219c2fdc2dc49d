import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asCalls } from "../../src/mcp/as-calls.ts";
import { en } from "../../src/render/words/en.ts";
import { zh } from "../../src/render/words/zh.ts";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { serve, type Served } from "./server.ts";

describe("a hint where there is no shell", () => {
  test.each([
    ["passdown note next TEXT", "note(kind: next, text: TEXT)"],
    ['say it: passdown note next "..."', 'say it: note(kind: next, text: "...")'],
    ["`passdown note decide --answers ID TEXT`.", "`note(kind: decide, answers: ID, text: TEXT)`."],
    ["keep it: passdown note keep REASON", "keep it: note(kind: keep, text: REASON)"],
    ["`passdown pickup --topic TOPIC`", "`pickup(topic: TOPIC)`"],
    ["`passdown pack` makes one", "`pack` makes one"],
    ["passdown show p-0123456789abcdef lists it", "show(id: p-0123456789abcdef) lists it"],
    ["see `passdown pickup --json`: it names them", "see `pickup`: it names them"],
    ['passdown pack --force "deadline, half is missing"', 'pack(force: "deadline, half is missing")'],
    [
      'passdown note done --answers e-0a1b "..." if it did, passdown note decide --answers e-0a1b "not done: ..." if not',
      'note(kind: done, answers: e-0a1b, text: "...") if it did, note(kind: decide, answers: e-0a1b, text: "not done: ...") if not',
    ],
    ["用 `passdown note next TEXT` 指定", "用 `note(kind: next, text: TEXT)` 指定"],
    // What no tool does stays a command, for the user.
    ["`passdown inspect {run} --probe`", "`passdown inspect {run} --probe`"],
    ["`passdown trust add FINGERPRINT` and `passdown fetch`", "`passdown trust add FINGERPRINT` and `passdown fetch`"],
    ["passdown run settle RUN KEY --done TEXT", "passdown run settle RUN KEY --done TEXT"],
  ])("%s", (typed, told) => expect(asCalls(typed)).toBe(told));

  test.each([en, zh])("no word of ours names a command that has a tool and could be called", (words) => {
    const left = JSON.stringify(words).match(/passdown (?:pickup|status|note|check|pack|show)\b[^`"]*/g) ?? [];
    // To take work over is a human's to say.
    const called = left.filter((command) => !command.includes("--takeover"));
    expect(called.filter((command) => asCalls(command) === command)).toEqual([]);
  });
});

describe("the tools name tools", () => {
  let box: Sandbox;
  let served: Served;
  beforeAll(async () => {
    box = makeSandbox();
    served = await serve({ cwd: box.root });
  });
  afterAll(async () => {
    await served.client.close();
    box.remove();
  });
  const shell = /passdown (?:pickup|status|note|check|pack|show)\b/;

  test("in refusals, overviews, briefs and errors", async () => {
    const refused = await served.call("pack");
    expect(refused.text).toContain('say it: note(kind: next, text: "...")');
    expect(JSON.stringify(refused.document)).not.toMatch(shell);
    expect((await served.call("status")).text).toContain("`note(kind: next, text: TEXT)` names one");
    const wrong = await served.call("note", { kind: "next", text: " " });
    expect(wrong.error.hint).toBe('write it behind the kind: note(kind: next, text: "...")');
    box.write("half.md", "half\n");
    await served.call("note", { kind: "ask", text: "type passdown note next X?" });
    const told = [await served.call("check"), await served.call("status"), await served.call("pack")];
    // The words of a note stay as they were said.
    expect(told[1]?.text).toContain("type passdown note next X?");
    expect(JSON.stringify(told).replaceAll("type passdown note next X?", "")).not.toMatch(shell);
    await served.call("pack", { force: "a test" });
    const picked = await served.call("pickup");
    expect(picked.text).toContain("note(kind: decide, answers: ID, text: TEXT)");
    expect(picked.text.replaceAll("type passdown note next X?", "")).not.toMatch(shell);
  });

  test("and an offset past the end of a packet is an error, not an empty page", async () => {
    const { document } = await served.call("show");
    const past = await served.call("show", { offset: Number(document["total_chars"]) });
    expect([past.isError, past.error.code]).toEqual([true, "offset_past_end"]);
    expect(past.error.message).toContain(String(document["total_chars"]));
  });
});
