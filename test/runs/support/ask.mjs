// Read-only: exit 0 done, 1 and `not_done` not done, 2 cannot tell.
import process from "node:process";

const [url] = process.argv.slice(2);
try {
  const reply = await fetch(`${url}/op/${encodeURIComponent(process.env.PASSDOWN_OPERATION)}`);
  process.stdout.write(`${reply.status === 404 ? "not_done " : ""}${await reply.text()}\n`);
  process.exitCode = reply.status === 200 ? 0 : reply.status === 404 ? 1 : 2;
} catch {
  process.exitCode = 2;
}
