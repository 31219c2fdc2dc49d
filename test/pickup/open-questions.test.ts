import { expect, test } from "vitest";
import type { Note } from "../../src/domain/home.ts";
import { newsAmong, openQuestions } from "../../src/domain/pickup/open-questions.ts";
import { makePacket } from "./make-facts.ts";

const question = { id: "n-q", text: "which database?", author: "A", at: "2026-11-01T00:00:00.000Z" };
const packet = makePacket({ questions_for_human: [question] });
const note = (patch: Partial<Note>): Note => ({
  id: "n-x",
  kind: "decide",
  text: "sqlite",
  at: "2026-11-02T00:00:00.000Z",
  author: "B",
  branch: "topic",
  topic: "main",
  sessionId: "s-2",
  later: false,
  answers: null,
  kept: null,
  sha256: null,
  ...patch,
});

test.each<readonly [string, readonly Partial<Note>[], string, number]>([
  ["nobody answered", [], "n-q", 0],
  ["a decision that answers it", [{ answers: "n-q" }], "", 0],
  ["a decision about something else", [{}], "n-q", 1],
  ["done, with the question's own words", [{ kind: "done", text: " which  database? " }], "", 0],
  ["done, with other words", [{ kind: "done", text: "tests" }], "n-q", 1],
  ["done that closes another note", [{ kind: "done", answers: "n-old" }], "n-q", 1],
  ["a next action that answers it is news all the same", [{ kind: "next", answers: "n-q" }], "", 1],
  ["a new blocking question", [{ id: "n-2", kind: "ask", text: "when?" }], "n-q n-2", 1],
  ["a new question for later", [{ id: "n-2", kind: "ask", later: true }], "n-q", 0],
  ["a new question, answered", [{ id: "n-2", kind: "ask" }, { answers: "n-2" }], "n-q", 1],
])("%s", (_name, patches, open, news) => {
  const notes = patches.map(note);
  expect(
    openQuestions(packet, notes)
      .map(({ id }) => id)
      .join(" "),
  ).toBe(open);
  expect(newsAmong(notes, packet)).toHaveLength(news);
});
