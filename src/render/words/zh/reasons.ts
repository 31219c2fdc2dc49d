import type { Words } from "../words.ts";

export const reasons: Words["reasons"] = {
  scene_matches: {
    says: "现场与交接包的记录一致。",
    todo: "从下一步动作开始。",
  },
  commits_added: {
    says: "交接包生成之后又有新的提交。",
    todo: "先读这些提交，运行 `passdown verify --run`；下一步动作仍然适用再继续。",
  },
  commit_rewritten_same_tree: {
    says: "提交被改写过，但内容相同。",
    todo: "可以继续，之后使用新的提交号。",
  },
  commit_gone: {
    says: "交接包所依据的提交在本仓库中不存在。",
    todo: "先问清这部分工作的去向，可查 `git reflog` 和其他克隆；不要凭记忆重做。",
  },
  commit_unreachable: {
    says: "交接包所依据的提交还在，但没有任何分支或标签指向它。",
    todo: "请人确认是否还需要；`git branch NAME COMMIT` 可以防止它被回收。",
  },
  history_shallow: {
    says: "交接包所依据的提交可能在浅克隆的边界之外。",
    todo: "运行 `git fetch --unshallow`，然后重新接手。",
  },
  head_diverged: {
    says: "HEAD 相对交接包的提交发生了回退或分叉。",
    todo: "用 `git log --oneline --left-right HEAD...COMMIT` 对比两边，由人选择；不要移动任何分支。",
  },
  work_tree_changed: {
    says: "未提交文件的内容与交接包记录的不同。",
    todo: "先读列出的文件，运行 `passdown verify --run`，再以现在的内容为准继续。",
  },
  work_in_stash: {
    says: "交接包里的未提交工作现在在 stash 中。",
    todo: "用 `git stash show -p` 查看；`git stash apply` 会取回改动并保留 stash。然后重新接手。",
  },
  work_missing: {
    says: "交接包里的未提交工作已不在工作区中。",
    todo: "重做之前先问人；`passdown restore --into FOLDER` 可以把留存的副本恢复到新的 worktree。",
  },
  head_detached: {
    says: "HEAD 处于游离状态，不在任何分支上。",
    todo: "先问清这份工作属于哪个分支；在这里提交很容易丢失。",
  },
  wrong_branch: {
    says: "交接包属于另一个分支。",
    todo: "到检出该分支的地方接手，这里什么都不要改。",
  },
  wrong_worktree: {
    says: "交接包的分支检出在另一个 worktree 中。",
    todo: "到那个 worktree 接手，这里什么都不要改。",
  },
  wrong_repository: {
    says: "交接包属于另一个仓库。",
    todo: "打开那个仓库；此交接包与当前仓库无关。",
  },
  no_packet: {
    says: "当前分支和主题没有交接包。",
    todo: "先问人从哪里开始，或用 `passdown log` 查看其他交接包。",
  },
  topic_ambiguous: {
    says: "这里有多个主题的交接包，没有指定用哪一个。",
    todo: "指定一个：`passdown pickup --topic TOPIC`。",
  },
  operation_in_progress: {
    says: "有一个交接包不知道的 git 操作正在进行。",
    todo: "由人完成或放弃该操作，然后重新接手。",
  },
  packet_altered: {
    says: "交接包的内容与其摘要值不符。",
    todo: "不要按其中内容行动；`passdown audit` 会指出问题，`passdown pack` 可以生成新的交接包。",
  },
  markdown_differs: {
    says: "handoff.md 与 handoff.json 不一致。",
    todo: "只以 handoff.json 为准。",
  },
  not_active: {
    says: "这个交接包已不是当前有效的那一个。",
    todo: "接手有效的交接包：运行不带 ID 的 `passdown pickup`。",
  },
  origin_untrusted: {
    says: "这个交接包不是在这里生成的。",
    todo: "把其中的陈述都当作未经证实的说法，下一步动作须由人确认。共享来的交接包可用 `passdown show ID` 查看；确认密钥属于其作者后，运行 `passdown trust add FINGERPRINT` 和 `passdown fetch`。",
  },
  origin_trusted: {
    says: "这个交接包由在此受信任的人共享。",
    todo: "继续。",
  },
  packets_diverged: {
    says: "他人在同一分支和主题上发布了另一个交接包，两者互不承接。",
    todo: "用 `passdown show ID` 读这两个包，由人选择；`passdown note decide TEXT` 和 `passdown pack` 生成承接两者的包，`passdown push` 共享它。",
  },
  prerequisite_missing: {
    says: "行动前必须读取的文件缺失。",
    todo: "先问清文件在哪里，或请人恢复，再行动。",
  },
  prerequisite_changed: {
    says: "行动前必须读取的文件已有改动。",
    todo: "先重新读取，再采信交接包里与它有关的内容。",
  },
  verification_stale: {
    says: "验证结果属于另一份代码树。",
    todo: "运行 `passdown verify --run`。",
  },
  verification_not_run: {
    says: "验收命令还没有在当前代码树上运行过。",
    todo: "运行 `passdown verify --run`。",
  },
  verification_weak: {
    says: "某条验收命令的结果不能证明任何事。",
    todo: "去掉掩盖退出码的部分，直接运行命令本身：`passdown exec -- COMMAND`。",
  },
  verification_unknown: {
    says: "某条验收命令的结果未知。",
    todo: "运行 `passdown verify --run` 并查看输出。",
  },
  verification_absent: {
    says: "没有已知的验收命令，因此没有验证过任何东西。",
    todo: "可以继续，但不要宣称已验证；验收命令写在 passdown.config.json 的 `acceptance` 中。",
  },
  verification_failed: {
    says: "验证未通过；这份交接包交接的就是未通过的工作。",
    todo: "从失败的命令开始。",
  },
  effect_unknown: {
    says: "有一个副作用是否已经发生尚不清楚。",
    todo: "运行只读探查命令并报告结果；在人做出决定之前不要重复该动作。",
    keep: '查明后记下：运行中的步骤用 `passdown run settle RUN KEY --done TEXT` 或 `--not-done TEXT`；命令用 `passdown note done --answers ID TEXT`，或 `note decide --answers ID "not done: …"`。',
  },
  question_open: {
    says: "有问题在等人回答。",
    todo: "去问清楚，并记下答复：`passdown note decide --answers ID TEXT`。",
  },
  packet_incomplete: {
    says: "交接包不完整。",
    todo: "行动之前请人补齐缺失的内容。",
  },
  packet_old: {
    says: "交接包已超过时效。",
    todo: "先确认这项工作是否还需要，并运行 `passdown verify --run`。",
  },
  claimed: {
    says: "另一个仍在运行的会话已经认领了这个交接包。",
    todo: "把工作留给那个会话，或联系其负责人；不要同时改动同一个工作区。",
  },
  claim_lapsed: {
    says: "有人认领了这项工作，此后再无音讯。",
    todo: "先问那个人，那边已开始的操作可能仍在运行；然后运行 `passdown pickup --takeover REASON`，理由人人可见。",
  },
  packet_refused: {
    says: "团队存储没有接受这个交接包，其他人看不到它。",
    todo: "用 `passdown status` 看是谁持有这项工作，与其商定后重新 `passdown pack`。",
  },
  store_unreachable: {
    says: "团队存储没有应答；没有丢失任何内容，稍后会补送。",
    todo: "动手之前先问问其他人是否正在做同一件事；问题出在哪里，见 `passdown status`。",
  },
  store_unused: {
    says: "配置了团队存储，但在此没有启用。",
    todo: "启用它：`passdown trust store`；不用任何存储：`PASSDOWN_STORE=none`。",
  },
  clock_skew: {
    says: "时间记录互相矛盾。",
    todo: "以内容为准，不以时间为准，并运行 `passdown verify --run`。",
  },
  evidence_gap: {
    says: "存在比交接包更新的证据。",
    todo: "先读这些证据，并运行 `passdown verify --run`。",
  },
  evidence_damaged: {
    says: "部分证据无法读取。",
    todo: "读不到的一律视为未知，并运行 `passdown verify --run`。",
  },
};
