// A program that uses the library: executor.mjs ROOT URL OPTIONS(JSON: query, die, probe, safeToRetry, retry).
import process from "node:process";
import { createContext, openRun } from "../../../dist/lib/index.js";

const [root, url, json] = process.argv.slice(2);
const { query = "", die = "", probe = false, ...spec } = JSON.parse(json);
const end = async (point) => {
  if (die !== point) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => setInterval(() => undefined, 1000));
};
const address = (operation) => `${url}/op/${encodeURIComponent(operation)}`;
const ask = async ({ operation }) => {
  const reply = await fetch(address(operation));
  return { answer: reply.status === 200 ? "done" : "not_done", detail: await reply.text() };
};
const opened = await openRun(createContext({ cwd: root }), { name: "r", root, steps: ["send", "after"] });
if (opened.result === "refused") {
  process.stdout.write(JSON.stringify(opened));
  process.exit(1);
}
const result = await opened.run.step({
  key: "send",
  ...(probe ? { probe: ask, probeCommand: [process.execPath, new URL("ask.mjs", import.meta.url).pathname, url] } : {}),
  ...spec,
  do: async (step) => {
    await end("before");
    const reply = await fetch(`${address(step.operation)}?${query}`, { method: "POST" });
    const id = await reply.text();
    step.progress({ remote_id: id });
    await end("replied");
    return id;
  },
});
opened.run.close();
process.stdout.write(JSON.stringify(result));
