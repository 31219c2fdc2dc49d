import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRepository } from "../make-repository.mjs";
import { makeTranscript } from "../make-transcript.mjs";
import { timeAndPeak } from "../measure.mjs";
import { cli, hookCall } from "./programs.mjs";

const million = 1_000_000;
/** What a transcript's length costs: its import, the first end of a turn over it, and one after that with a line more. */
export const transcripts = {
  name: "transcript bytes",
  sizes: [1 * million, 10 * million, 100 * million, 1_000 * million],
  /** Minutes are not spent on the longest. */
  rounds: (size) => (size >= 1_000 * million ? 1 : 3),
  build: (size, env) => buildTranscript(size, env),
};

function buildTranscript(bytes, env) {
  const repository = makeRepository({ files: 200, dirty: 5 });
  const folder = mkdtempSync(join(tmpdir(), "passdown-bench-"));
  const transcript = join(folder, "session.jsonl");
  makeTranscript(transcript, { client: "claude", bytes, cwd: repository });
  const run = ({ args, input }) => timeAndPeak(args, { cwd: repository, env, input });
  const end = (session) => run(hookCall("Stop", { session, transcript, cwd: repository, stop_hook_active: false }));
  let said = 0;
  const goOn = () => {
    const message = { role: "user", content: "Go on." };
    const line = { sessionId: "bench", cwd: repository, type: "user", uuid: `n${(said += 1)}`, message };
    appendFileSync(transcript, `${JSON.stringify(line)}\n`);
  };
  let sessions = 0;
  const remove = () => [repository, folder].forEach((path) => rmSync(path, { recursive: true, force: true }));
  const subjects = [
    { name: "import", expected: "linear", run: () => run({ args: [cli, "import", transcript, "--json"] }) },
    { name: "hook, first turn end", expected: "linear", run: () => end(`first-${(sessions += 1)}`) },
    { name: "hook, turn end with a line more", expected: "flat", prepare: goOn, run: () => end("first-1") },
  ];
  return { subjects, remove };
}
