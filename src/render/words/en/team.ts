import type { TeamWords } from "../team-words.ts";

export const team: TeamWords = {
  store: "team store",
  well: "{store}, told every packet",
  away: "{store} is told nothing since {since}: {problem}",
  unused: "{store} is not used: {problem}",
  waiting: "{n} {n|step waits|steps wait} to be told",
  refused: "{n} {n|packet was|packets were} not taken: known here alone",
  holders: "who holds what",
  own: "this session",
  holder: "{who}, since {since}",
  until: "until {until} at least",
  lapsed: "lapsed at {until}: ask, then `passdown pickup --takeover REASON`",
  unseen: "whether it still runs cannot be seen from here",
  released: "released",
  notHeld: "nothing is held here by this session",
  trusted: {
    added: "used from now on: what is packed and run here is told to it",
    unchanged: "used already",
  },
};
