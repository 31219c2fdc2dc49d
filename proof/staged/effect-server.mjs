// Counts calls: one line of the file for each, written before the answer. A name with "slow" is never answered,
// one with "broken" is refused.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

const [hits] = process.argv.slice(2);
const server = createServer((request, response) => {
  appendFileSync(hits, `${request.method} ${request.url}\n`);
  if (request.url.includes("slow")) return;
  response.statusCode = request.url.includes("broken") ? 503 : 200;
  response.end(response.statusCode === 200 ? "accepted\n" : "region is down\n");
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
