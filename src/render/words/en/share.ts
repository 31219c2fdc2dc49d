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
  unsigned: "not signed: others will keep it apart; see `docs/share.md` for how to sign",
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
  sources: { home: "added here", git: "from git's settings" },
};
