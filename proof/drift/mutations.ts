/**
 * What may happen to a scene between packing and pickup, in any repository. A change is a shell script that runs in the
 * work tree with $CLEAN (a committed file without changes), $WORK (a committed file with uncommitted changes), $NEW (an
 * untracked file of the work), $HOME_DIR (passdown's home), $PACKET (the packet's folder), $SIDE (a free path beside).
 * `needs` says without which of them a change is impossible. `later` moves the clock by days.
 */
export interface SceneChange {
  readonly name: string;
  readonly needs: readonly ("CLEAN" | "WORK" | "NEW" | "PARENT")[];
  readonly script: string;
  readonly later: number;
  /** Where the pickup is asked; the work tree when absent. */
  readonly cwd: "tree" | "side" | "below";
  /** Codes of the design's table of which one must be said; none for a harmless change. */
  readonly codes: readonly string[];
}

/** What the design decides for each code; a weaker decision is a fault. */
export const designed: Readonly<Record<string, string>> = {
  commits_added: "reverify",
  commit_rewritten_same_tree: "proceed",
  commit_gone: "needs_human",
  commit_unreachable: "needs_human",
  head_diverged: "needs_human",
  work_tree_changed: "reverify",
  work_in_stash: "reverify",
  work_missing: "needs_human",
  head_detached: "needs_human",
  wrong_branch: "stop",
  wrong_worktree: "stop",
  wrong_repository: "stop",
  operation_in_progress: "needs_human",
  packet_altered: "stop",
  markdown_differs: "reverify",
  no_packet: "needs_human",
  packet_old: "reverify",
  clock_skew: "reverify",
  evidence_damaged: "reverify",
};

type Needs = SceneChange["needs"];
type More = Partial<Pick<SceneChange, "later" | "cwd">>;

function change(name: string, needs: Needs, script: string, codes: string, more: More = {}): SceneChange {
  return { name, needs, script, codes: codes === "" ? [] : codes.split(" "), later: 0, cwd: "tree", ...more };
}

const none: Needs = [];
const clean: Needs = ["CLEAN"];
const work: Needs = ["WORK"];
const fresh: Needs = ["NEW"];
const parent: Needs = ["PARENT"];

