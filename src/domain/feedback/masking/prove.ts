import { baseName, inlineScript } from "../shell/inline-script.ts";
import { parseScript, type ShellNode, type SimpleNode } from "../shell/parse-script.ts";
import type { Word } from "../shell/read-tokens.ts";
import {
  alwaysPass,
  consumers,
  feeders,
  hidesItsCommand,
  judgeOptions,
  looks,
  looksAtFiles,
  preparations,
  substitutesHarmlessly,
} from "./known-commands.ts";
import { mayExit } from "./may-exit.ts";
import { toolName, unwrap } from "./unwrap.ts";

/** What exit 0 of a piece of shell proves. */
export type Proof =
  /** Every check in it exited 0. `needsCounts`: and that means something only if tests ran. */
  | { readonly kind: "checks"; readonly look: boolean; readonly needsCounts: string | null }
  /** No check in it. `sure`: it cannot fail either. */
  | { readonly kind: "nothing"; readonly sure: boolean; readonly why: string }
  /** A check ran, or was meant to, and its failure would not show. `look`: it was only a `test`. */
  | { readonly kind: "hidden"; readonly look: boolean; readonly why: string }
  | { readonly kind: "never" }
  | { readonly kind: "unknown"; readonly why: string };

/** Options of the shell that are on at this point. */
interface Options {
  errexit: boolean;
  pipefail: boolean;
  /** The exit code is asked about (left of `&&` and `||`, behind `!`): there `set -e` has no effect, however deep. */
  readonly asked: boolean;
}

const check: Proof = { kind: "checks", look: false, needsCounts: null };
const lostInside: Proof = {
  kind: "hidden",
  look: false,
  why: "the exit code of a command inside a substitution does not show",
};
const cutOff: Proof = {
  kind: "hidden",
  look: false,
  why: "an `exit` before the check may end the shell with 0",
};
const maxDepth = 8;

export function proveText(text: string, options?: { errexit: boolean; pipefail: boolean }): Proof {
  return proveNested(
    text,
    { errexit: options?.errexit ?? false, pipefail: options?.pipefail ?? false, asked: false },
    0,
  );
}

/** An argv that was run without a shell around it. */
export function proveArgv(argv: readonly string[]): Proof {
  return proveWords(argv, 0);
}

function proveNested(text: string, options: Options, depth: number): Proof {
  const script = depth > maxDepth ? null : parseScript(text);
  if (script === null)
    return { kind: "unknown", why: "the shell text is not understood (loop, condition or function)" };
  return proveNode(script, options, depth);
}

function proveNode(node: ShellNode, options: Options, depth: number): Proof {
  switch (node.kind) {
    case "simple":
      return proveSimple(node, options, depth);
    case "pipeline":
      return provePipeline(node.parts, options, depth);
    case "not":
      return proveNot(proveAsked(node.body, options, depth));
    case "and": {
      const left = proveAsked(node.left, options, depth);
      const right = proveNode(node.right, options, depth);
      return mayExit(node.left) && right.kind !== "nothing" ? cutOff : proveAnd(left, right);
    }
    case "or":
      return proveOr(node, options, depth);
    case "sequence":
      return proveSequence(node.items, options, depth);
    case "group":
    case "subshell": {
      const proof = proveNode(node.body, node.kind === "group" ? options : { ...options }, depth);
      return node.targets.some(losesInside) ? proveAnd(proof, lostInside) : proof;
    }
  }
}

/** Where only the exit code is asked for. What is set there stays set. */
function proveAsked(node: ShellNode, options: Options, depth: number): Proof {
  const asked = { ...options, asked: true };
  const proof = proveNode(node, asked, depth);
  options.errexit = asked.errexit;
  options.pipefail = asked.pipefail;
  return proof;
}

function losesInside(word: Word): boolean {
  return word.substitutes && !substitutesHarmlessly(word.raw);
}

/** An assignment alone has the exit code of its last substitution. */
function proveAssignments({ assignments, targets }: SimpleNode, options: Options, depth: number): Proof {
  if (targets.some(losesInside)) return lostInside;
  const [only, another] = assignments.filter((word) => word.substitutes);
  if (only === undefined) return { kind: "nothing", sure: true, why: "it only sets variables" };
  // Two in one word end up as a text that cannot be read.
  const inner = /^\w+\+?=(?:\$\((.*)\)|"\$\((.*)\)")$/s.exec(only.raw);
  if (another !== undefined || inner === null) return lostInside;
  return proveNested(inner[1] ?? inner[2] ?? "", { ...options, errexit: false }, depth + 1);
}

