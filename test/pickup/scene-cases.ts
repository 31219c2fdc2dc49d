import { archive } from "../../src/app/archive.ts";
import { appendToFeedback, claimBy, moveRepository, throughLink, type Stand } from "./stand.ts";

/**
 * What may happen to a scene between packing and pickup, one line a case: name, base, change, decision and codes.
 * With `proceed` the codes are all that may be said; else they must be among the reasons.
 *
 * work:  branch topic, three commits after main, last known good before the head. Uncommitted: src/b.js modified, tool.sh
 *        made executable, src/c.js deleted, src/old.js renamed (staged) to src/moved.js, src/dirty-eol.txt longer,
 *        notes.md and link untracked. docs/plan.txt is a prerequisite; `sh check.sh` passed on exactly this tree.
 * clean: the same branch with nothing uncommitted; the head is the last known good commit.
 * folder, unborn, bare: no repository, one without a commit, one without a work tree.
 *
 * A change is a shell script that runs in the work tree ($SIDE: a free path beside it, $HOME_DIR: passdown's home,
 * $PACKET: the packet's folder, $LATER: a committer date), or a function where the product has to act.
 */
export type Base = "work" | "clean" | "folder" | "unborn" | "bare";

export type SceneCase = readonly [
  name: string,
  base: Base,
  change: string | ((stand: Stand) => Promise<unknown>),
  outcome: string,
];

// prettier-ignore
export const harmless: readonly SceneCase[] = [
  ["nothing happens", "work", ":", "proceed scene_matches"],
  ["nothing happens to a clean tree", "clean", ":", "proceed scene_matches"],
  ["nothing happens to a folder", "folder", ":", "proceed scene_matches"],
  ["nothing happens before the first commit", "unborn", ":", "proceed scene_matches"],
  ["nothing happens to a bare repository", "bare", ":", "proceed scene_matches verification_absent"],
  ["every file is touched", "work", "find . -path ./.git -prune -o -type f -exec touch {} +", "proceed scene_matches"],
  ["ignored files appear", "work", "mkdir build && date > build/out && date > debug.log", "proceed scene_matches"],
  ["an ignored file changes", "work", "date > ignored.log", "proceed scene_matches"],
  ["an empty folder appears", "work", "mkdir empty", "proceed scene_matches"],
  ["fetch brings commits of others", "work", "git fetch -q origin", "proceed scene_matches"],
  ["a remote is added", "work", "git remote add other ../nowhere", "proceed scene_matches"],
  ["the upstream changes", "work", "git fetch -q origin && git branch -q -u origin/main", "proceed scene_matches"],
  ["gc", "work", "git gc -q --prune=now", "proceed scene_matches"],
  ["refs are packed, reflogs expire", "work", "git pack-refs --all && git reflog expire --expire=now --all", "proceed scene_matches"],
  ["the index is refreshed", "work", "git update-index -q --refresh || git status > /dev/null", "proceed scene_matches"],
  ["line endings of a committed file turn", "work", "sed -i 's/$/\\r/' src/eol.txt", "proceed scene_matches"],
  ["line endings of uncommitted work turn", "work", "sed -i 's/$/\\r/' src/dirty-eol.txt", "proceed scene_matches"],
  ["line endings of a prerequisite turn", "work", "sed -i 's/$/\\r/' docs/plan.txt", "proceed scene_matches"],
  ["another branch is created", "work", "git branch other", "proceed scene_matches"],
  ["another branch gets a commit in its worktree", "work", "git worktree add -q -b other $SIDE && cd $SIDE && git commit -q --allow-empty -m other", "proceed scene_matches"],
  ["a tag is created", "work", "git tag v1", "proceed scene_matches"],
  ["the work is staged", "work", "git add -A", "proceed scene_matches"],
  ["the staged rename is unstaged", "work", "git reset -q", "proceed scene_matches"],
  ["an untracked file is announced to git", "work", "git add -N notes.md", "proceed scene_matches"],
  ["the work is stashed and brought back", "work", "git stash -q -u && git stash apply -q", "proceed scene_matches"],
  ["a foreign stash exists", "work", "git stash push -q src/b.js && git stash apply -q && git checkout -q stash@{0} -- src/b.js && git reset -q", "proceed scene_matches"],
  ["the head's message is rewritten", "clean", "GIT_COMMITTER_DATE=$LATER git commit -q --amend -m Other", "proceed commit_rewritten_same_tree"],
  ["the same with uncommitted work", "work", "GIT_COMMITTER_DATE=$LATER git commit -q --amend --only -m Other", "proceed commit_rewritten_same_tree"],
  ["head and last known good are rebased in place", "work", "git stash -q -u && GIT_COMMITTER_DATE=$LATER git rebase -q --force-rebase main && git stash pop -q", "proceed commit_rewritten_same_tree"],
  ["rewritten, and the old commits are deleted for good", "clean", "GIT_COMMITTER_DATE=$LATER git commit -q --amend -m Other && git reflog expire --expire=now --all && git gc -q --prune=now", "proceed commit_rewritten_same_tree"],
  ["commits are squashed, same tree", "clean", "git reset -q --soft HEAD~2 && git commit -q -m Squashed", "proceed commit_rewritten_same_tree"],
  ["asked from a folder below", "work", async (stand) => (stand.cwd = `${stand.dir}/src`), "proceed scene_matches"],
  ["asked through a link to the work tree", "work", async (stand) => throughLink(stand), "proceed scene_matches"],
  ["the repository is moved", "work", async (stand) => moveRepository(stand), "proceed scene_matches"],
  ["the status in the packet's file is edited", "work", `sed -i 's/"status": "active"/"status": "archived"/' $PACKET/handoff.json`, "proceed scene_matches"],
  ["picked up before", "work", async (stand) => stand.pickup(), "proceed scene_matches"],
  ["packed again", "work", async (stand) => stand.pack(), "proceed scene_matches"],
  ["asked by id", "work", async (stand) => (stand.ask = { id: stand.packetId }), "proceed scene_matches"],
  ["asked by the path of the packet's folder", "work", async (stand) => (stand.ask = { id: `.git/passdown/packets/${stand.packetId}` }), "proceed scene_matches"],
  ["claimed by a process that is dead", "work", async (stand) => claimBy(stand, { alive: false, session: "s-9" }), "proceed scene_matches"],
  ["claimed by the session that asks", "work", async (stand) => { claimBy(stand, { alive: true, session: "s-9" }); stand.ask = { session: "s-9" }; }, "proceed scene_matches"],
  ["a question for later is asked", "work", async (stand) => stand.note({ kind: "ask", text: "colour?", later: true }), "proceed scene_matches"],
  ["a note is made on another branch", "work", async (stand) => { stand.sh("git worktree add -q -b other $SIDE"); stand.cwd = stand.side; await stand.note({ kind: "next", text: "else" }); stand.cwd = stand.dir; }, "proceed scene_matches"],
];

