import type { Words } from "../words.ts";

export const cleanCodes: Words["cleanCodes"] = {
  uncommitted_changes: {
    says: "有未提交的改动，既没有提交，也没有说明要保留。",
    todo: "提交它们，或说明保留的原因：`passdown note keep TEXT`。",
  },
  operation_in_progress: { says: "有 git 操作正在进行。", todo: "完成该操作，或由人决定放弃。" },
  unmerged_entries: { says: "索引中有未合并的条目。", todo: "解决冲突，再用 `git add` 标记。" },
  conflict_markers: { says: "文件中有冲突标记。", todo: "在文件中解决冲突。" },
  index_lock: {
    says: "索引被锁定。",
    todo: "等待持有锁的进程结束；若该进程已不存在，由人决定如何处理锁文件。",
  },
  head_detached: { says: "HEAD 处于游离状态，不在任何分支上。", todo: "把工作放到分支上：`git switch -c NAME`。" },
  branch_unexpected: {
    says: "当前分支不在项目预期的范围内。",
    todo: "把工作移到预期的分支，或把它加入 passdown.config.json 的 `branches`。",
  },
  temp_files: {
    says: "有本次会话留下的临时文件。",
    todo: "由人决定哪些可以清理；需要保留的写入 .gitignore。",
  },
  reject_files: { says: "有未能应用的补丁片段。", todo: "手工应用其中的内容，再移走这些文件。" },
  debug_code: { says: "新增了调试代码。", todo: "去掉它，或在 `clean.debugAllowedIn` 中允许该路径。" },
  commented_code: { says: "新增了被注释掉的代码。", todo: "去掉它，历史记录里还在。" },
  acceptance_red: {
    says: "有验收命令未通过。",
    todo: "修复它，或在风险中写明该命令：`passdown note risk TEXT`。",
  },
  tests_do_not_start: { says: "测试无法启动。", todo: "先修好让测试无法启动的问题。" },
  board_contradicts_evidence: {
    says: "任务板与证据不符。",
    todo: "运行该任务的验收命令，或把任务状态改回来。",
  },
  several_in_progress: { says: "有多个事项同时处于进行中。", todo: "由人选定其中一个。" },
  work_kept: { says: "有意保留的未提交工作。", todo: "无需处理；之后只要再有改动，保留说明即失效。" },
  unpushed_commits: { says: "有上游没有的提交。", todo: "如果要给别人用，请推送。" },
  stashes: { says: "存在 stash。", todo: "不要动别人的 stash；可用 `git stash show -p` 查看。" },
  foreign_changes: { says: "有不是本次会话做出的改动。", todo: "留给做出改动的人处理。" },
  processes_left: { says: "本次会话启动的进程仍在运行。", todo: "没有人需要时再结束它们。" },
  worktree_locked: { says: "有 worktree 被锁定。", todo: "留给其所有者处理。" },
  worktree_dead: { says: "有 worktree 的目录已不存在。", todo: "由其所有者决定；git 仍记得它的分支。" },
  untracked_files: { says: "有不是本次会话创建的未跟踪文件。", todo: "保持原样。" },
  acceptance_not_run: { says: "验收命令还没有在当前代码树上运行过。", todo: "运行 `passdown verify --run`。" },
};
