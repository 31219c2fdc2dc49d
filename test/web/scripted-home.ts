import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";

/** A repository with a history that every view has something to show of: made by the built command line alone. */
export function scriptedHome(): Sandbox {
  const home = makeSandbox();
  const must = (...args: readonly string[]): void => {
    const { exit, stderr } = home.passdown(args);
    if (exit !== 0) throw new Error(`passdown ${args.join(" ")}: ${exit} ${stderr}`);
  };
  home.git("switch", "-q", "-c", "retry");
  home.write("passdown.config.json", JSON.stringify({ acceptance: ["sh check.sh"] }));
  home.write("check.sh", "grep -q done plan.md || { echo 'AssertionError: plan.md lacks done' >&2; exit 1; }\n");
  home.write("plan.md", "first\n");
  home.commit("Begin the retry");
  must("note", "constrain", "never wait longer than 30 s");
  must("note", "assume", "the server answers 503 when it is busy");
  home.passdown(["exec", "--", "sh", "check.sh"]);
  must("note", "next", "write the plan down, then run the check");
  must("note", "risk", "sh check.sh is red until the plan is written");
  must("pack");
  home.write("plan.md", "first\ndone\n");
  home.commit("Write the plan");
  must("exec", "--", "sh", "check.sh");
  must("note", "ask", "May the timeout grow to 30 s?");
  must("note", "next", "open the pull request for <b>retry</b>");
  must("pack");
  must("run", "start", "release", "--steps", "upload,announce");
  // No receipt: whether it happened is unknown.
  home.passdown(["run", "step", "release", "upload", "--", "sh", "-c", "exit 7"]);
  home.git("switch", "-q", "-c", "docs");
  must("note", "next", "write the page of the retry");
  must("pack", "--force", "only a note");
  home.git("switch", "-q", "retry");
  // After the packet: a commit and a change that it does not know.
  home.write("more.md", "more\n");
  home.commit("More");
  home.write("plan.md", "first\ndone\nand more\n");
  return home;
}