// prettier-ignore
export const commits: readonly SceneCase[] = [
  ["a commit of something else", "work", "date > src/x.js && git add src/x.js && git commit -q -m x -- src/x.js", "reverify commits_added verification_stale"],
  ["an empty commit", "clean", "git commit -q --allow-empty -m empty", "reverify commits_added"],
  ["the work is committed as it was", "work", "git add -A && git commit -q -m work", "reverify commits_added"],
  ["one file of the work is committed as it was", "work", "git commit -q -m b -- src/b.js", "reverify commits_added"],
  ["the work is committed and goes on", "work", "git add -A && git commit -q -m work && date >> src/b.js", "reverify commits_added work_tree_changed verification_stale"],
  ["a file of the work is committed with other content", "work", "date > src/b.js && git commit -q -m b -- src/b.js", "reverify commits_added work_tree_changed"],
  ["the work is committed and reverted", "work", "git commit -q -m b -- src/b.js && git stash -q -u && git revert --no-edit HEAD > /dev/null && git stash pop -q", "needs_human commits_added work_missing"],
  ["another branch is merged", "clean", "git checkout -q -b side main && date > src/s.js && git add -A && git commit -q -m s && git checkout -q topic && git merge -q --no-edit side", "reverify commits_added verification_stale"],
  ["fetched and merged", "clean", "git fetch -q origin && git merge -q --no-edit origin/main", "reverify commits_added verification_stale"],
  ["a commit is cherry-picked", "clean", "git fetch -q origin && git cherry-pick origin/main > /dev/null", "reverify commits_added verification_stale"],
  ["the first commit is made of what was there", "unborn", "git add -A && git commit -q -m first", "reverify commits_added"],
  ["a push brings a commit into a bare repository", "bare", "git clone -q . $SIDE && cd $SIDE && date > b && git add b && git commit -q -m b && git push -q", "reverify commits_added"],
  ["the head is amended with content", "clean", "date >> src/a.js && git commit -q -a --amend -m Other", "needs_human head_diverged commit_unreachable"],
  ["amended, and the old head is deleted for good", "clean", "date >> src/a.js && git commit -q -a --amend -m Other && git reflog expire --expire=now --all && git gc -q --prune=now", "needs_human commit_gone"],
  ["the branch is rebased on what others did", "clean", "git fetch -q origin && git rebase -q origin/main", "needs_human head_diverged commit_unreachable"],
  ["the head moves back, files stay", "clean", "git reset -q --soft HEAD~1", "needs_human head_diverged commit_unreachable"],
  ["the head moves back, files too", "clean", "git reset -q --hard HEAD~1", "needs_human head_diverged commit_unreachable"],
  ["the head moves back, a tag keeps the commit", "clean", "git tag keep && git reset -q --hard HEAD~1", "needs_human head_diverged"],
  ["the branch is put elsewhere", "clean", "git tag keep && git fetch -q origin && git reset -q --hard origin/main", "needs_human head_diverged"],
  ["commits are squashed over the last known good", "work", "git stash -q -u && git reset -q --soft HEAD~2 && git commit -q -m Squashed && git stash pop -q", "needs_human commit_rewritten_same_tree commit_unreachable"],
  ["the same, and the old ones are deleted for good", "work", "git stash -q -u && git reset -q --soft HEAD~2 && git commit -q -m Squashed && git stash pop -q && git reflog expire --expire=now --all && git gc -q --prune=now", "needs_human commit_gone"],
  ["history is cut off above the packet's head", "clean", "date > 1 && git add 1 && git commit -q -m 1 && date > 2 && git add 2 && git commit -q -m 2 && git rev-parse HEAD > .git/shallow && git reflog expire --expire=now --all && git gc -q --prune=now", "needs_human history_shallow"],
  ["history is cut off below it, above the last known good", "work", "git rev-parse HEAD > .git/shallow && git reflog expire --expire=now --all && git gc -q --prune=now", "needs_human history_shallow"],
];

