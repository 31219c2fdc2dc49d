import type { Packet } from "../../domain/packet.ts";
import { bullets, item, paragraph, type Block, type Item, type Section } from "../document/document.ts";
import { code, data, filePath, join, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { describeOperation } from "../operation.ts";
import type { Words } from "../words/words.ts";
import { describeBase } from "./base.ts";
import { field, foldedList } from "./lists.ts";
import { idOrNone } from "../parts.ts";

/** The one step, word by word, and where it comes from. */
export function describeNextAction(packet: Packet, words: Words): Section {
  const { kind, locator } = packet.next_action_source;
  const source = [word(words.nextActionSources[kind])];
  const where: Inline[] = locator === null ? source : [...source, word(words.comma), filePath(locator)];
  const text: Block =
    packet.next_action.trim() === ""
      ? bullets([item([word(words.common.none)])])
      : { kind: "quote", text: packet.next_action };
  return { title: words.handoff.nextAction, blocks: [text, paragraph(say(words.common.source, { source: where }))] };
}

/** Everything a reader needs to check the rest. No lifecycle: superseding a packet does not change its text. */
export function describeReceipts(packet: Packet, words: Words, emptySections: readonly string[]): Section {
  const { handoff, common } = words;
  const { scene } = packet;
  const line = (label: string, value: readonly Inline[]): Item => field(label, value, words);
  const commitAndTree = (commit: string | null, tree: string | null): Inline[] =>
    commit === null
      ? [word(common.none)]
      : [code(commit), ...(tree === null ? [] : [word(words.comma), ...say(common.onTree, { tree: code(tree) })])];
  const items: Item[] = [
    line(handoff.verdictPointer, [pathOrNone(packet.verdict_pointer.verdict, words)]),
    line(handoff.reviewPointer, [pathOrNone(packet.verdict_pointer.review, words)]),
    line(handoff.packetId, [code(packet.packet_id)]),
    line(handoff.digest, [code(packet.digest)]),
    line(handoff.session, [code(packet.session_id)]),
    line(handoff.client, [packet.client === null ? word(handoff.noClient) : data(packet.client)]),
    line(handoff.task, [idOrNone(packet.task_id, words)]),
    line(handoff.branch, [packet.branch === null ? word(common.noBranch) : code(packet.branch)]),
    line(handoff.head, commitAndTree(packet.head_commit, scene.head_tree)),
    line(handoff.tree, [idOrNone(scene.tree, words)]),
    line(handoff.goodReceipt, commitAndTree(packet.last_known_good_commit, packet.last_known_good_tree)),
    line(handoff.base, describeBase(packet, words)),
    line(handoff.previous, [idOrNone(packet.previous, words)]),
    line(
      handoff.repository,
      scene.repository.length === 0
        ? [word(common.none)]
        : join(
            scene.repository.map((id) => [code(id)]),
            words.comma,
          ),
    ),
    line(handoff.workTree, [code(scene.work_tree)]),
  ];
  if (scene.upstream !== null) items.push(line(handoff.upstream, [code(scene.upstream)]));
  if (scene.operation !== null) items.push(line(handoff.operationLead, describeOperation(scene.operation, words)));
  if (scene.reasons.length > 0) {
    items.push(
      line(
        handoff.notKnown,
        join(
          scene.reasons.map((reason) => [code(reason)]),
          words.comma,
        ),
      ),
    );
  }
  const budget = describeBudget(packet, words);
  if (budget.length > 0) items.push(line(handoff.budget, join(budget, words.comma)));
  const usage = packet.context_usage;
  if (usage !== null) items.push(line(handoff.context, say(handoff.contextOf, { ...usage })));
  items.push(line(handoff.evidence, say(handoff.evidenceCount, { n: packet.evidence.length })));
  if (emptySections.length > 0) {
    const names = join(
      emptySections.map((title) => [word(title)]),
      words.comma,
    );
    items.push(item(say(handoff.emptySections, { names })));
  }
  return { title: handoff.receipts, blocks: [bullets(items), ...describeArtifacts(packet, words)] };
}

/** Only what has a limit or was counted; unknown stays unknown. */
function describeBudget(packet: Packet, words: Words): Inline[][] {
  const { handoff, common } = words;
  const { limits, spent } = packet.budget;
  const names = { attempts: handoff.attempts, calls: handoff.calls, cost_usd: handoff.cost, minutes: handoff.minutes };
  const keys = ["attempts", "calls", "cost_usd", "minutes"] as const;
  return keys
    .filter((key) => limits[key] !== null || spent[key] !== null)
    .map((key) => {
      const limit = limits[key];
      const used = spent[key];
      const value: Inline = word(used === null ? common.unknown : String(used));
      return [word(`${names[key]} `), ...(limit === null ? [value] : say(common.limit, { spent: value, limit }))];
    });
}

function describeArtifacts(packet: Packet, words: Words): Block[] {
  if (packet.artifacts.length === 0) return [];
  const items = packet.artifacts.map(({ path, kind, dialect, sha256 }) =>
    item([filePath(path), word(words.colon), code(kind), word(" "), data(dialect), word(words.comma), code(sha256)]),
  );
  return [paragraph([word(words.handoff.artifacts + words.colon)]), foldedList(items, words.handoff.allEntries, words)];
}

function pathOrNone(path: string | null, words: Words): Inline {
  return path === null ? word(words.common.none) : filePath(path);
}
