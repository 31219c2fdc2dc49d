import type { Ended } from "./client-process.ts";
import type { Outcome } from "./ledger.ts";
import type { Session, Stage } from "./session.ts";

type Operation = (session: Session, stage: Stage) => Promise<void>;

/** Exit 0 is a yes, 1 a no with reasons. */
const yesOrNo = (ended: Ended): Outcome => (ended.code === 0 || ended.code === 1 ? "ok" : "failed");
const yes = (ended: Ended): Outcome => (ended.code === 0 ? "ok" : ended.code === 1 ? "refused" : "failed");
const topicOf = ({ topic }: Session): readonly string[] => (topic === null ? [] : ["--topic", topic]);

async function note(session: Session, { ledger }: Stage): Promise<void> {
  const kinds = ["next", "assume", "risk", "decide"];
  const kind = kinds[Math.floor(session.random() * kinds.length)] ?? "next";
  const text = session.token();
  if (await session.passdown("note", ["note", kind, text, ...topicOf(session)], yes))
    ledger.acknowledged.push({ kind: "note", text });
}

async function exec(session: Session, { ledger }: Stage): Promise<void> {
  const { random } = session;
  const token = session.token();
  const exitCode = random() < 0.3 ? 7 : 0;
  const command = ["sh", "-c", `echo ${token}; sleep 0.0${Math.floor(random() * 9)}; exit ${exitCode}`];
  const passedThrough = (ended: Ended): Outcome => (ended.code === exitCode ? "ok" : "failed");
  const ended = await session.passdown("exec", ["exec", ...topicOf(session), "--", ...command], passedThrough);
  if (ended === null) return;
  ledger.acknowledged.push({ kind: "exec", token, exitCode, interrupted: ended.signalledMs !== null });
}

async function pack(session: Session, { ledger }: Stage): Promise<void> {
  const ended = await session.passdown("pack", ["pack", "--force", "load", "--json", ...topicOf(session)], yes);
  if (ended === null) return;
  const { packet_id: packetId } = JSON.parse(ended.stdout) as { readonly packet_id: string };
  ledger.acknowledged.push({ kind: "packet", packetId });
}

async function status(session: Session): Promise<void> {
  await session.passdown("status", ["status", "--json"], yesOrNo);
}

async function pickup(session: Session): Promise<void> {
  await session.passdown("pickup", ["pickup", "--json", ...topicOf(session)], yesOrNo);
}

async function claim(session: Session, { ledger }: Stage): Promise<void> {
  const args = ["pickup", "--claim", "--session", session.id, "--json", ...topicOf(session)];
  const held = (ended: Ended): Outcome => {
    const outcome = yesOrNo(ended);
    return outcome === "ok" && claimOf(ended) === null ? "refused" : outcome;
  };
  const ended = await session.passdown("pickup --claim", args, held);
  const taken = ended === null ? null : claimOf(ended);
  if (taken !== null) ledger.acknowledged.push({ kind: "claim", ...taken });
}

function claimOf({ stdout }: Ended): { readonly packetId: string; readonly claimId: string } | null {
  const { packet_id: packetId, claim: taken } = JSON.parse(stdout) as {
    readonly packet_id: string;
    readonly claim: { readonly id: string } | null;
  };
  return taken === null ? null : { packetId, claimId: taken.id };
}

/** Commands of the client with their hooks; the answer are those that a transcript tells of. */
async function tools(session: Session, { ledger }: Stage): Promise<readonly string[]> {
  const { transcript, client, random } = session;
  const tokens: string[] = [];
  for (let calls = 1 + Math.floor(random() * 4); calls > 0; calls -= 1) {
    const token = session.token();
    const command = random() < 0.15 ? "node check.mjs" : `echo ${token}`;
    const callId = `call_${token}`;
    if (await session.hook("before", { callId, command }))
      ledger.acknowledged.push({ kind: "tool_call", file: `${client}-${session.id}.jsonl` });
    transcript.ran(callId, command, 0);
    if (command.startsWith("echo")) tokens.push(token);
    await session.hook("after", { callId, command });
  }
  return tokens;
}

/** A turn of the client: a prompt, some commands, and its end. */
async function turn(session: Session, stage: Stage): Promise<void> {
  session.transcript.say("Go on.");
  await session.hook("prompt");
  const tokens = await tools(session, stage);
  if (await session.hook("turn_end"))
    stage.ledger.acknowledged.push(...tokens.map((token) => ({ kind: "told", token }) as const));
}

async function edit(session: Session): Promise<void> {
  session.edit();
}

type Deed = (members: readonly Session[], stage: Stage) => Promise<void>;
const all =
  (operation: Operation): Deed =>
  async (members, stage) =>
    void (await Promise.all(members.map((member) => operation(member, stage))));

/** What sessions of one thread do at the same moment: the same thing, on a packet that nobody holds, or everything. */
const deeds: readonly Deed[] = [
  all(note),
  all(pack),
  async (members, stage) => {
    const [first] = members;
    if (first !== undefined) {
      await note(first, stage);
      await pack(first, stage);
    }
    await all(claim)(members, stage);
  },
  async (members, stage) =>
    void (await Promise.all(members.map((member, n) => [pack, claim, note, status][n % 4]?.(member, stage)))),
];

/** Meets 3 to 7 other sessions of the same branch and topic. */
async function rush(session: Session, stage: Stage): Promise<void> {
  const { random } = session;
  const size = 4 + Math.floor(random() * 5);
  const chosen = deeds[Math.floor(random() * deeds.length)] ?? all(note);
  const deed = async (members: readonly Session[]): Promise<void> => {
    for (const member of members) member.together = true;
    await chosen(members, stage);
    for (const member of members) member.together = false;
  };
  await stage.rush.join(session.thread, session, { size, deed });
}

/** One of each that leaves something, so that every load has them all. */
export async function doEach(session: Session, stage: Stage): Promise<void> {
  for (const operation of [edit, exec, note, pack, turn, note, pack, claim]) await operation(session, stage);
}

const weights: readonly (readonly [number, Operation])[] = [
  [14, async (session, stage) => void (await tools(session, stage))],
  [10, note],
  [16, rush],
  [3, turn],
  [2, exec],
  [1, pack],
  [1, pickup],
  [1, claim],
  [1, status],
  [1, edit],
];

/** One of them, the frequent ones more often: what is cheap, and what meets with others. */
export function chooseOperation(random: () => number): Operation {
  let left = random() * weights.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, operation] of weights) {
    left -= weight;
    if (left < 0) return operation;
  }
  return status;
}