// prettier-ignore
export const work: readonly SceneCase[] = [
  ["a file of the work has other content", "work", "date > src/b.js", "reverify work_tree_changed verification_stale"],
  ["an untracked file of the work has other content", "work", "date >> notes.md", "reverify work_tree_changed"],
  ["a file outside the work is changed", "work", "date >> src/main.js", "reverify work_tree_changed"],
  ["a new file appears", "work", "date > src/new.js", "reverify work_tree_changed"],
  ["a committed file is deleted", "work", "rm src/main.js", "reverify work_tree_changed"],
  ["something appears in a clean tree", "clean", "date > src/new.js", "reverify work_tree_changed verification_stale"],
  ["the mode of a file of the work changes", "work", "chmod +x src/b.js", "reverify work_tree_changed"],
  ["the moved file has other content", "work", "date > src/moved.js", "reverify work_tree_changed"],
  ["the link leads elsewhere", "work", "ln -sfn src/b.js link", "reverify work_tree_changed"],
  ["the link is a file now", "work", "rm link && date > link", "reverify work_tree_changed"],
  ["a file of the work is a link now", "work", "rm src/b.js && ln -s a.js src/b.js", "reverify work_tree_changed"],
  ["a file of the work is ignored from now on", "work", "echo notes.md >> .git/info/exclude", "reverify work_tree_changed"],
  ["a deleted name comes back with other content", "work", "date > src/c.js", "reverify work_tree_changed"],
  ["a file of a folder changes", "folder", "date >> a.txt", "reverify work_tree_changed verification_stale"],
  ["a file before the first commit changes", "unborn", "date >> a.txt", "reverify work_tree_changed verification_stale"],
  ["a file before the first commit is gone", "unborn", "rm a.txt", "needs_human work_missing"],
  ["a file of the work is back at the commit", "work", "git checkout -q -- src/b.js", "needs_human work_missing"],
  ["its mode alone is back at the commit", "work", "chmod -x tool.sh", "needs_human work_missing"],
  ["a deletion is undone", "work", "git checkout -q -- src/c.js", "needs_human work_missing"],
  ["a rename is undone", "work", "git mv src/moved.js src/old.js", "needs_human work_missing"],
  ["an untracked file of the work is gone", "work", "rm notes.md", "needs_human work_missing"],
  ["a modified file of the work is gone", "work", "rm src/b.js", "needs_human work_missing"],
  ["everything untracked is cleaned away", "work", "git clean -q -f -d -x", "needs_human work_missing"],
  ["all work is thrown away", "work", "git reset -q --hard && git clean -q -f -d", "needs_human work_missing"],
  ["all work lies in a stash", "work", "git stash -q -u", "reverify work_in_stash"],
  ["one file of the work lies in a stash", "work", "git stash push -q src/b.js", "reverify work_in_stash"],
  ["the same after more commits", "work", "git stash -q -u && date > x && git add x && git commit -q -m x", "reverify commits_added work_in_stash"],
  ["stashed, then the file is edited anew", "work", "git stash push -q src/b.js && date > src/b.js", "reverify work_tree_changed work_in_stash"],
  ["stashed without the untracked files, which are removed", "work", "git stash -q && rm notes.md", "needs_human work_in_stash work_missing"],
  ["stashed and the stash dropped", "work", "git stash -q -u && git stash drop -q", "needs_human work_missing"],
  ["a prerequisite changes", "work", "date >> docs/plan.txt", "reverify prerequisite_changed"],
  ["a prerequisite is missing", "work", "rm docs/plan.txt", "needs_human prerequisite_missing"],
  ["a prerequisite is moved", "work", "git mv docs/plan.txt docs/plan2.txt", "needs_human prerequisite_missing"],
  ["the acceptance commands change", "work", `echo '{ "acceptance": ["sh other.sh"], "prerequisites": [{ "path": "docs/plan.txt" }] }' > passdown.config.json`, "reverify work_tree_changed verification_not_run"],
];

