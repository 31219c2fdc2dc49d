import type { FeedbackRecord, OutputExcerpt } from "../../src/domain/workbench.ts";

export function makeExcerpt(tail = ""): OutputExcerpt {
  return { head: "", tail, omittedLines: 0, errorLines: [] };
}

/** A command that exited 0 in silence; `fields` say what is different. */
export function makeRecord(fields: Partial<FeedbackRecord> = {}): FeedbackRecord {
  return {
    id: "0123456789ab",
    parentId: null,
    source: { kind: "home", path: "feedback.jsonl", line: 1 },
    command: { argv: ["npm", "test"] },
    exitCode: 0,
    signal: null,
    error: null,
    durationMs: 12,
    startedAt: "2026-11-30T07:29:21.123Z",
    stdout: makeExcerpt(),
    stderr: makeExcerpt(),
    note: null,
    cwd: "",
    branch: "main",
    commit: null,
    topic: "main",
    sessionId: "s-1",
    tree: null,
    treeAfter: null,
    changedWhileRunning: [],
    testResult: null,
    ...fields,
  };
}
