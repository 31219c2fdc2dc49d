import { expect, test } from "vitest";
import { choosePacket, type PacketQuestion } from "../../src/domain/pickup/choose-packet.ts";
import type { ActivePacket } from "../../src/domain/pickup/facts.ts";

const packet = (packetId: string, branch: string | null, topic: string, day: number): ActivePacket => ({
  packetId,
  branch,
  topic,
  at: `2026-11-0${day}T00:00:00.000Z`,
});
const a = packet("p-a", "feat", "T-1", 1);
const b = packet("p-b", "feat", "T-2", 2);
const c = packet("p-c", "main", "main", 3);
const d = packet("p-d", null, "main", 4);
const ask = (patch: Partial<PacketQuestion<ActivePacket>>): PacketQuestion<ActivePacket> => ({
  active: [],
  branch: null,
  topic: null,
  here: "feat",
  meant: null,
  ...patch,
});

test.each<readonly [string, Partial<PacketQuestion<ActivePacket>>, string]>([
  ["no packet anywhere", {}, "none"],
  ["the only topic of the branch", { active: [a, c] }, "p-a"],
  ["several topics, none named", { active: [a, b] }, "several_topics"],
  ["several topics, one by flag", { active: [a, b], topic: "T-1" }, "p-a"],
  ["several topics, one by the active task", { active: [a, b], meant: "T-2" }, "p-b"],
  ["the flag beats the active task", { active: [a, b], topic: "T-1", meant: "T-2" }, "p-a"],
  ["the active task has no packet, one other has", { active: [a], meant: "T-9" }, "p-a, T-9 was meant"],
  ["the active task has no packet, several others have", { active: [a, b], meant: "T-9" }, "several_topics"],
  ["the flag names a topic without packet", { active: [a], topic: "T-9" }, "none"],
  ["the flag names a topic of another branch", { active: [a, c], topic: "main" }, "p-c"],
  ["nothing here, the newest of another branch", { active: [a, b, c], here: "other" }, "p-c"],
  ["nothing here, on a detached head", { active: [a, c], here: null }, "p-c"],
  ["a packet of a detached head", { active: [c, d], here: null }, "p-d"],
  ["another branch by flag", { active: [a, c], branch: "main" }, "p-c"],
  ["another branch by flag, without packet", { active: [a, c], branch: "x" }, "none"],
])("%s", (_name, question, expected) => {
  const chosen = choosePacket(ask(question));
  const meant =
    chosen.kind === "chosen" && chosen.otherTopicMeant !== null ? `, ${chosen.otherTopicMeant} was meant` : "";
  expect(chosen.kind === "chosen" ? chosen.one.packetId + meant : chosen.why).toBe(expected);
});