// prettier-ignore
export const places: readonly SceneCase[] = [
  ["another branch, the work carried along", "work", "git checkout -q -b other", "stop wrong_branch"],
  ["another branch, the work stashed", "work", "git stash -q -u && git checkout -q main", "stop wrong_branch"],
  ["another branch without a common commit", "clean", "git checkout -q --orphan other && git commit -q -m other", "stop wrong_branch"],
  ["the branch is renamed", "work", "git branch -m renamed", "stop wrong_branch"],
  ["the packet of another branch is named by its id", "clean", async (stand) => { stand.sh("git checkout -q main"); stand.ask = { id: stand.packetId }; }, "stop wrong_branch"],
  ["the packet of another branch is named by the branch", "clean", async (stand) => { stand.sh("git checkout -q main"); stand.ask = { branch: "topic" }; }, "stop wrong_branch"],
  ["asked in a new worktree of another branch", "work", async (stand) => { stand.sh("git worktree add -q -b other $SIDE"); stand.cwd = stand.side; }, "stop wrong_branch wrong_worktree"],
  ["the branch moved into another worktree", "clean", "git checkout -q main && git worktree add -q $SIDE topic", "stop wrong_branch wrong_worktree"],
  ["the branch is in another worktree, HEAD detached here", "clean", "git checkout -q --detach && git worktree add -q $SIDE topic", "stop head_detached wrong_worktree"],
  ["the worktree of the branch is gone", "clean", "git checkout -q main && git worktree add -q $SIDE topic && rm -r $SIDE", "stop wrong_branch"],
  ["the packet's worktree handed the branch over to this one", "clean", async (stand) => { stand.sh("git checkout -q --detach && git worktree add -q $SIDE topic"); stand.cwd = stand.side; }, "proceed scene_matches"],
  ["HEAD is detached at the same commit", "work", "git checkout -q --detach", "needs_human head_detached"],
  ["HEAD is detached elsewhere", "clean", "git checkout -q --detach HEAD~1", "needs_human head_detached head_diverged"],
  ["a merge stops", "clean", "git checkout -q -b side main && date > src/a.js && git commit -q -a -m s && git checkout -q topic && ! git merge -q side > /dev/null", "needs_human operation_in_progress"],
  ["a rebase stops at a conflict", "clean", "git checkout -q -b side main && date > src/a.js && git commit -q -a -m s && git checkout -q topic && ! git rebase -q side > /dev/null 2>&1", "needs_human operation_in_progress"],
  ["a rebase stops to edit", "clean", "GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -q -i HEAD~1", "needs_human operation_in_progress"],
  ["a cherry-pick stops", "clean", "git checkout -q -b side main && date > src/a.js && git commit -q -a -m s && git checkout -q topic && ! git cherry-pick side > /dev/null 2>&1", "needs_human operation_in_progress"],
  ["a revert stops", "clean", "date > src/a.js && git commit -q -a -m s && ! git revert --no-edit HEAD~3 > /dev/null 2>&1", "needs_human operation_in_progress"],
  ["a bisect runs", "clean", "git bisect start -q HEAD main~1 > /dev/null", "needs_human operation_in_progress"],
  ["a patch does not apply", "clean", "git format-patch -q -1 --stdout HEAD~1 > ../p && git rm -q src/good.js && git commit -q -m rm && date > src/good.js && git add -A && git commit -q -m g && ! git am -q ../p > /dev/null 2>&1", "needs_human operation_in_progress"],
  ["another repository with the same home", "work", async (stand) => { stand.env = { PASSDOWN_HOME: `${stand.dir}/.git/passdown` }; stand.sh("git init -q -b topic $SIDE && cd $SIDE && date > f && git add f && git commit -q -m f"); stand.cwd = stand.side; }, "stop wrong_repository"],
  ["a folder without repository, with the same home", "work", async (stand) => { stand.env = { PASSDOWN_HOME: `${stand.dir}/.git/passdown` }; stand.sh("mkdir $SIDE"); stand.cwd = stand.side; }, "stop wrong_repository"],
];

