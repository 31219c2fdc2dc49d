import type { Packet } from "../../../domain/packet.ts";
import type { PacketView } from "../../../domain/view/view-model.ts";
import type { Look } from "../parts/tones.ts";
import { outcomeLooks, severityLooks, verdictLooks } from "../parts/tones.ts";
import type { PageWords } from "../words/words.ts";

/** One sentence of a packet. */
export interface Statement {
  /** JSON pointer: of the sentence, and of the lists or entries whose evidence is also its own. */
  readonly pointer: string;
  readonly also: readonly string[];
  readonly text: string;
  /** A path or a command. */
  readonly code: boolean;
  /** A word of ours about it, with its look; null for none. */
  readonly mark: { readonly look: Look; readonly text: string } | null;
  /** `taken`: taken for true, whoever said it. `derived`: follows from other statements of the packet. */
  readonly kind: "told" | "taken" | "derived";
  /** What else is said of it, after the text. */
  readonly aside: string | null;
}

export interface StatementSection {
  readonly title: string;
  readonly statements: readonly Statement[];
}

/** The packet as lists of sentences, in the order in which a reader needs them; empty ones are left out. */
export function sectionsOf({ packet }: PacketView, words: PageWords): readonly StatementSection[] {
  const w = words.packet;
  const sections: readonly StatementSection[] = [
    {
      title: w.nextAction,
      statements: [
        said("/next_action", packet.next_action, { aside: words.nextActionSources[packet.next_action_source.kind] }),
      ],
    },
    {
      title: w.incomplete,
      statements: list("/incomplete", packet.incomplete, ({ what, why }) => ({
        text: what === "next_action" ? w.nextAction : what === "changes" ? w.changes : what,
        kind: "derived",
        aside: why,
      })),
    },
    { title: w.failed, statements: failures(packet, words) },
    { title: w.verification, statements: verification(packet, words) },
    {
      title: w.risks,
      statements: list("/open_risks", packet.open_risks, ({ severity, code, detail }) => ({
        text: detail,
        kind: code === "noted" || code === "blocker" ? "told" : "derived",
        mark: { look: severityLooks[severity], text: words.severities[severity] },
      })),
    },
    {
      title: w.constraints,
      statements: list("/constraints", packet.constraints, ({ text, author }) => ({ text, aside: author })),
    },
    {
      title: w.questions,
      statements: list("/questions_for_human", packet.questions_for_human, ({ text, author }) => ({
        text,
        aside: author,
      })),
    },
    {
      title: w.assumptions,
      statements: list("/assumptions_to_validate", packet.assumptions_to_validate, ({ text, source }) => ({
        text,
        kind: "taken",
        aside: source.startsWith("note ") ? w.inNote(source.slice("note ".length)) : source,
      })),
    },
    {
      title: w.effects,
      statements: list("/effects", packet.effects, ({ what, state, probe }) => ({
        text: what,
        mark: {
          look: outcomeLooks[state === "done" ? "passed" : state === "unknown" ? "unknown" : "not_run"],
          text: words.effectStates[state],
        },
        aside: probe,
      })),
    },
    {
      title: w.decisions,
      statements: list("/decisions", packet.decisions, ({ text, author }) => ({ text, aside: author })),
    },
    {
      title: w.todo,
      statements: list("/todo", packet.todo, ({ text, status }) => ({
        text,
        aside: wordOf(words.taskStatus, status),
      })),
    },
    { title: w.done, statements: list("/done", packet.done, ({ text, author }) => ({ text, aside: author })) },
    { title: w.changes, statements: changes(packet, words) },
    {
      title: w.commits,
      statements: list("/commits", packet.commits, ({ id, subject }) => ({
        text: subject,
        aside: id.slice(0, 10),
        also: ["/head_commit"],
      })),
    },
    {
      title: w.prerequisites,
      statements: list("/prerequisites", packet.prerequisites, ({ path, why }) => ({
        text: path,
        code: true,
        aside: wordOf(w.requiredBy, why),
      })),
    },
    { title: w.commands, statements: commands(packet, words) },
    {
      title: w.summary,
      statements: [
        said("/summary", packet.summary, { kind: "derived", also: ["/changes", "/verification", "/head_commit"] }),
      ],
    },
    {
      title: w.request,
      statements: packet.last_request === null ? [] : [said("/last_request", packet.last_request.text, {})],
    },
    {
      title: w.message,
      statements: packet.last_message === null ? [] : [said("/last_message", packet.last_message.text, {})],
    },
  ];
  return sections.filter(({ statements }) => statements.length > 0);
}

/** A word of ours for one of the words that packets use; any other stands as it is. */
function wordOf(table: Readonly<Record<string, string>>, text: string): string {
  return Object.hasOwn(table, text) ? (table[text] ?? text) : text;
}

type Told = Partial<Omit<Statement, "pointer" | "text">>;

function said(pointer: string, text: string, told: Told): Statement {
  return { pointer, text, also: [], code: false, mark: null, kind: "told", aside: null, ...told };
}

function list<T>(
  field: string,
  entries: readonly T[],
  tell: (entry: T) => Told & { readonly text: string },
): readonly Statement[] {
  return entries.map((entry, at) => {
    const { text, ...told } = tell(entry);
    return said(`${field}/${at}`, text, told);
  });
}

/** A failed attempt is one entry of the feedback: the same record stands behind both. */
function failures(packet: Packet, words: PageWords): readonly Statement[] {
  return packet.failed_attempts.map((text, at) => {
    const entries = packet.feedback_tail.flatMap(({ command, outcome }, entry) =>
      outcome === "failed" && text.startsWith(`${command} -> `) ? [`/feedback_tail/${entry}`] : [],
    );
    const mark = { look: outcomeLooks.failed, text: words.outcomes.failed };
    return said(`/failed_attempts/${at}`, text, { code: true, mark, also: entries.slice(-1) });
  });
}

function verification(packet: Packet, words: PageWords): readonly Statement[] {
  return packet.verification.commands.map(({ command, state, why }, at) =>
    said(`/verification/commands/${at}`, command, {
      code: true,
      mark: { look: verdictLooks[state], text: words.verdicts[state] },
      aside: why,
    }),
  );
}

function changes(packet: Packet, words: PageWords): readonly Statement[] {
  return list("/changes", packet.changes, ({ path, status, additions, deletions, committed }) => ({
    text: path,
    code: true,
    also: ["/changes"],
    aside: [
      words.changeStatus[status],
      ...(additions === null || deletions === null ? [] : [`+${additions} −${deletions}`]),
      committed ? words.packet.committed : words.packet.notCommitted,
    ].join(words.frame.comma),
  }));
}

function commands(packet: Packet, words: PageWords): readonly Statement[] {
  return list("/feedback_tail", packet.feedback_tail, ({ command, outcome, count }) => {
    const known = outcome in words.outcomes ? (outcome as keyof typeof words.outcomes) : "unknown";
    return {
      text: command,
      code: true,
      mark: { look: outcomeLooks[known], text: words.outcomes[known] },
      aside: count > 1 ? words.attempts.times(count) : null,
    };
  });
}
