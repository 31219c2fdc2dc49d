import { AppError } from "../domain/errors.ts";
import type { Packet } from "../domain/packet.ts";
import { parsePacket } from "../domain/packet-file.ts";
import { meantTopic } from "../domain/topic.ts";
import { readEvidence } from "./gather.ts";
import { safeThread } from "./safe-thread.ts";
import type { Workspace } from "./workspace.ts";

export interface PacketChoice {
  readonly id?: string | null;
  readonly branch?: string | null;
  readonly topic?: string | null;
}

/**
 * The packet that is meant, as its file stands: by id or a unique beginning of one, else the active one of the
 * branch and topic. Throws when there is none, naming those there are.
 */
export async function choosePacketId(
  workspace: Workspace,
  choice: PacketChoice,
): Promise<{
  readonly packetId: string;
  readonly packet: Packet;
  readonly text: string;
  readonly markdown: string | null;
}> {
  const { home } = workspace;
  const packetId = choice.id != null ? home.packets.resolve(choice.id) : await activeId(workspace, choice);
  const { handoffJson, handoffMd } = home.packets.read(packetId);
  if (handoffJson === null) {
    throw new AppError({
      kind: "input",
      code: "packet_unreadable",
      message: `packet ${packetId} has no readable handoff.json`,
      hint: "see `passdown log` for the packets that are whole",
    });
  }
  return { packetId, packet: parsePacket(handoffJson), text: handoffJson, markdown: handoffMd };
}

async function activeId(workspace: Workspace, choice: PacketChoice): Promise<string> {
  const { home, scene } = workspace;
  const asked = safeThread(workspace, choice);
  const branch = asked.branch ?? scene.head.branch;
  const here = home.chain.activeAll().records.filter((record) => record.branch === branch);
  const { workbench } = await readEvidence(workspace, null);
  const wanted = asked.topic ?? safeThread(workspace, { topic: meantTopic(workspace.config, workbench) }).topic;
  const exact = here.find((record) => record.topic === wanted);
  const only = asked.topic === null && here.length === 1 ? here[0] : undefined;
  const found = exact ?? only;
  if (found !== undefined) return found.packetId;
  const others = here.map((record) => `${record.topic} (${record.packetId})`);
  throw new AppError({
    kind: "input",
    code: here.length > 1 ? "topic_ambiguous" : "no_packet",
    message:
      here.length > 1
        ? `several topics of ${branch ?? "this place"} have an active packet: ${others.join(", ")}`
        : `no active packet for ${branch ?? "this place"}${wanted === null ? "" : `, topic ${wanted}`}`,
    hint: here.length > 1 ? "choose one with --topic" : "see `passdown log`, or make one with `passdown pack`",
  });
}
