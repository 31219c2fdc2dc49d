import * as v from "valibot";
import type { Packet } from "./packet.ts";

/**
 * What `handoff.json` must look like: the source of `schemas/handoff.schema.json` and of the parser. Unknown keys are
 * allowed at every depth: a newer version may add some, and they are under the digest like the rest. For the same
 * reason a key that older packets lack is optional and gets no default here: nothing may come to the file's own content.
 */

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const maybeText = v.nullable(text);
const maybeCount = v.nullable(count);
const maybeNumber = v.nullable(v.number());
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));
const packetId = v.pipe(text, v.regex(/^p-[0-9a-f]{16}$/));
const list = <T extends v.GenericSchema>(item: T): v.ArraySchema<T, undefined> => v.array(item);

const severity = v.picklist(["block", "warn", "info"]);
const verdict = v.picklist(["passed", "failed", "stale", "not_run", "weak", "unknown", "absent"]);
const commandState = v.picklist(["passed", "failed", "stale", "not_run", "weak", "unknown"]);
const changeStatus = v.picklist([
  "added",
  "modified",
  "deleted",
  "renamed",
  "copied",
  "type_changed",
  "unmerged",
  "untracked",
]);

const issue = v.looseObject({
  code: text,
  detail: text,
  path: v.optional(text),
  holder: v.optional(text),
  suggestion: text,
});

const cleanStateEntries = { clean: v.boolean(), blocking: list(issue), warnings: list(issue) };

const operation = v.looseObject({
  kind: v.picklist(["merge", "rebase", "cherry-pick", "revert", "bisect", "am"]),
  step: maybeCount,
  total: maybeCount,
  branch: maybeText,
});

const amounts = v.looseObject({
  attempts: maybeNumber,
  calls: maybeNumber,
  cost_usd: maybeNumber,
  minutes: maybeNumber,
});

const sevenFields = {
  summary: text,
  changed_files: list(text),
  commands_run: list(text),
  failed_attempts: list(text),
  open_risks: list(v.looseObject({ severity, code: text, detail: text })),
  next_action: text,
  verdict_pointer: v.looseObject({ verdict: maybeText, review: maybeText }),
};

const identity = {
  schema_version: v.literal(1),
  packet_id: packetId,
  digest: hash,
  session_id: text,
  client: maybeText,
  branch: maybeText,
  topic: text,
  task_id: maybeText,
  head_commit: maybeText,
  last_known_good_commit: maybeText,
  last_known_good_tree: maybeText,
  previous: v.nullable(packetId),
  scene: v.looseObject({
    kind: v.picklist(["git", "bare", "folder"]),
    repository: list(text),
    work_tree: text,
    head_tree: maybeText,
    tree: maybeText,
    detached: v.boolean(),
    operation: v.nullable(operation),
    dirty: list(
      v.looseObject({ path: text, from: maybeText, status: changeStatus, sha256: v.nullable(hash), mode: maybeText }),
    ),
    upstream: maybeText,
    shallow: v.boolean(),
    reasons: list(text),
  }),
};

const lifecycle = {
  status: v.picklist(["active", "superseded", "archived"]),
  superseded_by: v.nullable(packetId),
  created_at: maybeText,
  superseded_at: maybeText,
  archived_at: maybeText,
};