// prettier-ignore
export const packets: readonly SceneCase[] = [
  ["the next action in handoff.json is edited", "work", `sed -i 's/write the other half/delete everything/' $PACKET/handoff.json`, "stop packet_altered"],
  ["a key is added to handoff.json", "work", `sed -i '2i "extra": 1,' $PACKET/handoff.json`, "stop packet_altered"],
  ["handoff.json is cut off", "work", "head -c 1000 $PACKET/handoff.json > t.log && cp t.log $PACKET/handoff.json", "stop packet_altered"],
  ["handoff.json is empty", "work", ": > $PACKET/handoff.json", "stop packet_altered"],
  ["handoff.json is missing", "work", "rm $PACKET/handoff.json", "stop packet_altered"],
  ["handoff.md is edited", "work", "date >> $PACKET/handoff.md", "reverify markdown_differs"],
  ["handoff.md is missing", "work", "rm $PACKET/handoff.md", "reverify markdown_differs"],
  ["superseded, and named by its id", "work", async (stand) => { stand.ask = { id: stand.packetId }; await stand.note({ kind: "next", text: "another step" }); await stand.pack(); }, "stop not_active"],
  ["archived, and named by its id", "work", async (stand) => { stand.ask = { id: stand.packetId }; await archive(stand.context()); }, "stop not_active"],
  ["archived", "work", async (stand) => archive(stand.context()), "needs_human no_packet"],
  ["the home is gone", "work", "rm -r $HOME_DIR", "needs_human no_packet"],
  ["a topic without packet is named", "work", async (stand) => (stand.ask = { topic: "T-9" }), "needs_human no_packet"],
  ["two topics, none named", "work", async (stand) => stand.pack({ topic: "T-2" }), "needs_human topic_ambiguous"],
  ["two topics, one named", "work", async (stand) => { await stand.pack({ topic: "T-2" }); stand.ask = { topic: "T-2" }; }, "proceed scene_matches"],
  ["another task is active now", "work", `echo '{ "schema_version": 1, "active_task_id": "T-7", "touched_files": [], "assumptions": [], "blockers": [], "next_action": "" }' > agent_state.json`, "needs_human topic_ambiguous"],
  ["a copy of the packet, its home gone", "work", async (stand) => { stand.sh("cp -r $PACKET $SIDE && rm -r $HOME_DIR"); stand.ask = { id: "../side" }; }, "needs_human origin_untrusted"],
  ["a packet that came with the repository", "clean", async (stand) => { stand.sh("cp -r $PACKET handed && rm -r $HOME_DIR && git add handed && git commit -q -m handed"); stand.ask = { id: "handed/handoff.json" }; }, "needs_human origin_untrusted commits_added"],
  ["a home that came with the repository", "clean", async (stand) => { stand.sh("mv $HOME_DIR home && git add -f home && git commit -q -m home"); stand.env = { PASSDOWN_HOME: `${stand.dir}/home` }; }, "needs_human origin_untrusted"],
  ["a packet put into the home by hand", "work", async (stand) => { stand.sh("rm -r $HOME_DIR/chain*"); stand.ask = { id: stand.packetId }; }, "needs_human origin_untrusted"],
];

