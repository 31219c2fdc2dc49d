// A system outside, for tests: POST /op/KEY acts, GET /op/KEY tells whether it did, GET /counts how often. It prints its
// port. What it does to a request is said by the query: hold (acts, never replies), drop (acts, cuts the connection),
// slow (acts only after GET /release, whether or not somebody still waits), refuse (does not act).
import { createServer } from "node:http";
import process from "node:process";

const counts = {};
const waiting = [];
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://service.invalid");
  if (pathname === "/counts") return void response.end(JSON.stringify(counts));
  if (pathname === "/waiting") return void response.end(String(waiting.length));
  if (pathname === "/release") {
    for (const act of waiting.splice(0)) act();
    return void response.end();
  }
  const key = decodeURIComponent(pathname.slice("/op/".length));
  if (request.method === "GET")
    return void response.writeHead(counts[key] ? 200 : 404).end(`count ${counts[key] ?? 0}`);
  if (searchParams.has("refuse")) return void response.writeHead(503).end("not now");
  const act = () => {
    counts[key] = (counts[key] ?? 0) + 1;
    if (searchParams.has("drop")) request.socket.destroy();
    else if (!searchParams.has("hold")) response.end(`id-${counts[key]}`);
  };
  if (searchParams.has("slow")) waiting.push(act);
  else act();
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
