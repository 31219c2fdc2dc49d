import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const segmentBytes = 1024 * 1024;

/** Feedback of so many commands, in the two lines each and the segments that `passdown exec` writes; one in ten fails. */
export function addRecords(repository, count) {
  const folder = join(repository, ".git", "passdown", "feedback");
  const [started, ended] = readFileSync(join(folder, "0001.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { holder, ...begun } = started;
  let segment = 1;
  let text = "";
  const flush = () => {
    const path = join(folder, `${String(segment).padStart(4, "0")}.jsonl`);
    if (segment === 1) appendFileSync(path, text);
    else writeFileSync(path, text, { mode: 0o600 });
    segment += 1;
    text = "";
  };
  for (let n = 1; n < count; n += 1) {
    const failed = n % 10 === 0;
    const own = {
      command_id: n.toString(16).padStart(12, "0"),
      command: ["npm", "test", "--", `test/part-${n % 50}.test.ts`],
      // Before the real one, so that what is newest stays newest.
      started_at: started.started_at - count + n,
    };
    const end = failed
      ? { exit_code: 1, stdout_tail: `FAIL test/part-${n % 50}.test.ts\n1 failed, 11 passed` }
      : { exit_code: 0, stdout_tail: "12 passed" };
    text += `${JSON.stringify({ ...begun, ...own, holder })}\n${JSON.stringify({ ...ended, ...own, ...end })}\n`;
    if (text.length >= segmentBytes) flush();
  }
  if (text !== "") flush();
}
