import { parseArgs } from "node:util";
import { printReport } from "./print-report.ts";
import { runLoad } from "./run-load.ts";

// Options: --sessions N --seconds N --seed N --at-once N --cli FILE --hook FILE. Exit code 1 on any violation.
const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "50" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "at-once": { type: "string", default: "8" },
    cli: { type: "string", default: "" },
    hook: { type: "string", default: "" },
  },
});
const report = await runLoad({
  sessions: Number(values.sessions),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  atOnce: Number(values["at-once"]),
  programs: { cli: values.cli, hook: values.hook },
});
printReport(report, (line) => process.stdout.write(`${line}\n`));
process.exitCode = report.violations.length > 0 ? 1 : 0;