const further = {
  next_action_source: v.looseObject({
    kind: v.picklist([
      "note",
      "state",
      "board",
      "feature_list",
      "todo",
      "failing_acceptance",
      "open_question",
      "request",
      "none",
    ]),
    locator: maybeText,
  }),
  verification: v.looseObject({
    verdict,
    commands: list(
      v.looseObject({
        command: text,
        cwd: text,
        state: commandState,
        exit_code: v.nullable(v.pipe(v.number(), v.integer())),
        at_tree: maybeText,
        at: maybeText,
        why: text,
        evidence: maybeText,
        scope: maybeText,
        source: text,
      }),
    ),
    manual: list(text),
  }),
  checks: v.optional(
    list(
      v.looseObject({
        command: text,
        cwd: maybeText,
        outcome: v.picklist(["passed", "failed", "weak", "unknown", "not_run"]),
        why: text,
        exit_code: maybeNumber,
        at: maybeText,
        current: v.picklist(["this_content", "other_content", "before_changes", "unknown"]),
        evidence: text,
      }),
    ),
  ),
  review: v.looseObject({
    verdict: v.nullable(v.picklist(["pass", "soft_fail", "hard_fail"])),
    total: maybeNumber,
    path: maybeText,
  }),
  feedback_tail: v.pipe(
    list(
      v.looseObject({
        command: text,
        exit_code: v.nullable(v.pipe(v.number(), v.integer())),
        outcome: text,
        at: maybeText,
        tree: maybeText,
        count,
        resolved_by: maybeText,
        head: maybeText,
        tail: maybeText,
        error_lines: list(text),
        id: text,
      }),
    ),
    v.maxLength(30),
  ),
  feedback_omitted: v.looseObject({ passed: count, failed: count, log: list(text) }),
  changes: list(
    v.looseObject({
      path: text,
      from: maybeText,
      status: changeStatus,
      additions: maybeCount,
      deletions: maybeCount,
      binary: v.boolean(),
      sha256: v.nullable(hash),
      committed: v.boolean(),
      path_redacted: v.optional(hash),
    }),
  ),
  changed_since: v.looseObject({ commit: maybeText, kind: text, ref: maybeText }),
  commits: list(v.looseObject({ id: text, subject: text })),
  recent_files: list(v.looseObject({ path: text, sha256: v.nullable(hash), changed: v.boolean() })),
  todo: list(v.looseObject({ text, status: text, source: text })),
  assumptions_to_validate: list(v.looseObject({ text, source: text })),
  questions_for_human: list(v.looseObject({ id: text, text, author: text, at: text })),
  prerequisites: list(v.looseObject({ path: text, sha256: v.nullable(hash), why: text })),
  constraints: list(v.looseObject({ text, author: text, at: maybeText })),
  last_request: v.nullable(
    v.looseObject({ text, at: maybeText, before: v.optional(v.nullable(v.looseObject({ text, at: maybeText }))) }),
  ),
  last_message: v.optional(v.nullable(v.looseObject({ text, at: maybeText }))),
  decisions: list(v.looseObject({ text, author: text, at: text, answers: maybeText })),
  done: list(v.looseObject({ text, author: text, at: text, answers: v.optional(maybeText) })),
  effects: list(
    v.looseObject({
      id: text,
      what: text,
      state: v.picklist(["done", "unknown", "not_done"]),
      probe: maybeText,
      source: text,
    }),
  ),
  clean_state: v.looseObject(cleanStateEntries),
  budget: v.looseObject({ limits: amounts, spent: amounts }),
  context_usage: v.nullable(v.looseObject({ tokens: count, window: count })),
  kept_work: v.looseObject({
    files: list(v.looseObject({ path: text, sha256: v.nullable(hash), mode: maybeText, kept: v.boolean() })),
    omitted: list(text),
  }),
  artifacts: list(v.looseObject({ kind: text, path: text, dialect: text, sha256: hash })),
  incomplete: list(v.looseObject({ what: text, why: text })),
  evidence: list(
    v.looseObject({
      statement: text,
      source: v.picklist(["git", "artifact", "feedback", "note", "config", "hook", "run", "transcript"]),
      locator: text,
      sha256: v.nullable(hash),
    }),
  ),
};

export const packetSchema: v.GenericSchema<unknown, Packet> = v.looseObject({
  ...sevenFields,
  ...identity,
  ...lifecycle,
  ...further,
}) as unknown as v.GenericSchema<unknown, Packet>;

/** `clean_state.json`: the result of the gate, with the moment it was made. */
export const cleanStateSchema: v.GenericSchema = v.looseObject({
  schema_version: v.literal(1),
  checked_at: text,
  ...cleanStateEntries,
});