// prettier-ignore
export const evidence: readonly SceneCase[] = [
  ["a command is run after the packet", "work", async (stand) => stand.exec("sh", "check.sh"), "reverify evidence_gap"],
  ["an acceptance command fails on the same tree", "work", async (stand) => { stand.sh("touch ../broken"); await stand.exec("sh", "check.sh"); }, "reverify evidence_gap verification_failed"],
  ["a note is made after the packet", "work", async (stand) => stand.note({ kind: "risk", text: "slow" }), "reverify evidence_gap"],
  ["a blocking question is asked after the packet", "work", async (stand) => stand.note({ kind: "ask", text: "which database?" }), "needs_human question_open evidence_gap"],
  ["the log of notes has a torn line", "work", `printf '{"id":"n-0000' >> $HOME_DIR/notes.jsonl`, "reverify evidence_damaged"],
  ["the log of commands has a block of zero bytes", "work", "for f in $HOME_DIR/feedback/*; do head -c 512 /dev/zero >> $f; done", "reverify evidence_damaged"],
  ["forty days go by", "work", async (stand) => (stand.shift = 40 * 86_400_000), "reverify packet_old"],
  ["the clock goes back a day", "work", async (stand) => (stand.shift = -86_400_000), "reverify clock_skew"],
  ["claimed by a living session", "work", async (stand) => claimBy(stand, { alive: true, session: "s-9" }), "stop claimed"],
  ["claimed by a living session, another one asks", "work", async (stand) => { claimBy(stand, { alive: true, session: "s-9" }); stand.ask = { session: "s-8" }; }, "stop claimed"],
  ["packed with red acceptance, named as a risk", "work", async (stand) => { stand.sh("touch ../broken"); await stand.exec("sh", "check.sh"); await stand.note({ kind: "risk", text: "sh check.sh is red" }); await stand.pack(); }, "proceed scene_matches verification_failed"],
  ["packed without acceptance commands", "clean", async (stand) => { stand.sh("echo '{}' > passdown.config.json && git commit -q -a -m none"); await stand.pack(); }, "proceed scene_matches verification_absent"],
  ["packed with a command that was not run", "clean", async (stand) => { stand.sh(`echo '{ "acceptance": ["sh other.sh"] }' > passdown.config.json && git commit -q -a -m other`); await stand.pack(); }, "reverify verification_not_run"],
  ["packed with evidence of another tree", "clean", async (stand) => { stand.sh("date > src/x.js && git add -A && git commit -q -m x"); await stand.pack(); }, "reverify verification_stale"],
  ["packed with a command that cannot fail", "clean", async (stand) => { stand.sh(`echo '{ "acceptance": ["echo ok"] }' > passdown.config.json && git commit -q -a -m weak`); await stand.exec("echo", "ok"); await stand.pack(); }, "reverify verification_weak"],
  ["packed with a command whose failure is hidden", "clean", async (stand) => { stand.sh(`echo '{ "acceptance": ["sh check.sh || true"] }' > passdown.config.json && git commit -q -a -m weak`); await stand.exec("sh", "-c", "sh check.sh || true"); await stand.pack(); }, "reverify verification_unknown"],
  ["packed with an open question", "work", async (stand) => { await stand.note({ kind: "ask", text: "which database?" }); await stand.pack(); }, "needs_human question_open"],
  ["the question is answered after the packet", "work", async (stand) => { await stand.note({ kind: "ask", text: "which database?" }); const packed = await stand.pack(); const id = packed.result === "refused" ? "" : (packed.packet.questions_for_human[0]?.id ?? ""); await stand.note({ kind: "decide", text: "sqlite", answers: id }); }, "proceed scene_matches"],
  ["packed after a push whose end nobody saw", "work", async (stand) => { appendToFeedback(stand, ["git", "push", "origin", "topic"]); await stand.pack(); }, "needs_human effect_unknown"],
  ["packed by a dying session without a next action", "work", async (stand) => { stand.sh("git checkout -q -b fresh"); await stand.pack({ dying: true, force: "the session is ending" }); }, "needs_human packet_incomplete"],
  ["packed in the middle of a merge, which goes on", "clean", async (stand) => { stand.sh("git checkout -q -b side main && date > src/a.js && git commit -q -a -m s && git checkout -q topic && ! git merge -q side > /dev/null"); await stand.pack({ force: "conflicts" }); }, "reverify verification_stale"],
];
