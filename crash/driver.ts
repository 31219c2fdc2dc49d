/** The program that the matrix cuts. Everything that it does to the disk is done by the product. */
import { join } from "node:path";
import process from "node:process";
import * as core from "./core.ts";
import { recordRecovery } from "./record-recovery.ts";
import { execute } from "./scenario.ts";

export interface Order {
  readonly deed: "execute" | "record" | "inspect" | "race" | "hold";
  readonly root: string;
  readonly run: string;
  readonly truth: { readonly path: string; readonly port: number; readonly token: string };
  readonly steps: readonly string[];
  readonly end: "finish" | "interrupt" | "close";
  readonly stubborn?: boolean;
  readonly record?: string;
}

async function obey(order: Order): Promise<number> {
  const context = core.createContext({ cwd: order.root });
  switch (order.deed) {
    case "execute": {
      const { refused, errors } = await execute(core, context, order);
      for (const error of errors) process.stderr.write(`${error}\n`);
      return refused === null && errors.length === 0 ? 0 : 3;
    }
    case "hold": {
      await execute(core, context, { ...order, end: "close" });
      process.stdout.write("held\n");
      await new Promise((resolve) => process.stdin.once("data", resolve));
      return 0;
    }
    case "record":
      process.stdout.write(`${await recordRecovery(core, context, { ...order, record: order.record ?? "r" })}\n`);
      return 0;
    case "inspect": {
      const inspection = await core.inspectIn(context, { run: order.run, store: core.createRunStore(order.root) });
      process.stdout.write(`${JSON.stringify(inspection)}\n`);
      return 0;
    }
    case "race":
      return race(order);
  }
}

/** Each byte that comes in is a round: all racers claim the same epoch and the same name of a record. */
async function race({ root, run }: Order): Promise<number> {
  const store = core.createRunStore(root);
  const records = join(root, "recovery-records");
  let round = 0;
  for await (const part of process.stdin) {
    for (const _ of String(part)) {
      round += 1;
      // The first epoch is that of whoever made the run.
      const epoch = store.claim(run, round + 1, `{"by":${process.pid}}\n`);
      const record = core.createDir(join(records, `r${round}`), { "recovery.json": `${process.pid}\n` }, records);
      process.stdout.write(`${epoch === "claimed" ? 1 : 0}${record === "created" ? 1 : 0}\n`);
    }
  }
  return 0;
}

try {
  process.exitCode = await obey(JSON.parse(process.argv[2] ?? "") as Order);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}