// prettier-ignore
export const harmful: readonly SceneChange[] = [
  // Commits.
  change("an empty commit", none, "git commit -q --allow-empty -m empty", "commits_added"),
  change("three commits", none, "for n in 1 2 3; do git commit -q --allow-empty -m $n; done", "commits_added"),
  change("a committed file is changed and committed", clean, `echo more >> "$CLEAN" && git commit -q -m more -- "$CLEAN"`, "commits_added"),
  change("a committed file is removed and committed", clean, `git rm -q -- "$CLEAN" && git commit -q -m gone -- "$CLEAN"`, "commits_added"),
  change("a file of the work is committed", work, `git commit -q -m work -- "$WORK"`, "commits_added"),
  change("everything is committed", work, "git add -A && git commit -q -m all", "commits_added"),
  change("an unrelated branch is merged", none, "git checkout -q -b aside && git commit -q --allow-empty -m aside && git checkout -q - && git merge -q --no-ff --no-edit aside", "commits_added"),
  change("a commit and its revert", none, "git commit -q --allow-empty -m one && git commit -q --allow-empty -m 'Revert one'", "commits_added"),
  change("the head is amended with other content", clean, `echo more >> "$CLEAN" && git commit -q --amend -m other -- "$CLEAN"`, "head_diverged"),
  change("the head moves back, files stay", parent, "git reset -q --soft HEAD~1", "head_diverged"),
  change("the head moves back, index too", parent, "git reset -q HEAD~1", "head_diverged"),
  change("the head moves sideways", parent, "git tag keep && git reset -q --soft HEAD~1 && echo x > sideways.txt && git add sideways.txt && git commit -q -m sideways", "head_diverged"),
  change("the branch is replaced by an orphan", none, "b=$(git symbolic-ref --short HEAD) && git checkout -q --orphan fresh-start && git rm -r -q -f --cached . && git commit -q --allow-empty -m fresh && git branch -M \"$b\"", "head_diverged commit_unreachable wrong_repository"),
  // Content.
  change("a file of the work gets a line", work, `echo more >> "$WORK"`, "work_tree_changed"),
  change("a file of the work gets one byte", work, `printf x >> "$WORK"`, "work_tree_changed"),
  change("a file of the work loses its last byte", work, `truncate -s -1 "$WORK"`, "work_tree_changed work_missing"),
  change("a file of the work is emptied", work, `: > "$WORK"`, "work_tree_changed"),
  change("content changes, size and time stay", work, `touch -r "$WORK" ../stamp && printf '\\001' | dd of="$WORK" bs=1 count=1 conv=notrunc status=none && touch -r ../stamp "$WORK"`, "work_tree_changed"),
  change("a file of the work is executable now", work, `test ! -x "$WORK" && chmod +x "$WORK"`, "work_tree_changed"),
  change("a file of the work is replaced by a link", work, `mv "$WORK" ../kept && ln -s kept "$WORK"`, "work_tree_changed"),
  change("a file of the work is replaced by a folder", work, `rm "$WORK" && mkdir "$WORK" && echo x > "$WORK/x"`, "work_tree_changed work_missing"),
  change("a committed file gets a line", clean, `echo more >> "$CLEAN"`, "work_tree_changed"),
  change("a committed file is deleted", clean, `rm "$CLEAN"`, "work_tree_changed"),
  change("a committed file is moved", clean, `git mv "$CLEAN" "$CLEAN.moved"`, "work_tree_changed"),
  change("a new file appears", none, "echo x > appeared.txt", "work_tree_changed"),
  change("a new folder with files appears", none, "mkdir -p appeared/deep && echo x > appeared/deep/a && echo y > appeared/b", "work_tree_changed"),
  change("a new file with a blank in its name appears", none, "echo x > 'a name.txt'", "work_tree_changed"),
  change("a new file with a newline in its name appears", none, `printf x > "$(printf 'two\\nlines.txt')"`, "work_tree_changed"),
  change("a repository appears inside", none, "git init -q inner && cd inner && git commit -q --allow-empty -m inner", "work_tree_changed"),
  change("an untracked file of the work changes", fresh, `echo more >> "$NEW"`, "work_tree_changed"),
  change("an untracked file of the work is ignored now", fresh, `mkdir -p .git/info && basename "$NEW" >> .git/info/exclude`, "work_tree_changed work_missing"),
  // Work that is gone.
  change("a file of the work is back at the commit", work, `git checkout -q HEAD -- "$WORK"`, "work_missing"),
  change("a file of the work is deleted", work, `rm "$WORK"`, "work_missing work_tree_changed"),
  change("an untracked file of the work is deleted", fresh, `rm "$NEW"`, "work_missing"),
  change("all untracked files are cleaned away", fresh, "git clean -q -f -d", "work_missing"),
  change("all work is thrown away", work, "git reset -q --hard && git clean -q -f -d", "work_missing"),
  change("an untracked file of the work is moved", fresh, `mv "$NEW" "$NEW.moved"`, "work_missing"),
  change("the work is stashed", work, "git stash -q -u", "work_in_stash"),
  change("one file of the work is stashed", work, `git stash push -q -- "$WORK"`, "work_in_stash"),
  change("the work is stashed and the stash is dropped", work, "git stash -q -u && git stash drop -q", "work_missing"),
  change("the work is stashed, then edited anew", work, `git stash push -q -- "$WORK" && echo anew >> "$WORK"`, "work_tree_changed work_in_stash"),
  // Places.
  change("another branch with the work", none, "git checkout -q -b elsewhere", "wrong_branch"),
  change("another branch, the work stashed", work, "git stash -q -u && git checkout -q -b elsewhere", "wrong_branch"),
  change("the branch is renamed", none, "git branch -m renamed", "wrong_branch"),
  change("HEAD is detached here", none, "git checkout -q --detach", "head_detached"),
  change("HEAD is detached one commit back", parent, "git stash -q -u || true; git checkout -q --detach HEAD~1", "head_detached"),
  change("asked in another worktree", none, `git worktree add -q -b elsewhere "$SIDE"`, "wrong_branch wrong_worktree", { cwd: "side" }),
  change("the branch is checked out in another worktree", none, `b=$(git symbolic-ref --short HEAD) && git checkout -q --detach && git worktree add -q -f "$SIDE" "$b"`, "wrong_worktree head_detached"),
  // Operations.
  change("a merge stops at a conflict", clean, `git stash -q -u || true; b=$(git symbolic-ref --short HEAD); git checkout -q -b aside && echo one > "$CLEAN" && git commit -q -a -m one && git checkout -q "$b" && echo two > "$CLEAN" && git commit -q -a -m two && ! git merge -q aside > /dev/null 2>&1`, "operation_in_progress"),
  change("a rebase stops at a conflict", clean, `git stash -q -u || true; b=$(git symbolic-ref --short HEAD); git checkout -q -b aside && echo one > "$CLEAN" && git commit -q -a -m one && git checkout -q "$b" && echo two > "$CLEAN" && git commit -q -a -m two && ! git rebase -q aside > /dev/null 2>&1`, "operation_in_progress"),
  change("a cherry-pick stops at a conflict", clean, `git stash -q -u || true; b=$(git symbolic-ref --short HEAD); git checkout -q -b aside && echo one > "$CLEAN" && git commit -q -a -m one && git checkout -q "$b" && echo two > "$CLEAN" && git commit -q -a -m two && ! git cherry-pick aside > /dev/null 2>&1`, "operation_in_progress"),
  change("a bisect runs", parent, "git stash -q -u || true; git bisect start -q HEAD HEAD~1 > /dev/null", "operation_in_progress"),
  change("a revert stops", parent, "git stash -q -u || true; git revert --no-commit HEAD > /dev/null 2>&1", "operation_in_progress"),
  // The packet.
  change("the next action in the packet is edited", none, `sed -i 's/"next_action": "/"next_action": "rm -rf . ; /' "$PACKET/handoff.json"`, "packet_altered"),
  change("a key is added to the packet", none, `sed -i '2i "more": true,' "$PACKET/handoff.json"`, "packet_altered"),
  change("the packet is cut off", none, `head -c 900 "$PACKET/handoff.json" > ../cut && cp ../cut "$PACKET/handoff.json"`, "packet_altered"),
  change("the packet is emptied", none, `: > "$PACKET/handoff.json"`, "packet_altered"),
  change("one letter of the packet is turned", none, `sed -i 's/"summary": "\\(.\\)/"summary": "\\1~/' "$PACKET/handoff.json"`, "packet_altered"),
  change("the Markdown is edited", none, `echo '- one more' >> "$PACKET/handoff.md"`, "markdown_differs"),
  change("the Markdown is missing", none, `rm "$PACKET/handoff.md"`, "markdown_differs"),
  change("the home is gone", none, `rm -r "$HOME_DIR"`, "no_packet"),
  // Time and evidence.
  change("sixty days go by", none, ":", "packet_old", { later: 60 }),
  change("the clock goes back two days", none, ":", "clock_skew", { later: -2 }),
  change("the log of notes has a torn line", none, `printf '{"id":"n-1' >> "$HOME_DIR/notes.jsonl"`, "evidence_damaged"),
];

