import type { Scenario } from "../step.ts";

/** One effect done, the next cut off by the death of the client: it reached the server. */
export const killedEffect: Scenario = {
  name: "killed-effect",
  about: "an effect done; another killed in the middle: outcome unknown",
  project: "node",
  steps: [
    {
      do: "user",
      text: "Set the port to 9090, then roll it out to staging and to slow-production. Never roll out to production twice.",
      constraints: ["Never roll out to production twice."],
    },
    { do: "edit", path: "src/config.mjs", old: "port: 8080", new: "port: 9090" },
    { do: "run", command: "node --test", check: "node --test" },
    { do: "run", command: "git commit --quiet --all -m 'Listen on port 9090'" },
    { do: "run", command: "sh scripts/deploy.sh staging", effect: "server" },
    { do: "say", text: "Staging is out. Now production." },
    { do: "run", command: "sh scripts/deploy.sh slow-production", effect: "server", cut: "killed" },
  ],
  next: ["scripts/deploy.sh"],
};

/** The last thing before a compaction is an effect that is done; then the user wants something else. */
export const doneBeforeCompaction: Scenario = {
  name: "done-before-compaction",
  about: "A deployed, compaction, then B: A must not be repeated",
  project: "make",
  steps: [
    { do: "user", text: "Fix the store path to /srv/backup and roll it out to region-a." },
    { do: "edit", path: "lib/paths.sh", old: "/var/backup/", new: "/srv/backup/" },
    { do: "edit", path: "test/run.sh", old: '"/var/backup/a"', new: '"/srv/backup/a"' },
    { do: "run", command: "make test", check: "make test" },
    { do: "run", command: "git commit --quiet --all -m 'Store below /srv/backup'" },
    { do: "run", command: "sh scripts/deploy.sh region-a", effect: "server" },
    { do: "compact", summary: "Task: store path fixed, tested, committed, rolled out to region-a." },
    {
      do: "user",
      text: "Next task: write a script scripts/restore.sh that unpacks the newest archive. Don't roll anything out today.",
      constraints: ["Don't roll anything out today."],
    },
    { do: "read", path: "lib/names.sh" },
    { do: "say", text: "I begin with scripts/restore.sh." },
  ],
  next: ["lib/names.sh", "lib/paths.sh"],
};

/** The server says no, and then nothing else is done about it. */
export const refusedEffect: Scenario = {
  name: "refused-effect",
  about: "an effect that the server refuses is a failure, not an effect; a push that works",
  project: "python",
  steps: [
    { do: "user", text: "Change the currency to CHF, push it, and roll out to broken-region." },
    { do: "edit", path: "ledger/settings.py", old: '"EUR"', new: '"CHF"' },
    { do: "run", command: "python3 -m unittest", check: "python3 -m unittest" },
    { do: "run", command: "git commit --quiet --all -m 'Currency is CHF'" },
    { do: "run", command: "git push --quiet origin main", effect: "push" },
    { do: "run", command: "sh scripts/deploy.sh broken-region", effect: "server", why: /curl: \(22\)/ },
    { do: "say", text: "The region answers 503. We have to wait for it." },
  ],
  next: ["scripts/deploy.sh", "ledger/settings.py"],
};

/** The user stops a command and wants another thing. */
export const interrupted: Scenario = {
  name: "interrupted",
  about: "the user interrupts a command; its outcome is unknown; then asks for another thing",
  project: "make",
  steps: [
    { do: "user", text: "Measure how fast a backup is." },
    { do: "read", path: "Makefile" },
    { do: "run", command: "make bench", cut: "interrupted" },
    {
      do: "user",
      text: "Stop, that takes too long. Only touch files below lib/ from now on, and let keep_count return 30.",
      constraints: ["Only touch files below lib/ from now on, and let keep_count return 30."],
    },
    { do: "edit", path: "lib/rotate.sh", old: "echo 7", new: "echo 30" },
    { do: "read", path: "test/run.sh" },
    { do: "run", command: "make test", check: "make test", why: /not ok - kept archives/ },
    { do: "say", text: "The test expects 7, but I may not change it." },
  ],
  next: ["lib/rotate.sh", "test/run.sh"],
};
