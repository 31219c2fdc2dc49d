import { readWorkbench } from "../../adapters/files/read-workbench.ts";
import { AppError } from "../../domain/errors.ts";
import type { Note } from "../../domain/home.ts";
import type { Evidence } from "../../domain/packet.ts";
import { commandRunOf } from "../../domain/view/command-run.ts";
import type { EvidenceView, RunEntry } from "../../domain/view/view-model.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import { readFeedback } from "../read-feedback.ts";
import { openWorkspace } from "../workspace.ts";
import type { HomeView } from "./home-view.ts";
import { readRunEntries } from "./runs.ts";

/** Finds what stands behind one statement. */
export type EvidenceReader = (evidence: Evidence) => Promise<EvidenceView>;

/** Logs are read with the first statement that needs them, and once for all: a reader is for one answer. */
export function createEvidenceReader(view: HomeView): EvidenceReader {
  const records = once(async () => byId(readFeedback(view.home).records));
  const elsewhere = once(() => readRepositoryRecords(view));
  const notes = once(async () => new Map(view.home.notes.read().records.map((note) => [note.id, note] as const)));
  const runs = once(() => readRunEntries(view));
  return async ({ source, locator, sha256 }) => {
    const record =
      source === "feedback" ? ((await records()).get(locator) ?? (await elsewhere()).get(locator)) : undefined;
    const excerpt =
      source === "note"
        ? excerptOfNote((await notes()).get(locator))
        : source === "run"
          ? excerptOfRun(await runs(), locator)
          : null;
    const run = record === undefined ? null : commandRunOf(record);
    return { source, locator, sha256, run, ...(excerpt === null ? {} : { excerpt }) };
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read());
}

function byId(records: readonly FeedbackRecord[]): ReadonlyMap<string, FeedbackRecord> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Logs that lie in the work tree; none where it cannot be read. */
async function readRepositoryRecords({ context, redactor }: HomeView): Promise<ReadonlyMap<string, FeedbackRecord>> {
  try {
    const { scene, config } = await openWorkspace(context, { tree: false });
    const redact = (text: string): string => redactor.redact(text);
    return byId((await readWorkbench({ root: scene.root, config, redact })).feedback);
  } catch (error) {
    if (error instanceof AppError) return new Map();
    throw error;
  }
}

function excerptOfNote(note: Note | undefined): string | null {
  return note === undefined ? null : `${note.kind} · ${note.author} · ${note.at}\n${note.text}`;
}

/** `run:NAME`, as the packet's effects name it, or `run:NAME/STEP`. */
function excerptOfRun(runs: readonly RunEntry[], locator: string): string | null {
  const [, name = "", key] = /^run:([^/]+)(?:\/(.+))?$/.exec(locator) ?? [];
  const run = runs.find((one) => one.name === name);
  if (run === undefined) return null;
  const step = run.steps.find((one) => one.key === key);
  return step === undefined ? run.detail : `${step.key}: ${step.verdict} · ${step.detail}`;
}
