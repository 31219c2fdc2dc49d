import type { ShareWords } from "../share-words.ts";

export const share: ShareWords = {
  push: {
    pushed: "pushed",
    unchanged: "there already",
    conflict: "conflict: kept beside",
    refused: "refused by the remote",
  },
  fetch: {
    current: "active here",
    taken: "taken in, active now",
    past: "an earlier one",
    untrusted: "not trusted, kept apart",
    unchecked: "not checked, kept apart",
    diverged: "diverged: both moved on",
    malformed: "no sound packet",
  },
  pushTo: "To {remote} ({url})",
  fetchFrom: "From {remote} ({url})",
  nothing: "The remote holds no packets.",
  work: "{n} {n|file|files} of uncommitted work",
  omitted: "left out: {what}",
  unsigned: "not signed: others will keep it apart; set up a key (`docs/share.md`) and push again: that signs it",
  conflict: "{id} is there, shared by {author} on {host}, of {at}: this one does not follow it",
  conflictTodo: "`passdown fetch`, read both, `passdown pack` one that follows, then push again; nothing is lost",
  refusedTodo:
    "let whoever runs the remote allow refs below `refs/passdown/`, or share through another one: `passdown push --remote NAME`",
  secrets: "Nothing was sent: {n} {n|file|files} of the uncommitted work may hold a secret:",
  secretsTodo: "take the secret out and pack again, push without `--with-work`, or say `--allow-secrets` if it is none",
  sharedBy: "shared by {author} on {host} through {remote}",
  signed: "signed by {signer}",
  rolledBack: "the remote went back to an older state; nothing here follows it",
  untrustedTodo:
    "ask {author} whether {fingerprint} is theirs; then `passdown trust add {fingerprint}` and `passdown fetch`",
  unsignedTodo: "read it with `passdown show {id}`; its author can sign: see `docs/share.md`",
  uncheckedTodo:
    "see to `ssh-keygen` (`gpg.ssh.program`), then `passdown fetch` again: this says nothing against its author",
  divergedTodo:
    "read both with `passdown show {id}`; `passdown pack` makes one that follows both, `passdown push` shares it",
  ignored: "{n} other {n|ref|refs} below `refs/passdown/` {n|was|were} not looked at",
  offers: "from others",
  offerStates: { untrusted: "not trusted", diverged: "diverged" },
  trust: { added: "trusted from now on", removed: "not trusted any more", unchanged: "trusted already" },
  trustNext: "`passdown fetch` takes in what this key signed.",
  noSigners: "No key is trusted: packets from elsewhere are kept apart.",
  lineOf: "{source}, line {line}, is passed over: ",
  standings: {
    authority: "an authority: keys that it certified are believed",
    other_purpose: "not believed: it is for another purpose than packets",
    expired: "not believed: its time is over",
    not_yet: "not believed: its time has not begun",
    revoked: "not believed: it is revoked",
    passed_over: "not believed: its line cannot be read",
    unknown: "not believed now: nobody can tell whether it is revoked",
  },
  newer: "{n} newer {n|commit|commits} upon it {n|is|are} not trusted and {n|waits|wait}",
  notKept: "told here only: more packets of strangers wait than are kept",
  cut: {
    names:
      "not everything was seen: the remote's list of refs is longer than is read; `git ls-remote` shows who put so many there",
    refs: "not everything was seen: the remote holds more packets than are looked at; those of threads that are active here came first",
    size: "not everything was seen: the packets together are larger than is read; those of threads that are active here came first",
    time: "not everything was seen: the time was over; `passdown fetch --timeout SECONDS` gives more",
  },
  sources: { home: "added here", git: "from git's settings" },
};
