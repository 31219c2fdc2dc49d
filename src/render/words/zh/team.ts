import type { TeamWords } from "../team-words.ts";

export const team: TeamWords = {
  store: "团队存储",
  well: "{store}，交接包均已送达",
  away: "{store} 自 {since} 起无法送达：{problem}",
  unused: "{store} 未启用：{problem}",
  waiting: "还有 {n} 步待送达",
  refused: "{n} 个交接包未被接受，只有本机知道",
  holders: "谁持有什么",
  own: "本会话",
  holder: "{who}，自 {since} 起",
  until: "至少到 {until}",
  lapsed: "已于 {until} 过期：先问本人，再运行 `passdown pickup --takeover REASON`",
  unseen: "从这里看不出它是否仍在运行",
  released: "已释放",
  notHeld: "本会话在此没有持有任何工作",
  trusted: {
    added: "从现在起启用：在此打包和运行的内容都会送到那里",
    unchanged: "已经启用",
  },
};
