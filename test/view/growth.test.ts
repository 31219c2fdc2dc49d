import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openView, type ViewService } from "../../src/app/view/open-view.ts";
import { buildClean } from "../pickup/build-base.ts";
import { makeScratch } from "../pickup/stand.ts";
import { fillHome } from "./many-packets.ts";

const scratch = makeScratch();
let few: ViewService;
let many: ViewService;

beforeAll(async () => {
  const open = async (name: string, packets: number): Promise<ViewService> => {
    const stand = await buildClean(join(scratch, name));
    fillHome(stand, packets);
    return openView(stand.context());
  };
  few = await open("few", 10);
  many = await open("many", 10_000);
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }), 300_000);

/** Milliseconds at best, of calls in turn: a slow moment of the machine meets both. */
async function compare(ask: (service: ViewService) => Promise<unknown>): Promise<readonly [number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 8; round += 1) {
    for (const [at, service] of [[0, few] as const, [1, many] as const]) {
      const begun = performance.now();
      await ask(service);
      best[at] = Math.min(best[at], performance.now() - begun);
    }
  }
  return best;
}

/** Of 10,000 packets 51 are active, each a row of the board: what grows is their number, and the list of folders. */
const mostMoreMs = 1_500;

test.each([
  ["the overview", (service: ViewService) => service.overview()],
  ["a page of the chain", (service: ViewService) => service.chain({ from: 0, limit: 10, search: "" })],
  ["the revision", (service: ViewService) => service.revision()],
])("%s of 10,000 packets does not read them all", async (name, ask) => {
  const [small, large] = await compare(ask);
  process.stderr.write(`${name}: ${small.toFixed(1)} ms of 10 packets, ${large.toFixed(1)} ms of 10,000\n`);
  // Reading 10,000 packets takes many seconds on a machine that is slow enough to need this long.
  expect(large).toBeLessThan(small + mostMoreMs);
});
