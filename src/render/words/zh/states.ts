import type { Words } from "../words.ts";

/** Names of states and classes, the same in the terminal and on the page. */
export const states: Pick<Words, "changeStatus" | "packetStatus" | "taskStatus" | "factClasses"> = {
  changeStatus: {
    added: "新增",
    modified: "修改",
    deleted: "删除",
    renamed: "重命名",
    copied: "复制",
    type_changed: "类型改变",
    unmerged: "未合并",
    untracked: "未跟踪",
  },
  packetStatus: { active: "有效", superseded: "已被取代", archived: "已归档" },
  taskStatus: { todo: "待办", in_progress: "进行中", done: "已完成", blocked: "受阻" },
  factClasses: {
    next_action: "下一步",
    failed_attempts: "失败的尝试",
    constraints: "约束",
    changed_files: "变更文件",
    verdict: "裁决",
    effects: "副作用",
    questions_for_human: "问题",
    todo: "待办",
    open_risks: "未决风险",
    assumptions_to_validate: "假设",
  },
};
