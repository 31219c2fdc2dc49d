import { brief } from "./zh/brief.ts";
import { cleanCodes } from "./zh/clean-codes.ts";
import { clients } from "./zh/clients.ts";
import { sessions } from "./zh/sessions.ts";
import { common } from "./zh/common.ts";
import { handoff } from "./zh/handoff.ts";
import { reasons } from "./zh/reasons.ts";
import { recovery } from "./zh/recovery.ts";
import { runs } from "./zh/runs.ts";
import { share } from "./zh/share.ts";
import { states } from "./zh/states.ts";
import { team } from "./zh/team.ts";
import { terminal } from "./zh/terminal.ts";
import type { Words } from "./words.ts";

export const zh: Words = {
  language: "zh",
  comma: "，",
  colon: "：",
  gap: "。",
  dash: "——",
  space: "",

  decisions: {
    proceed: { name: "继续", meaning: "现场与交接包一致，按下一步动作继续" },
    reverify: { name: "重新核验", meaning: "现场有变动，先核验再继续" },
    needs_human: { name: "需要人工", meaning: "有事项必须先由人决定" },
    stop: { name: "停止", meaning: "不要在这里按此交接包行动" },
  },

  reasons,

  verdicts: {
    passed: "通过",
    failed: "未通过",
    stale: "已过期",
    not_run: "未运行",
    weak: "证据不足",
    unknown: "未知",
    absent: "无验收命令",
  },
  verdictScope: {
    passed: "{total} 条验收命令中有 {n} 条在当前代码树上通过",
    failed: "{total} 条验收命令中有 {n} 条在当前代码树上失败",
    stale: "{total} 条验收命令中有 {n} 条上次运行于另一份代码树，不能说明当前代码",
    not_run: "{total} 条验收命令中有 {n} 条没有在当前代码树上运行过",
    weak: "{total} 条验收命令中有 {n} 条的结果不能证明任何事",
    unknown: "{total} 条验收命令中有 {n} 条结果未知",
    absent: "没有声明验收命令，因此没有验证过任何东西",
  },

  cleanCodes,

  ...states,

  severities: { block: "阻断", warn: "警告", info: "提示" },
  effectStates: { done: "已发生", unknown: "未知", not_done: "未发生" },
  reviewVerdicts: { pass: "通过", soft_fail: "软性不通过", hard_fail: "硬性不通过" },
  baseKinds: {
    session_start: "从会话开始时的提交 {commit} 算起",
    merge_base: "从分支离开 {ref} 的提交 {commit} 算起",
    previous_packet: "从上一个交接包的提交 {commit} 算起",
    root: "从第一个提交算起",
    none: "没有可作为起点的提交",
  },
  nextActionSources: {
    note: "备注",
    state: "状态文件",
    board: "任务板上进行中的任务",
    feature_list: "进行中的功能项",
    todo: "客户端的待办列表",
    failing_acceptance: "最近失败的验收命令",
    open_question: "尚未回答的问题",
    request: "用户最后的要求",
    none: "无：会话没有给出",
  },
  noteKinds: {
    next: "下一步动作",
    assume: "假设",
    block: "阻碍",
    ask: "问题",
    risk: "风险",
    decide: "决定",
    constrain: "约束",
    require: "先决条件",
    keep: "保留的工作",
    done: "已完成",
  },
  errorKinds: {
    usage: "用法有误",
    config: "配置无效",
    input: "输入无法使用",
    environment: "环境或读写出错",
    bug: "passdown 自身的缺陷",
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
    archived: "已归档",
    notActive: "不是有效的交接包",
    restored: "已恢复到",
    running: "正在运行",
    notKept: "未能留存",
    notChecked: "未核验",
  },
};
