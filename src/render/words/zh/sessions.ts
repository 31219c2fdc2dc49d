import type { SessionWords } from "../session-words.ts";

export const sessions: SessionWords = {
  imported: "{client} 会话 {id}",
  commands: "命令",
  commandsValue: "{n} 条，{exits} 条有退出码，{failed} 条失败，{open} 条没有结束记录",
  exitFrom: "退出码来源",
  exitFromValue: "字段 {structured}，输出文本 {text}，按客户端规则推断 {inferred}，未知 {unknown}",
  files: "文件",
  filesValue: "修改 {edits} 次，读取 {reads} 次",
  words: "对话",
  wordsValue: "提示 {prompts}，约束 {constraints}，提问 {questions}，待办 {todos}",
  course: "经过",
  courseValue: "压缩 {compactions} 次，中断 {interrupts} 次，子代理 {agents} 个",
  context: "上下文",
  contextOf: "{tokens} / {window} 个 token（{percent} %）",
  contextUnknown: "{tokens} 个 token，窗口大小未知",
  damage: "损坏",
  damageNone: "无",
  damageSome: "记录中有 {n} 处无法使用",
  partial: "不完整",
  notKept: "未保存：",
  noPrompt: "该客户端不接受命令行首条提示：由其钩子带入简报（`passdown init`）",
};
