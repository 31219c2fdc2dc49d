import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check } from "../../src/app/check.ts";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import { note } from "../../src/app/note.ts";
import { pack } from "../../src/app/pack.ts";
import { serializePacket } from "../../src/domain/packet-file.ts";
import { anySnapshot } from "../laws/any-snapshot.ts";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { contextIn } from "./context.ts";
import { packetOf } from "./generate.ts";

/** The published schemas, read by a validator that knows nothing of the parsers they were made from. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });

function schema(name: string): ValidateFunction {
  return ajv.compile(JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8")) as object);
}

const validators = { handoff: schema("handoff"), cleanState: schema("clean_state"), config: schema("config") };

function errors(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

describe("handoff.schema.json", () => {
  test("a packet of hostile texts is valid", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const handoff = generateHandoff(snapshot, { dying: true });
        const value: unknown = handoff === null ? null : JSON.parse(serializePacket(handoff.payload));
        expect(errors(validators.handoff, value)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test.each<[string, (packet: Record<string, unknown>) => void]>([
    ["without a next action", (packet) => delete packet["next_action"]],
    ["of another version", (packet) => void (packet["schema_version"] = 2)],
    ["with a text for a list", (packet) => void (packet["changed_files"] = "a.ts")],
    ["with a null list", (packet) => void (packet["open_risks"] = null)],
    [
      "with an unknown severity",
      (packet) => void (packet["open_risks"] = [{ severity: "HIGH", code: "x", detail: "y" }]),
    ],
    ["with an unknown status", (packet) => void (packet["status"] = "done")],
    ["with a short digest", (packet) => void (packet["digest"] = "abc")],
    ["with 31 entries in the tail", (packet) => void (packet["feedback_tail"] = Array(31).fill(null))],
  ])("a packet %s is not", (_, change) => {
    const packet = JSON.parse(serializePacket(packetOf())) as Record<string, unknown>;
    expect(errors(validators.handoff, packet)).toEqual([]);
    change(packet);
    expect(errors(validators.handoff, packet)).not.toEqual([]);
  });
});

describe("what the product writes", () => {
  let box: Sandbox;
  beforeAll(() => {
    box = makeSandbox();
  });
  afterAll(() => box.remove());
  const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

  test("clean_state.json, clean and with every kind of issue, is valid", async () => {
    const context = contextIn(box.root);
    const path = join(box.root, ".git", "passdown", "clean_state.json");
    await check(context);
    expect(errors(validators.cleanState, read(path))).toEqual([]);
    expect(read(path)).toMatchObject({ clean: true });
    box.write("half.ts", "console.log(1)\n<<<<<<< ours\n");
    box.write(".git/index.lock", "");
    await check(context);
    expect(errors(validators.cleanState, read(path))).toEqual([]);
    expect(read(path)).toMatchObject({ clean: false });
    expect(errors(validators.cleanState, { clean: true })).not.toEqual([]);
  });

  test("handoff.json of a real repository is valid", async () => {
    const context = contextIn(box.root);
    await note(context, { kind: "next", text: "go on" });
    const packed = await pack(context, { force: "a test" });
    expect(packed.result).toBe("published");
    expect(errors(validators.handoff, read(join(packed.path ?? "", "handoff.json")))).toEqual([]);
  });
});

describe("config.schema.json", () => {
  const examples = ["docs/acceptance.md", "README.md", "README.zh-CN.md"].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/```json\n(?<body>.*?)```/gs)].map((match) => [
      file,
      match.groups?.["body"] ?? "",
    ]),
  );

  test("there are examples in the documentation", () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  test.each(examples)("the example in %s is valid", (_, body) => {
    expect(errors(validators.config, JSON.parse(body))).toEqual([]);
  });

  const whole = {
    acceptance: ["npm test", { command: "npm run e2e", cwd: "app", timeout: 600 }],
    artifacts: { state: ["work/agent_state.json"], feedback_log: ["logs/feedback.jsonl"] },
    branches: ["main", "feature/*"],
    topic: "pay",
    language: "zh",
    feedback: { keepLast: 8 },
    packet: { maxAgeDays: 14 },
    prerequisites: [{ path: "docs/plan.md", why: "the plan" }, "schema.sql"],
    budget: { attempts: 20, calls: 100, costUsd: 5, minutes: 90 },
    clean: { ignore: ["stashes"], tempFiles: ["*.scratch"], debugCode: ["trace\\("], debugAllowedIn: ["tools/**"] },
    context: { quietAt: 0.4, wrapUpAt: 0.7 },
    export: "handoffs",
  };

  test("every key of the configuration is in it", () => {
    expect(errors(validators.config, whole)).toEqual([]);
    expect(errors(validators.config, {})).toEqual([]);
  });

  test.each([
    { acceptance: [7] },
    { language: "fr" },
    { feedback: { keepLast: -1 } },
    { context: { quietAt: 2 } },
    { artifacts: { nonsense: ["x"] } },
    { unknown: true },
  ])("%j is not valid", (config) => {
    expect(errors(validators.config, config)).not.toEqual([]);
  });
});
