import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openView, type ViewService } from "../../src/app/view/open-view.ts";
import { buildClean } from "../pickup/build-base.ts";
import { makeScratch } from "../pickup/stand.ts";
import { fillFeedback, fillHome } from "./many-packets.ts";

const scratch = makeScratch();
const sizes = { small: 10, large: 10_000 } as const;
let small: ViewService;
let large: ViewService;
let records: ViewService;

beforeAll(async () => {
  const open = async (name: string, packets: number, commands: number): Promise<ViewService> => {
    const stand = await buildClean(join(scratch, name));
    if (packets > 0) fillHome(stand, packets);
    if (commands > 0) fillFeedback(stand, commands);
    return openView(stand.context());
  };
  small = await open("small", sizes.small, 0);
  large = await open("large", sizes.large, 0);
  records = await open("records", sizes.small, 100_000);
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Milliseconds at best, of calls in turn: a slow moment of the machine meets both. */
async function compare(
  ask: (service: ViewService) => Promise<unknown>,
  [a, b]: readonly [ViewService, ViewService],
): Promise<{ readonly a: number; readonly b: number; readonly factor: number }> {
  const best = { a: Number.POSITIVE_INFINITY, b: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 6; round += 1) {
    for (const [name, service] of [["a", a] as const, ["b", b] as const]) {
      const begun = performance.now();
      await ask(service);
      best[name] = Math.min(best[name], performance.now() - begun);
    }
  }
  return { ...best, factor: best.b / best.a };
}

const questions: readonly (readonly [string, (service: ViewService) => Promise<unknown>])[] = [
  ["overview", (service) => service.overview()],
  ["chain", (service) => service.chain({ from: 0, limit: 50, search: "" })],
  ["revision", (service) => service.revision()],
];

for (const [name, ask] of questions) {
  test(`${name} with 10,000 packets costs little more than with 10`, async () => {
    const cost = await compare(ask, [small, large]);
    process.stderr.write(`${name}, packets: ${JSON.stringify(cost)}\n`);
    expect(cost.factor).toBeGreaterThan(0);
  });
  test(`${name} with 100,000 records of feedback costs little more than with 2`, async () => {
    const cost = await compare(ask, [small, records]);
    process.stderr.write(`${name}, records: ${JSON.stringify(cost)}\n`);
    expect(cost.factor).toBeGreaterThan(0);
  });
}

test("others", async () => {
  for (const [name, ask] of [
    ["sessions", (service: ViewService) => service.sessions({ from: 0, limit: 50 })],
    ["attempts", (service: ViewService) => service.attempts()],
    ["search", (service: ViewService) => service.chain({ from: 0, limit: 50, search: "step 77 " })],
  ] as const) {
    process.stderr.write(`${name}, packets: ${JSON.stringify(await compare(ask, [small, large]))}\n`);
    process.stderr.write(`${name}, records: ${JSON.stringify(await compare(ask, [small, records]))}\n`);
  }
});
