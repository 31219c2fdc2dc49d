// The effect of a step as a script: call.mjs URL QUERY [WAIT]. WAIT names a file without which it does not send.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const [url, query, wait] = process.argv.slice(2);
const declare = (line) => appendFileSync(process.env.PASSDOWN_OUTCOME, `${line}\n`);
writeFileSync("call.pid", String(process.pid));
const mayGo = () => wait === undefined || existsSync(wait);
while (!mayGo()) await sleep(10);
let reply;
try {
  reply = await fetch(`${url}/op/${encodeURIComponent(process.env.PASSDOWN_OPERATION)}?${query}`, { method: "POST" });
} catch (error) {
  if (error.cause?.code === "ECONNREFUSED") declare("not_done nobody listens there");
  process.exit(1);
}
if (reply.status === 503) {
  declare(`not_done ${await reply.text()}`);
  process.exit(1);
}
declare(`progress remote_id=${await reply.text()}`);
declare("spent calls=1");
process.exit(reply.ok ? 0 : 1);
