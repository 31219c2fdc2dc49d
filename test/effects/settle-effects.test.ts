import { beforeEach, describe, expect, test } from "vitest";
import { note } from "../../src/app/note.ts";
import { pickup } from "../../src/app/pickup.ts";
import { saysOfEffect } from "../../src/domain/effects/settle-effects.ts";
import type { Note } from "../../src/domain/home.ts";
import { appendRecord, openStand, type Stand } from "../audit/stand.ts";
import { createRepository, type TestRepository } from "../git/repository.ts";

let stand: Stand;
let effectId: string;
let at: number;

const begin = (repository: TestRepository): string => repository.write("a.txt", "a\n").commit("begin");

/** The recorder was killed while the command ran: nobody knows what it did. */
function killed(id: string): void {
  at += 1;
  const error = "interrupted: no exit was recorded";
  const command = ["git", "push", "origin", "main"];
  const record = { command_id: id, command, exit_code: null, error, phase: "started", branch: "main", started_at: at };
  appendRecord(stand.home, record);
}

beforeEach(async () => {
  stand = openStand(createRepository("sha1", begin).root);
  at = Math.floor(Date.now() / 1000) - 100;
  killed("f-1");
  await stand.note("next", "write the release notes");
  const { packet } = await stand.pack();
  if (packet.effects[0]?.state !== "unknown") throw new Error("the packet knows what the killed push did");
  effectId = packet.effects[0].id;
});

const say = (kind: string, text: string, answers = effectId): Promise<Note> =>
  note(stand.context(), { kind, text, answers });

async function pickUp() {
  const { decision, reasons, brief } = await pickup(stand.context(), { session: "another" });
  return { decision, codes: reasons.map(({ code }) => code), brief };
}

describe("an effect whose outcome nobody knew", () => {
  test.each<[string, string, string, RegExp]>([
    ["done", "ls-remote shows it", "done", /\[done\] git push/],
    ["decide", "not done: the remote is empty", "not_done", /\[not done\] git push/],
    ["decide", "Done, as the web page shows", "done", /\[done\] git push/],
  ])("%s %j: %s, at the next pickup and in the next packet", async (kind, text, state, line) => {
    const { id, settles } = await say(kind, text);
    expect(settles).toEqual({ effect: effectId, record: "f-1", state });
    const now = await pickUp();
    expect(now.decision).toBe("proceed");
    expect(now.codes).not.toContain("effect_unknown");
    expect(now.brief).toMatch(line);

    const { packet } = await stand.pack();
    expect(packet.effects).toEqual([expect.objectContaining({ id: effectId, state, source: id })]);
    expect(packet.evidence).toContainEqual({ statement: "/effects/0", source: "note", locator: id, sha256: null });
    expect(packet.open_risks.map(({ code }) => code)).not.toContain("effect_unknown");
    expect((await pickUp()).codes).not.toContain("effect_unknown");
  });

  test("is unknown again when it was tried again since", async () => {
    await say("decide", "not done: the remote is empty");
    killed("f-2");
    await stand.note("next", "look");
    const { packet } = await stand.pack();
    expect(packet.effects).toEqual([expect.objectContaining({ id: effectId, state: "unknown", source: "f-2" })]);
    expect((await pickUp()).codes).toContain("effect_unknown");
  });

  test("takes the newest word: a wrong one can be put right", async () => {
    await say("done", "it is there");
    await say("decide", "not done: I looked at the wrong remote");
    expect((await pickUp()).brief).toMatch(/\[not done\] git push/);
    expect((await stand.pack()).packet.effects.map(({ state }) => state)).toEqual(["not_done"]);
  });

  test("packing again with the same word changes nothing", async () => {
    await say("done", "it is there");
    const first = await stand.pack();
    expect((await stand.pack()).packet_id).toBe(first.packet_id);
  });

  test.each<[string, string, string | undefined, string]>([
    ["decide", "leave it as it is", undefined, "effect_outcome_unclear"],
    ["done", "not there yet", undefined, "effect_outcome_unclear"],
    ["done", "x", "e-000000000000", "effect_not_unknown"],
    ["next", "x", undefined, "note_misused"],
  ])("%s %j of %s: refused (%s), and stays as it is", async (kind, text, id, code) => {
    await expect(say(kind, text, id)).rejects.toMatchObject({ kind: "usage", code });
    expect((await pickUp()).codes).toContain("effect_unknown");
  });

  test("of which the record tells the outcome needs nobody's word", async () => {
    appendRecord(stand.home, {
      command_id: "f-3",
      command: ["git", "push", "origin", "main"],
      exit_code: 0,
      phase: "ended",
      branch: "main",
      started_at: at + 1,
    });
    await expect(say("done", "it is there")).rejects.toMatchObject({ code: "effect_not_unknown" });
  });
});

test.each<["done" | "decide", string, string | null]>([
  ["done", "seen", "done"],
  ["done", "done", "done"],
  ["done", "Nothing to do", "done"],
  ["done", "not done", null],
  ["done", "Not yet", null],
  ["decide", "done", "done"],
  ["decide", "not done", "not_done"],
  ["decide", "not_done: x", "not_done"],
  ["decide", "notdone", null],
  ["decide", "doneness", null],
  ["decide", "push again", null],
])("%s %j says %j", (kind, text, state) => {
  expect(saysOfEffect(kind, text)).toBe(state);
});
