import { brief } from "./en/brief.ts";
import { cleanCodes } from "./en/clean-codes.ts";
import { clients } from "./en/clients.ts";
import { sessions } from "./en/sessions.ts";
import { common } from "./en/common.ts";
import { handoff } from "./en/handoff.ts";
import { reasons } from "./en/reasons.ts";
import { recovery } from "./en/recovery.ts";
import { runs } from "./en/runs.ts";
import { share } from "./en/share.ts";
import { states } from "./en/states.ts";
import { team } from "./en/team.ts";
import { terminal } from "./en/terminal.ts";
import type { Words } from "./words.ts";

export const en: Words = {
  language: "en",
  comma: ", ",
  colon: ": ",
  gap: ". ",
  dash: " — ",
  space: " ",

  decisions: {
    proceed: { name: "proceed", meaning: "the scene is what the packet says; go on with the next action" },
    reverify: { name: "reverify", meaning: "something moved; check it again before you go on" },
    needs_human: { name: "needs_human", meaning: "a human has to decide something before you go on" },
    stop: { name: "stop", meaning: "do not act on this packet here" },
  },

  reasons,

  verdicts: {
    passed: "passed",
    failed: "failed",
    stale: "stale",
    not_run: "not run",
    weak: "weak",
    unknown: "unknown",
    absent: "none known",
  },
  verdictScope: {
    passed: "{n} of {total} acceptance {total|command|commands} passed on this tree",
    failed: "{n} of {total} acceptance {total|command|commands} {n|fails|fail} on this tree",
    stale:
      "{n} of {total} acceptance {total|command|commands} last ran on another tree, which says nothing about this one",
    not_run: "{n} of {total} acceptance {total|command|commands} {n|has|have} not run on this tree",
    weak: "{n} of {total} acceptance {total|command|commands} {n|has a result that proves|have results that prove} nothing",
    unknown: "{n} of {total} acceptance {total|command|commands} {n|has|have} an unknown result",
    absent: "no acceptance commands are declared, so nothing is verified",
  },

  cleanCodes,

  ...states,

  severities: { block: "block", warn: "warn", info: "info" },
  effectStates: { done: "done", unknown: "unknown", not_done: "not done" },
  reviewVerdicts: { pass: "pass", soft_fail: "soft fail", hard_fail: "hard fail" },
  baseKinds: {
    session_start: "Counted from {commit}, the head when the session began",
    merge_base: "Counted from {commit}, where the branch left {ref}",
    previous_packet: "Counted from {commit}, the head of the packet before",
    root: "Counted from the first commit on",
    none: "Counted from nothing: there is no commit to count from",
  },
  nextActionSources: {
    note: "a note",
    state: "the state file",
    board: "the task in progress on the board",
    feature_list: "the feature in progress",
    todo: "the client's to-do list",
    failing_acceptance: "the newest failing acceptance command",
    open_question: "an unanswered question",
    request: "the user's last request",
    none: "nothing: the session named none",
  },
  noteKinds: {
    next: "next action",
    assume: "assumption",
    block: "blocker",
    ask: "question",
    risk: "risk",
    decide: "decision",
    constrain: "constraint",
    require: "prerequisite",
    keep: "kept work",
    done: "done",
  },
  errorKinds: {
    usage: "wrong usage",
    config: "invalid configuration",
    input: "unusable input",
    environment: "environment",
    bug: "bug in passdown",
  },

  common,

  handoff,

  recovery,

  brief,

  terminal,

  runs,
  sessions,
  share,
  team,

  clients,

  messages: {
    archived: "archived",
    notActive: "not active",
    restored: "restored into",
    running: "running",
    notKept: "not kept",
    notChecked: "not checked",
  },
};
