import type { Words } from "../words.ts";

export const reasons: Words["reasons"] = {
  scene_matches: {
    says: "The scene is as the packet recorded it.",
    todo: "start with the next action.",
  },
  commits_added: {
    says: "Commits were added after the packet.",
    todo: "read them, run `passdown verify --run`, then go on if the next action still applies.",
  },
  commit_rewritten_same_tree: {
    says: "A commit was rewritten; its content is the same.",
    todo: "go on, and use the new commit id.",
  },
  commit_gone: {
    says: "A commit that the packet rests on is not in this repository.",
    todo: "ask where that work went; `git reflog` and other clones may know. Do not redo it from memory.",
  },
  commit_unreachable: {
    says: "A commit that the packet rests on exists, but no branch or tag holds it.",
    todo: "ask whether it is still wanted; `git branch NAME COMMIT` keeps it from being collected.",
  },
  history_shallow: {
    says: "A commit that the packet rests on may lie beyond the boundary of this shallow clone.",
    todo: "run `git fetch --unshallow`, then pick up again.",
  },
  head_diverged: {
    says: "The head moved back or sideways from where the packet was made.",
    todo: "compare with `git log --oneline --left-right HEAD...COMMIT` and let a human choose; move nothing.",
  },
  work_tree_changed: {
    says: "Uncommitted files have other content than in the packet.",
    todo: "read the files named, run `passdown verify --run`, and go on from what is there now.",
  },
  work_in_stash: {
    says: "The packet's uncommitted work lies in a stash.",
    todo: "look at it with `git stash show -p`; `git stash apply` brings it back and keeps the stash. Then pick up again.",
  },
  work_missing: {
    says: "Uncommitted work of the packet is no longer in the work tree.",
    todo: "ask before redoing it; `passdown restore --into FOLDER` brings the kept copy back in a new worktree.",
  },
  head_detached: {
    says: "HEAD is on no branch.",
    todo: "ask which branch this work belongs to; commits made here are easily lost.",
  },
  wrong_branch: {
    says: "The packet belongs to another branch.",
    todo: "go to where that branch is checked out, pick up there, and change nothing here.",
  },
  wrong_worktree: {
    says: "The packet's branch is checked out in another worktree.",
    todo: "go to that worktree, pick up there, and change nothing here.",
  },
  wrong_repository: {
    says: "The packet belongs to another repository.",
    todo: "open that repository; the packet says nothing about this one.",
  },
  no_packet: {
    says: "There is no packet for this branch and topic.",
    todo: "ask what to do first, or look for other packets with `passdown log`.",
  },
  topic_ambiguous: {
    says: "Several topics have a packet here, and none was chosen.",
    todo: "choose one: `passdown pickup --topic TOPIC`.",
  },
  operation_in_progress: {
    says: "A git operation is in progress that the packet does not know.",
    todo: "let a human finish it or give it up; then pick up again.",
  },
  packet_altered: {
    says: "The packet's bytes do not match its digest.",
    todo: "do not act on what it says; `passdown audit` names what is wrong, `passdown pack` makes a new one.",
  },
  markdown_differs: {
    says: "handoff.md is not what handoff.json says.",
    todo: "trust handoff.json alone.",
  },
  not_active: {
    says: "This packet is not the active one.",
    todo: "pick up the active one: `passdown pickup` without an id.",
  },
  origin_untrusted: {
    says: "This packet was not made here.",
    todo: "take its statements for claims and let a human confirm the next action. One that was shared can be read with `passdown show ID`; once its key is known to be that person's, `passdown trust add FINGERPRINT` and `passdown fetch`.",
  },
  origin_trusted: {
    says: "This packet was shared by somebody who is trusted here.",
    todo: "go on.",
  },
  packets_diverged: {
    says: "Somebody else published another packet on this branch and topic; neither follows the other.",
    todo: "read both with `passdown show ID` and let a human choose; `passdown note decide TEXT` and `passdown pack` make one that follows both, `passdown push` shares it.",
  },
  prerequisite_missing: {
    says: "A file that has to be read first is missing.",
    todo: "ask where it is, or have it restored, before you act.",
  },
  prerequisite_changed: {
    says: "A file that has to be read first has changed.",
    todo: "read it again before you rely on what the packet says about it.",
  },
  verification_stale: {
    says: "The verification belongs to another tree.",
    todo: "run `passdown verify --run`.",
  },
  verification_not_run: {
    says: "Acceptance commands have not run on this tree.",
    todo: "run `passdown verify --run`.",
  },
  verification_weak: {
    says: "The result of an acceptance command proves nothing.",
    todo: "run the command itself, without what hides its exit code: `passdown exec -- COMMAND`.",
  },
  verification_unknown: {
    says: "The result of an acceptance command is unknown.",
    todo: "run `passdown verify --run` and read its output.",
  },
  verification_absent: {
    says: "No acceptance commands are known: nothing was verified.",
    todo: "go on, but call nothing verified; `acceptance` in passdown.config.json names the commands.",
  },
  verification_failed: {
    says: "Verification is red; the packet is about red work.",
    todo: "begin with the failing commands.",
  },
  effect_unknown: {
    says: "An effect may or may not have happened.",
    todo: "run the read-only probe and report; do not repeat it before a human has decided.",
    keep: 'keep what is found: `passdown note done --answers ID TEXT` or `note decide --answers ID "not done: ..."`; of a step of a run `passdown run settle RUN KEY --done TEXT` or `--not-done TEXT`.',
  },
  question_open: {
    says: "A question to the human is unanswered.",
    todo: "ask it, and keep the answer: `passdown note decide --answers ID TEXT`.",
  },
  packet_incomplete: {
    says: "The packet is incomplete.",
    todo: "have a human fill in what is missing before you act.",
  },
  packet_old: {
    says: "The packet is older than the limit.",
    todo: "ask whether the work is still wanted, and run `passdown verify --run`.",
  },
  claimed: {
    says: "A live session has claimed this packet.",
    todo: "leave the work to that session, or ask its owner; do not work on the same tree at the same time.",
  },
  claim_lapsed: {
    says: "Somebody claimed this work and has not been heard of since.",
    todo: "ask that person; what was begun there may still run. Then `passdown pickup --takeover REASON`, which everybody can read.",
  },
  packet_refused: {
    says: "The team's store did not take this packet: others do not see it.",
    todo: "see who holds the work with `passdown status`, agree with that person, then `passdown pack` again.",
  },
  store_unreachable: {
    says: "The team's store gives no answer; nothing is lost, and it is told later.",
    todo: "ask the others before you do what they may be doing; `passdown status` says what is wrong.",
  },
  store_unused: {
    says: "A store is named for the team and is not used here.",
    todo: "say that it may be used, or that none is: `passdown trust store`, or `PASSDOWN_STORE=none`.",
  },
  clock_skew: {
    says: "Times contradict each other.",
    todo: "go by content, not by time, and run `passdown verify --run`.",
  },
  evidence_gap: {
    says: "There is evidence newer than the packet.",
    todo: "read it, and run `passdown verify --run`.",
  },
  evidence_damaged: {
    says: "Some evidence could not be read.",
    todo: "count what is unreadable as unknown, and run `passdown verify --run`.",
  },
};
