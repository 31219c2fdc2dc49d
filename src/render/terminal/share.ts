import { foreignName } from "../../domain/text/foreign-name.ts";
import { code, data, filePath, join, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { aside } from "../parts.ts";
import type { FetchedView, FetchState, FetchView, OfferView, OriginView, PushedView, PushView } from "../views.ts";
import type { Words } from "../words/words.ts";
import { oneLine } from "../../domain/pickup/words.ts";
import { layOut } from "./lay-out.ts";
import { plainPaint } from "./paint.ts";
import { minute } from "./minute.ts";
import { renderItem } from "./rows.ts";
import { unbroken, type TerminalStyle } from "./style.ts";

const pushMarks = { pushed: "✓", unchanged: "✓", conflict: "?", refused: "✗" } as const;
const fetchMarks: Readonly<Record<FetchState, string>> = {
  current: "✓",
  taken: "✓",
  past: "–",
  untrusted: "?",
  unchecked: "?",
  diverged: "?",
  malformed: "✗",
};

const authorsShown = 3;

/** What went where, and what did not and why. */
export function renderPush(view: PushView, style: TerminalStyle): string {
  const { share } = style.words;
  if (view.result === "secrets") {
    return [
      layOut(say(share.secrets, { n: view.secrets.length }), style),
      ...view.secrets.map((path) => renderItem("✗", [filePath(path)], style)),
      renderItem("→", [word(share.secretsTodo)], style),
    ].join("\n");
  }
  const title = say(share.pushTo, { remote: code(view.remote), url: code(view.url) });
  return [layOut(title, style), ...view.packets.flatMap((packet) => renderPushed(packet, style))].join("\n");
}

function renderPushed(packet: PushedView, style: TerminalStyle): string[] {
  const { words } = style;
  const { share } = words;
  const { conflict, reason } = packet;
  const name = threadName(packet, words);
  const work = packet.work === 0 ? [] : [word(words.comma), ...say(share.work, { n: packet.work })];
  const lines: (readonly Inline[])[] = [];
  if (conflict !== null) {
    const unknown = word(words.common.unknown);
    const { packet_id: id, author, host, at } = conflict;
    const who = { author: author === null ? unknown : data(author), host: host === null ? unknown : data(host) };
    const values = { id: id === null ? unknown : code(id), ...who, at: at === null ? unknown : minute(at) };
    lines.push(say(share.conflict, values), [word(`→ ${share.conflictTodo}`)]);
  }
  if (reason !== null) lines.push([data(reason)], [word(`→ ${share.refusedTodo}`)]);
  if (!packet.signed && packet.result === "pushed") lines.push([word(share.unsigned)]);
  for (const what of packet.omitted) lines.push(say(share.omitted, { what: data(what) }));
  return [
    renderItem(
      pushMarks[packet.result],
      [strong(code(packet.packet_id)), word(" "), ...name, word(words.colon), word(share.push[packet.result]), ...work],
      style,
    ),
    ...lines.map((line) => renderItem(" ", line, style)),
  ];
}

/** What the remote holds, and what became of it here. */
export function renderFetch(view: FetchView, style: TerminalStyle): string {
  const { share } = style.words;
  const title = say(share.fetchFrom, { remote: code(view.remote), url: code(view.url) });
  return [
    layOut(title, style),
    ...(view.packets.length === 0 ? [renderItem("–", [word(share.nothing)], style)] : []),
    ...view.packets.flatMap((packet) => renderFetched(packet, style)),
    ...view.cut.map((reason) => renderItem("!", [word(share.cut[reason])], style)),
    ...(view.ignored === 0 ? [] : [renderItem("–", say(share.ignored, { n: view.ignored }), style)]),
  ].join("\n");
}

function renderFetched(packet: FetchedView, style: TerminalStyle): string[] {
  const { words } = style;
  const { share } = words;
  const { packet_id: id, author, host, state, why, fingerprint, signer } = packet;
  const name = id === null ? [code(packet.ref)] : [strong(code(id)), word(" "), ...threadName(packet, words)];
  const work = packet.work === 0 ? [] : [word(words.comma), ...say(share.work, { n: packet.work })];
  const lines: (readonly Inline[])[] = [];
  if (author !== null && host !== null && state !== "current" && state !== "past") {
    const signed = signer === null ? [] : [word(words.comma), ...say(share.signed, { signer: data(signer) })];
    lines.push([data(author), word(words.comma), data(host), ...signed]);
  }
  if (why !== null && (state === "untrusted" || state === "unchecked" || state === "malformed"))
    lines.push([data(why)]);
  if (packet.newer_untrusted > 0) lines.push(say(share.newer, { n: packet.newer_untrusted }));
  if (!packet.kept && state !== "malformed") lines.push([word(share.notKept)]);
  if (packet.rolled_back) lines.push([word(share.rolledBack)]);
  if (state === "untrusted" && id !== null && (packet.kept || fingerprint !== null)) {
    const todo =
      fingerprint === null
        ? say(share.unsignedTodo, { id: code(id) })
        : say(share.untrustedTodo, { author: data(author ?? ""), fingerprint: code(fingerprint) });
    lines.push([word("→ "), ...todo]);
  }
  if (state === "unchecked") lines.push([word(`→ ${share.uncheckedTodo}`)]);
  if (state === "diverged" && id !== null) lines.push([word("→ "), ...say(share.divergedTodo, { id: code(id) })]);
  return [
    renderItem(fetchMarks[state], [...name, word(words.colon), word(share.fetch[state]), ...work], style),
    ...lines.map((line) => renderItem(" ", line, style)),
  ];
}

/** Packets of others that wait for a human, where another command mentions them. */
export function renderOffers(offers: readonly OfferView[], style: TerminalStyle): string[] {
  const { words } = style;
  if (offers.length === 0) return [];
  return [
    "",
    layOut([strong(word(words.share.offers))], style),
    ...offers.flatMap((offer) => {
      const { state, packet_id, why } = offer;
      const mark = tone("warn", word(words.share.offerStates[state]));
      const who = describeOrigin({ ...offer, untrusted: why }, words);
      return [
        renderItem("?", [code(packet_id), word(" "), ...threadName(offer, words), word(words.colon), mark], style),
        renderItem(" ", who, style),
      ];
    }),
  ];
}

/** One line on packets that nobody here trusts, of whom and what to do; null where none waits. */
export function tellWaiting(offers: readonly OfferView[], words: Words): string | null {
  const waiting = offers.filter(({ state }) => state === "untrusted");
  const [first] = waiting;
  if (first === undefined) return null;
  const { share } = words;
  const authors = [...new Set(waiting.map(({ author }) => oneLine(author)))];
  const shown = join(
    authors.slice(0, authorsShown).map((author) => [data(author)]),
    words.comma,
  );
  const by = authors.length > authorsShown ? [...shown, word("…")] : shown;
  const todo =
    waiting.length === 1 && first.fingerprint !== null
      ? say(share.waitingTodo, { fingerprint: code(first.fingerprint) })
      : [word(share.waitingLook)];
  const style = { words, paint: plainPaint, columns: unbroken };
  return layOut([...say(share.waiting, { n: waiting.length, authors: by }), word(words.dash), ...todo], style);
}

/** One line on who shared a packet. */
export function renderOrigin(origin: OriginView, style: TerminalStyle): string {
  return renderItem("←", describeOrigin(origin, style.words), style, 0);
}

export function describeOrigin(origin: OriginView, words: Words): Inline[] {
  const { author, host, remote, signer, untrusted } = origin;
  const by = say(words.share.sharedBy, {
    author: data(foreignName(author)),
    host: data(foreignName(host)),
    remote: code(remote),
  });
  const signed = signer === null ? [] : [word(words.comma), ...say(words.share.signed, { signer: data(signer) })];
  const doubt = untrusted === null ? [] : [word(words.dash), data(untrusted)];
  return [...by, ...signed, ...doubt];
}

function threadName(thread: { readonly branch: string | null; readonly topic: string | null }, words: Words): Inline[] {
  const branch = thread.branch === null ? [word(words.common.noBranch)] : [code(thread.branch)];
  return aside(join([branch, [data(foreignName(thread.topic ?? ""))]], words.comma), words);
}
