import type { AbsentPacket, ActivePacket } from "./facts.ts";

export interface PacketQuestion<T extends ActivePacket> {
  /** Every active packet of the home. */
  readonly active: readonly T[];
  /** `--branch` and `--topic`. */
  readonly branch: string | null;
  readonly topic: string | null;
  /** Branch of the scene; null on a detached HEAD and outside git. */
  readonly here: string | null;
  /** Topic that the configuration or the active task names. */
  readonly meant: string | null;
}

export interface ChosenPacket<T extends ActivePacket> {
  readonly kind: "chosen";
  readonly one: T;
  /** Another topic was meant than that of the only packet there is. */
  readonly otherTopicMeant: string | null;
}

export type NoChoice = Omit<AbsentPacket, "archived">;

/**
 * Which packet a pickup is about. The topic is `--topic`, else the one that is meant, else the only active one of
 * the branch. Without any packet here the newest one of another branch is judged, so that the reasons say where it is.
 */
export function choosePacket<T extends ActivePacket>(question: PacketQuestion<T>): ChosenPacket<T> | NoChoice {
  const branch = question.branch ?? question.here;
  const newest = [...question.active].sort(newestFirst);
  const here = newest.filter((one) => one.branch === branch);
  const wanted = question.topic ?? question.meant;
  const exact = here.find(({ topic }) => topic === wanted);
  if (exact !== undefined) return chosen(exact);
  if (question.topic !== null) return namedElsewhere(question, newest, here);
  if (here.length > 1) return { kind: "absent", why: "several_topics", candidates: here };
  const only = here[0];
  if (only !== undefined) return { ...chosen(only), otherTopicMeant: wanted };
  const other = question.branch === null ? newest[0] : undefined;
  return other === undefined ? { kind: "absent", why: "none", candidates: newest } : chosen(other);
}

/** `--topic` names none of this branch: perhaps one of another. */
function namedElsewhere<T extends ActivePacket>(
  question: PacketQuestion<T>,
  newest: readonly T[],
  here: readonly T[],
): ChosenPacket<T> | NoChoice {
  const other = question.branch === null ? newest.find(({ topic }) => topic === question.topic) : undefined;
  if (other !== undefined) return chosen(other);
  return { kind: "absent", why: "none", candidates: here.length > 0 ? here : newest };
}

function chosen<T extends ActivePacket>(one: T): ChosenPacket<T> {
  return { kind: "chosen", one, otherTopicMeant: null };
}

function newestFirst(a: ActivePacket, b: ActivePacket): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.packetId < b.packetId ? -1 : 1;
}