// prettier-ignore
export const harmless: readonly SceneChange[] = [
  change("nothing", none, ":", ""),
  change("every file is touched", none, "find . -path ./.git -prune -o -type f -exec touch {} +", ""),
  change("every file is copied and moved back", none, `find . -path ./.git -prune -o -type f -exec sh -c 'cp -p "$1" ../t && mv ../t "$1"' _ {} ';'`, ""),
  change("an ignored file appears", none, "mkdir -p .git/info && echo '/ignored.out' >> .git/info/exclude && echo x > ignored.out", ""),
  change("an empty folder appears", none, "mkdir -p empty/below", ""),
  change("garbage is collected", none, "git gc -q --prune=now", ""),
  change("refs are packed", none, "git pack-refs --all", ""),
  change("the index is refreshed", none, "git update-index -q --refresh || true", ""),
  change("another branch is created", none, "git branch other", ""),
  change("a tag is created", none, "git tag some-tag", ""),
  change("a remote is added", none, "git remote add somewhere ../nowhere", ""),
  change("a remote is fetched", none, `git clone -q --bare . "$SIDE" && git remote add near "$SIDE" && git fetch -q near`, ""),
  change("another worktree gets a commit", none, `git worktree add -q -b other "$SIDE" && cd "$SIDE" && git commit -q --allow-empty -m other`, ""),
  change("the work is staged", none, "git add -A", ""),
  change("the work is staged and unstaged", none, "git add -A && git reset -q", ""),
  change("the work is stashed and brought back", work, "git stash -q -u && git stash apply -q", ""),
  change("an untracked file is announced", fresh, `git add -N -- "$NEW"`, ""),
  change("settings change that touch no content", none, "git config color.ui always && git config user.name Somebody && git config alias.st status", ""),
  change("asked from a folder below", none, "mkdir -p below", "", { cwd: "below" }),
  change("a hook is installed", none, "mkdir -p .git/hooks && printf '#!/bin/sh\\nexit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit", ""),
  change("a note for git is written", none, "git notes add -m remark HEAD", ""),
  change("the reflog is expired", none, "git reflog expire --expire=now --all", ""),
  change("an hour goes by", none, ":", "", { later: 1 / 24 }),
  change("a day goes by", none, ":", "", { later: 1 }),
  change("the branch's description changes", none, "git config branch.\"$(git symbolic-ref --short HEAD)\".description text", ""),
  change("the head's message is rewritten", none, "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z git commit -q --amend --only --allow-empty -m Reworded", ""),
];
