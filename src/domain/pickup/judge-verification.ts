import type { Reason, ReasonCode } from "../decision.ts";
import type { CommandState, Verdict } from "../verification.ts";
import type { LoadedFacts } from "./facts.ts";
import { isInPlace, placeOf } from "./place.ts";
import { listSome, oneLine } from "./words.ts";

interface Judged {
  readonly verdict: Verdict;
  readonly commands: readonly Omit<CommandState, "scope" | "source">[];
}

const codes: Readonly<Record<Exclude<Verdict, "passed">, ReasonCode>> = {
  failed: "verification_failed",
  stale: "verification_stale",
  not_run: "verification_not_run",
  weak: "verification_weak",
  unknown: "verification_unknown",
  absent: "verification_absent",
};

/**
 * The states of the acceptance commands, each a reason of its own: what one command says does not excuse another.
 * Red goals are no drift: the packet is about that work.
 */
export function judgeVerification(facts: LoadedFacts): readonly Reason[] {
  const { verdict, commands } = presentVerification(facts);
  const states = new Set<Verdict>(commands.length === 0 ? [verdict] : commands.map(({ state }) => state));
  return [...states].flatMap((state) =>
    reasonFor(
      state,
      commands.filter((command) => command.state === state),
    ),
  );
}

function reasonFor(state: Verdict, commands: Judged["commands"]): readonly Reason[] {
  if (state === "passed") return [];
  if (state === "absent") {
    return [
      {
        code: "verification_absent",
        decision: "proceed",
        detail: "no acceptance commands are known, so nothing says whether the work is good",
      },
    ];
  }
  return [
    {
      code: codes[state],
      decision: state === "failed" ? "proceed" : "reverify",
      detail: `${sentences[state]}: ${listSome(commands.map(describe))}`,
      evidence: commands.flatMap(({ evidence }) => (evidence === null ? [] : [evidence])),
    },
  ];
}

const sentences: Readonly<Record<Exclude<Verdict, "passed" | "absent">, string>> = {
  failed: "acceptance commands fail",
  stale: "the last results are of another tree",
  not_run: "acceptance commands were not run",
  weak: "the results prove little",
  unknown: "the results do not say whether the commands passed",
};

/**
 * On the packet's own tree what it says of a command stands unless newer evidence says otherwise: the log that it came
 * from may have been lost since. On any other tree only what was judged there counts.
 */
function presentVerification(facts: LoadedFacts): Judged {
  const { packet, verification: present } = facts.subject;
  const own: Judged = {
    verdict: packet.verification.verdict,
    commands: packet.verification.commands.map(({ exit_code: exitCode, at_tree: atTree, ...command }) => ({
      ...command,
      exitCode,
      atTree,
    })),
  };
  if (!isInPlace(placeOf(facts))) return own;
  if (packet.scene.tree === null || packet.scene.tree !== facts.scene.tree) return present;
  if (present.commands.length === 0) return present.verdict === "absent" ? own : present;
  const commands = present.commands.map((command) => {
    const silent = command.state === "not_run" || command.state === "stale";
    const recorded = own.commands.find((one) => one.command === command.command);
    return silent && recorded !== undefined ? recorded : command;
  });
  return { verdict: present.verdict, commands };
}

/** The reason names tree, time and exit code. */
function describe({ command, why }: Judged["commands"][number]): string {
  return `${oneLine(command)} (${oneLine(why)})`;
}
