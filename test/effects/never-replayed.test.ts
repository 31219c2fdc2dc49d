import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { pickup } from "../../src/app/pickup.ts";
import { appendRecord, openStand, type Stand } from "../audit/stand.ts";
import { createRepository, temporaryFolder, type TestRepository } from "../git/repository.ts";

/** A real script with an effect outside the repository: every run of it counts. */

let stand: Stand;
let counter: string;

const begin = (repository: TestRepository): string =>
  repository.write("deploy.sh", 'echo run >> "$COUNTER"\nexit "${CODE:-0}"\n').write("a.txt", "a\n").commit("begin");

beforeEach(() => {
  stand = openStand(createRepository("sha1", begin).root);
  counter = join(temporaryFolder(), "counter");
  writeFileSync(counter, "");
});

const runs = (): number => readFileSync(counter, "utf8").split("\n").length - 1;
const deploy = (...prefix: readonly string[]): Promise<void> =>
  stand.exec("env", `COUNTER=${counter}`, ...prefix, "sh", "deploy.sh");
const pickUp = () => pickup(stand.context(), {});

describe("after the session", () => {
  test("a deployment that ran is done, with its record; three pickups run nothing (A2)", async () => {
    await deploy();
    await stand.note("next", "write the release notes");
    const { packet } = await stand.pack();
    expect(packet.effects).toEqual([
      expect.objectContaining({
        state: "done",
        what: expect.stringContaining("deploy.sh"),
        source: packet.feedback_tail[0]?.id,
      }),
    ]);
    expect(packet.next_action).not.toContain("deploy");
    for (let time = 0; time < 3; time += 1) expect((await pickUp()).decision).toBe("proceed");
    expect(runs()).toBe(1);
  });

  test("a deployment that was killed is unknown: a human is asked each time, and nothing is run again (D8, E1)", async () => {
    appendRecord(stand.home, {
      command_id: "f-killed",
      command: ["sh", "deploy.sh"],
      exit_code: null,
      error: "interrupted: no exit was recorded",
      phase: "started",
      branch: "main",
      started_at: Date.now() / 1000,
    });
    await stand.note("next", "write the release notes");
    const { packet } = await stand.pack();
    expect(packet.effects).toEqual([
      expect.objectContaining({ state: "unknown", what: "sh deploy.sh", source: "f-killed" }),
    ]);
    for (let time = 0; time < 3; time += 1) {
      const { decision, reasons } = await pickUp();
      expect(decision).toBe("needs_human");
      expect(reasons.map((reason) => reason.code)).toContain("effect_unknown");
    }
    expect(runs()).toBe(0);
  });

  test("a deployment that ended with an error may have begun: unknown, not failed (E7)", async () => {
    await deploy("CODE=1");
    await stand.note("next", "look at the deployment");
    const { packet } = await stand.pack();
    expect(runs()).toBe(1);
    expect(packet.effects.map((effect) => effect.state)).toEqual(["unknown"]);
    expect(packet.open_risks.map((risk) => risk.code)).toContain("effect_unknown");
  });

  test("its id is the same in the next packet (E9)", async () => {
    await deploy();
    await stand.note("next", "one");
    const first = await stand.pack();
    await stand.note("next", "two");
    const second = await stand.pack();
    expect(second.packet_id).not.toBe(first.packet_id);
    expect(second.packet.effects.map((effect) => effect.id)).toEqual(first.packet.effects.map((effect) => effect.id));
  });
});