function proveSimple(node: SimpleNode, options: Options, depth: number): Proof {
  const { assignments, words, targets } = node;
  if (words.length === 0) return proveAssignments(node, options, depth);
  const inside = [...assignments, ...words];
  const substitutes = inside.some((word) => word.substitutes);
  const values = words.map((word) => word.value ?? word.raw);
  const command = unwrap(values);
  const skipped = values.length - command.length;
  if (words[skipped]?.value === null)
    return { kind: "unknown", why: `what \`${words[skipped].raw}\` runs is not known` };
  if (command[0] === "set" || command[0] === "shopt") {
    applySet(command, options);
    if (command[0] === "shopt" || words.some((word) => word.value === null)) {
      options.errexit = false;
      options.pipefail = false;
    }
  }
  if ([...inside, ...targets].some(losesInside)) return lostInside;
  const inline = inlineScript(command);
  if (inline !== null || command[0] === "eval") {
    const rest = words.slice(skipped + 1);
    if (rest.some((word) => word.value === null))
      return { kind: "unknown", why: "the text it runs is put together at run time" };
    const inner = inline === null ? options : { errexit: inline.errexit, pipefail: inline.pipefail, asked: false };
    return proveNested(inline?.text ?? command.slice(1).join(" "), inner, depth + 1);
  }
  const proof = proveWords(command, depth);
  if (!substitutes) return proof;
  if (proof.kind === "nothing") {
    return { kind: "hidden", look: false, why: `${proof.why}, whatever the command inside it did` };
  }
  if (looks.has(baseName(command[0] ?? ""))) {
    return {
      kind: "hidden",
      look: false,
      why: `\`${command[0]}\` does not hand on the exit code of the command inside it`,
    };
  }
  return proof;
}

function applySet(command: readonly string[], options: Options): void {
  for (let at = 1; at < command.length; at += 1) {
    const word = command[at] ?? "";
    if (!/^[-+][A-Za-z]+$/.test(word)) break;
    if (word.includes("e")) options.errexit = word.startsWith("-");
    if (!word.includes("o")) continue;
    at += 1;
    if (command[at] === "pipefail") options.pipefail = word.startsWith("-");
    if (command[at] === "errexit") options.errexit = word.startsWith("-");
  }
}

function proveWords(argv: readonly string[], depth: number): Proof {
  const command = unwrap(argv);
  const name = baseName(command[0] ?? "");
  const inline = inlineScript(command);
  if (inline !== null)
    return proveNested(inline.text, { errexit: inline.errexit, pipefail: inline.pipefail, asked: false }, depth + 1);
  if (name === "") return { kind: "nothing", sure: true, why: "it is empty" };
  if (name === "exec") return { kind: "nothing", sure: true, why: "`exec` without a command only redirects" };
  if (name === "false") return { kind: "never" };
  if (name === "exit" || name === "return") return proveExit(command[1]);
  if (name === "trap") return { kind: "unknown", why: "a trap can change the exit code" };
  if (alwaysPass.has(name)) return { kind: "nothing", sure: true, why: `\`${name}\` always exits 0` };
  if (looks.has(name) && !looksAtFiles(command.slice(1))) {
    return { kind: "nothing", sure: false, why: `\`${name}\` only compares words` };
  }
  const hides = hidesItsCommand(name, command.slice(1));
  if (hides !== null) return { kind: "hidden", look: false, why: hides };
  if (name === "find") return { kind: "hidden", look: true, why: "`find` exits 0 whether it finds something or not" };
  if (preparations.has(name)) return { kind: "nothing", sure: false, why: `\`${name}\` checks nothing` };
  if (/^(?:cmd|powershell|pwsh|fish|csh|tcsh|nu)$/i.test(name) && command.length > 1) {
    return { kind: "unknown", why: `the text that \`${name}\` runs is not understood` };
  }
  const options = judgeOptions(toolName(command), command.slice(1));
  switch (options?.effect) {
    case "runs_nothing":
      return { kind: "nothing", sure: false, why: options.why };
    case "hides_failures":
      return { kind: "hidden", look: false, why: options.why };
    case "passes_without_tests":
      return { kind: "checks", look: false, needsCounts: options.why };
    case undefined:
      return { kind: "checks", look: looks.has(name), needsCounts: null };
  }
}

