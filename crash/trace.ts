import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import type { Order } from "./driver.ts";
import type { Bench } from "./matrix.ts";
import { runDriver, type Ended } from "./run-driver.ts";

/** One system call of the driver's main thread that touches the folder under test. */
export interface Call {
  /** fsync:17 is the seventeenth fsync of the main thread, others than ours counted in. */
  readonly id: string;
  readonly name: string;
  readonly nth: number;
  /** What it does, without what differs from run to run, and the how manieth of its kind it is. */
  readonly what: string;
  readonly text: string;
}

const names = "mkdir,openat,write,fsync,rename,link,unlink,rmdir,close";

/** null: system calls can be traced and changed here. */
export function straceMissing(): string | null {
  const { status } = spawnSync("strace", ["-o", "/dev/null", "-e", "inject=getppid:error=EIO", "true"]);
  return status === 0 ? null : "strace is missing or may not trace here";
}

/** Runs the driver to its end and lists its calls below a folder. All of them must come from its main thread. */
export async function traceCalls(
  bench: Bench,
  order: Order,
  log: string,
): Promise<{ readonly calls: readonly Call[]; readonly ended: Ended }> {
  const ended = await runDriver(bench, order, {
    through: ["strace", "-f", "-y", "-s", "128", "-o", log, "-e", `trace=${names}`],
  });
  const lines = readFileSync(log, "utf8").split("\n");
  const main = /^\d+/.exec(lines[0] ?? "")?.[0] ?? "";
  const foreign = lines.find((line) => line.includes(order.root) && !line.startsWith(`${main} `));
  if (foreign !== undefined) throw new Error(`another thread or process touches the folder: ${foreign}`);
  const own = lines.filter((line) => line.startsWith(`${main} `)).map((line) => line.slice(main.length).trimStart());
  return { calls: parseCalls(own, order.root), ended };
}

function parseCalls(lines: readonly string[], root: string): readonly Call[] {
  const seen = new Map<string, number>();
  const count = (what: string): number => {
    const number = (seen.get(what) ?? 0) + 1;
    seen.set(what, number);
    return number;
  };
  return lines.flatMap((text) => {
    const name = /^[a-z]+(?=\()/.exec(text)?.[0];
    if (name === undefined) return [];
    const nth = count(name);
    if (!text.includes(root)) return [];
    const what = describe(text, root);
    return [{ id: `${name}:${nth}`, name, nth, what: `${what} #${count(what)}`, text }];
  });
}

/** The paths of a call below the folder, without process ids and random parts. */
function describe(text: string, root: string): string {
  const paths = [...text.matchAll(/["<]((?:\/[^">]*))[">]/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.startsWith(root));
  return `${text.slice(0, text.indexOf("("))} ${[...new Set(paths)].map((path) => path.slice(root.length).replaceAll(/\.tmp-\d+-[0-9a-f]+/g, ".tmp")).join(" ")}`;
}

/** Calls that change what is on the disk, or open what will be changed. */
export function changes({ name, text }: Call): boolean {
  return name !== "close" && (name !== "openat" || text.includes("O_CREAT"));
}

export interface Injected {
  readonly ended: Ended;
  /** The fault struck the very call that it was meant for. */
  readonly fired: boolean;
  readonly calls: readonly Call[];
}

/** Runs the driver with a fault at one call: `signal=SIGKILL`, `error=EIO`. The call itself is not executed. */
export async function injectAt(
  bench: Bench,
  order: Order,
  { call, fault, log }: { readonly call: Call; readonly fault: string; readonly log: string },
): Promise<Injected> {
  const through = [
    "strace",
    "-y",
    "-s",
    "128",
    "-o",
    log,
    "-e",
    `trace=${names}`,
    "-e",
    `inject=${call.name}:${fault}:when=${call.nth}`,
  ];
  const ended = await runDriver(bench, order, { through });
  const lines = readFileSync(log, "utf8").split("\n");
  const calls = parseCalls(lines, order.root);
  const struck = fault.startsWith("signal=SIGKILL")
    ? lines.findLast((line) => /^[a-z]+\(/.test(line) && line.includes("= ?"))
    : lines.find((line) => line.includes("(INJECTED)"));
  const killed = !fault.startsWith("signal=SIGKILL") || lines.some((line) => line.includes("+++ killed by SIGKILL"));
  const ours = calls.findLast(({ text }) => text === struck);
  return { ended, fired: killed && ours?.what === call.what, calls };
}

/** The calls below the folder that a log of a run holds. */
export function callsIn(log: string, root: string): readonly Call[] {
  return parseCalls(readFileSync(log, "utf8").split("\n"), root);
}

export interface Attempt<T> {
  /** null: the fault struck another call. */
  readonly struck: T | null;
  /** What was done until then. */
  readonly calls: readonly Call[];
}

/**
 * Aims at one call until it is struck. Other calls of that name come before it, and not always as many: the runtime
 * wakes its threads, and an inspection looks at each process of the machine. What a missed attempt did tells where the
 * call is now; one that ended before it tells only that it comes later.
 */
export async function strike<T>(
  call: Call,
  attempt: (aimed: Call, name: string) => Promise<Attempt<T>>,
): Promise<T | null> {
  let aimed = call;
  let short = 0;
  for (let number = 0; number < 80; number += 1) {
    const { struck, calls } = await attempt(aimed, number === 0 ? call.id : `${call.id}-${number}`);
    if (struck !== null) return struck;
    const seen = calls.find(({ what }) => what === call.what);
    short = seen === undefined ? short + 1 : 0;
    aimed = { ...call, nth: seen?.nth ?? aimed.nth + 2 ** Math.min(short - 1, 8) };
  }
  return null;
}
