import type { RecoveryWords } from "../run-words.ts";

export const recovery: RecoveryWords = {
  title: "运行 {run} 的接手记录 {record}",
  judgement: "这是一份新的判断。旧记录未被改动，保持原样",
  status: "状态",
  originalStatus: "原状态",
  replayed: "是否重放导出",
  notReplayed: "否，没有再次执行任何动作（`export_replayed: false`）",
  semantic: "语义审查",
  pending: "`pending`：只比对了文件，内容尚无人审读",
  decision: "决定",
  simulated: "模拟",
  simulatedYes: "是，此运行为教学而构造（`SIMULATION.json`），并非真实事故",

  scope: "目标与范围",
  may: "允许",
  mustNot: "禁止",
  nothingStated: "未说明",

  entry: "版本与入口",
  run: "运行",
  runIn: "{run}，位于 {path}",
  pathsFrom: "路径以 `recovery-records` 所在目录（本文件上两级）为起点，绝对路径除外。",
  record: "记录",
  recordedAt: "{record}，写于 {at}",
  base: "输入的读取位置",
  inputs: "输入及其版本",
  inputsIn: "名称和指纹见 {file}；凡能再次读取的都已比对",
  inputKinds: { file: "文件", folder: "文件夹", tool: "工具的回答", value: "值" },
  inputsLeft: "未比对的输入",
  journal: "日志",
  digest: "`recovery.json` 去掉最后一项后的 sha256",

  confirmed: "已确认事实",
  evidence: "证据：{files}",
  noEvidence: "没有文件可以证明",
  steps: "步骤",
  attempt: "第 {n} 次尝试",
  artifact: "产物：{path}",
  known: "已知：{data}",
  word: "某人的说明，{answer}：{detail}",
  answer: "探查回答 {answer}：{detail}",
  notDone: "有意没有做的动作",
  open: "不确定事项",
  nextStep: "下一步",
  stop: "停止条件",

  budget: "剩余预算",
  budgetNote: "以下为此运行所有会话的合计。换一个会话，预算不会重新满额。",
  amounts: { attempts: "尝试次数", calls: "调用次数", cost: "费用", time_ms: "时间（毫秒）" },
  amount: "上限 {limit}，已用 {spent}，剩余 {left}",
  noLimit: "未设",
  unlimited: "不限",
  atLeast: "未知（至少 {n}）",

  files: "原运行的文件",
  filesNote: "写下此记录时的样子。任何一个如今不同，此记录即告失效。",
  allFiles: "全部 {n} 个文件",
  file: "{path}：sha256 {sha256}，{n} 字节",

  next: "交给新会话",
  nextNote: "用一句话让全新的会话开始：",
  sentence: "先读 `{handoff}`，按其最后一节的要求做，在此之前不做任何别的事。",
  promptNote: "该节的要求，可在计划模式下直接给出：",
  prompt:
    "只做计划，不改动任何内容。先读 `AGENTS.md`（如有），再读 `{handoff}`、`{record}` 以及 `{context}` 中的范围。\n" +
    "核对证据：运行 `passdown audit {folder}`，把 `{run}` 中的文件与 `{record}` 里的 sha256 逐一比对，并在每条已确认事实所指的文件中找到依据。\n" +
    "先判断当前证据是否支持此记录，并指出仍不确定的事项。\n" +
    "不要重新执行那个动作，不要修改旧运行或此记录，不做范围所禁止的事。\n" +
    "若全部一致，只提出下一步；待审不等于完成。\n" +
    "若不一致，说明差异并停止。",
};