function proveExit(code: string | undefined): Proof {
  if (code !== undefined && /^\d+$/.test(code)) {
    return Number(code) % 256 === 0
      ? { kind: "nothing", sure: true, why: `\`exit ${code}\` sets the exit code` }
      : { kind: "never" };
  }
  return { kind: "unknown", why: "the exit code is set by hand" };
}

function provePipeline(parts: readonly ShellNode[], options: Options, depth: number): Proof {
  // Each part runs in a shell of its own: what it sets ends with it.
  const proofs = parts.map((part) => proveNode(part, { ...options }, depth));
  if (options.pipefail) return proofs.reduce(proveAnd);
  const last = proofs.at(-1) ?? check;
  const before = proofs.filter((proof, index) => index < proofs.length - 1 && !feeds(parts[index], proof));
  if (before.length === 0) return last;
  return {
    kind: "hidden",
    look: before.every(isLook),
    why: "the exit code is that of the last command of a pipe, not of the check before it",
  };
}

function feeds(node: ShellNode | undefined, proof: Proof): boolean {
  if (proof.kind === "nothing") return true;
  return proof.kind === "checks" && isOneOf(feeders, node);
}

function isOneOf(programs: ReadonlySet<string>, node: ShellNode | undefined): boolean {
  const name = node?.kind === "simple" ? node.words[0]?.value : null;
  return typeof name === "string" && programs.has(name);
}

function isLook(proof: Proof): boolean {
  return (proof.kind === "checks" || proof.kind === "hidden") && proof.look;
}

function proveNot(body: Proof): Proof {
  if (body.kind === "nothing" && body.sure) return { kind: "never" };
  if (body.kind === "never") return { kind: "nothing", sure: true, why: "`! false` always exits 0" };
  return {
    kind: "hidden",
    look: isLook(body),
    why: "`!` turns the exit code round: what could not even start passes too",
  };
}

function proveAnd(left: Proof, right: Proof): Proof {
  for (const proof of [left, right]) if (proof.kind === "never") return proof;
  for (const proof of [left, right]) if (proof.kind === "unknown") return proof;
  if (left.kind === "hidden" || right.kind === "hidden") {
    // A check that is lost weighs more than a look that is.
    if (left.kind !== "hidden") return right;
    return right.kind === "hidden" && left.look ? right : left;
  }
  if (left.kind === "checks" && right.kind === "checks") {
    return { kind: "checks", look: left.look && right.look, needsCounts: left.needsCounts ?? right.needsCounts };
  }
  if (left.kind === "nothing" && right.kind === "nothing") return { ...right, sure: left.sure && right.sure };
  return left.kind === "checks" ? left : right;
}

function proveOr(node: { left: ShellNode; right: ShellNode }, options: Options, depth: number): Proof {
  const before = { ...options };
  const left = proveAsked(node.left, options, depth);
  if (node.left.kind !== "simple") forgetUnsure(options, before);
  const reached = { ...options };
  const right = handsOn(node.right) ? { kind: "never" as const } : proveNode(node.right, options, depth);
  forgetUnsure(options, reached);
  if (right.kind === "never") return left;
  if (left.kind === "nothing" && left.sure) return left;
  if (left.kind === "never") return right;
  if (left.kind === "unknown") return left;
  if (right.kind === "unknown") return right;
  if (right.kind === "nothing") {
    return {
      kind: "hidden",
      look: isLook(left) || left.kind === "nothing",
      why: `a failure before \`||\` is turned into exit 0: ${right.why}`,
    };
  }
  return { kind: "hidden", look: isLook(left) && isLook(right), why: "exit 0 does not say which side of `||` passed" };
}

/** What was switched on where it may not have been reached counts as off. */
function forgetUnsure(options: Options, before: Options): void {
  options.errexit &&= before.errexit;
  options.pipefail &&= before.pipefail;
}

/** `|| exit` and `|| exit $?` hand the failure on. */
function handsOn(node: ShellNode): boolean {
  if (node.kind !== "simple" || node.assignments.length > 0 || node.targets.some(losesInside)) return false;
  const [name, code, ...rest] = node.words;
  return (
    (name?.value === "exit" || name?.value === "return") &&
    rest.length === 0 &&
    (code === undefined || code.raw === "$?" || code.raw === '"$?"')
  );
}

function proveSequence(
  items: readonly { readonly node: ShellNode; readonly background: boolean }[],
  options: Options,
  depth: number,
): Proof {
  let status: Proof = { kind: "nothing", sure: true, why: "it is empty" };
  let lost: Proof | null = null;
  let enforced: Proof | null = null;
  let before: ShellNode | null = null;
  for (const { node, background } of items) {
    if (handsOn(node)) break;
    const codes: Proof | null = pipeStatus(node, before, { options, depth });
    if (codes !== null) {
      status = codes;
      break;
    }
    if (before !== null && mayExit(before)) lost = addLost(lost, cutOff);
    else if (before !== null && !isTrivial(status)) {
      const stops = options.errexit && !options.asked && stopsAtFailure(before);
      if (stops && status.kind !== "hidden" && status.kind !== "unknown")
        enforced = enforced === null ? status : proveAnd(enforced, status);
      else lost = addLost(lost, lose(status));
    }
    const reached = { ...options };
    status = proveNode(node, background ? { ...options } : options, depth);
    if (node.kind === "and") forgetUnsure(options, reached);
    before = node;
    if (background) {
      if (!isTrivial(status))
        lost = addLost(lost, {
          kind: "hidden",
          look: false,
          why: "it runs in the background: nobody waits for its exit code",
        });
      status = { kind: "nothing", sure: true, why: "`&` exits 0 at once" };
    }
    if (!background && endsShell(node)) break;
  }
  if (status.kind === "never" || status.kind === "unknown") return status;
  if (lost !== null) return status.kind === "hidden" ? addLost(lost, status) : lost;
  return enforced === null ? status : proveAnd(enforced, status);
}

/** `exit`, and `exec` with a command: the shell becomes that command. Without one `exec` only redirects. */
function endsShell(node: ShellNode): boolean {
  if (node.kind !== "simple") return false;
  const name = node.words[0]?.value;
  if (name === "exit") return true;
  return name === "exec" && unwrap(node.words.map((word) => word.value ?? word.raw))[0] !== "exec";
}

/** `set -e` stops at a failure, but not inside `&&`, `||` and `!`, nor behind a group or `eval` that ends with one. */
function stopsAtFailure(node: ShellNode): boolean {
  if (node.kind === "group") return stopsAtFailure(node.body);
  if (node.kind === "sequence") return node.items.every((item) => stopsAtFailure(item.node));
  if (node.kind === "simple") return node.words.every((word) => word.value !== "eval");
  return node.kind === "pipeline" || node.kind === "subshell";
}

function isTrivial(proof: Proof): boolean {
  return (proof.kind === "nothing" && proof.sure) || proof.kind === "never";
}

function addLost(lost: Proof | null, more: Proof): Proof {
  return lost === null ? more : proveAnd(lost, more);
}

function lose(status: Proof): Proof {
  if (status.kind === "unknown" || status.kind === "hidden") return status;
  return {
    kind: "hidden",
    look: isLook(status),
    why: "the exit code is that of the last command; a failure before `;` does not show",
  };
}

/** `a | b; exit ${PIPESTATUS[0]}` gives the exit code of `a`. */
function pipeStatus(
  node: ShellNode,
  before: ShellNode | null,
  { options, depth }: { options: Options; depth: number },
): Proof | null {
  if (node.kind !== "simple" || node.words[0]?.value !== "exit" || before?.kind !== "pipeline") return null;
  if (node.words.length > 2 || [...node.assignments, ...node.targets].some((word) => word.substitutes)) return null;
  const [first, ...others] = before.parts;
  if (!others.every((part) => isOneOf(consumers, part) && proveNode(part, { ...options }, depth).kind !== "hidden"))
    return null;
  return first !== undefined && /^"?\$\{PIPESTATUS\[0\]\}"?$/.test(node.words[1]?.raw ?? "")
    ? proveNode(first, { ...options }, depth)
    : null;
}
