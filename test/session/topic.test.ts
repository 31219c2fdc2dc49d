import { describe, expect, test } from "vitest";
import { activeTaskId, meantTopic } from "../../src/domain/topic.ts";
import type { Workbench } from "../../src/domain/workbench.ts";
import { makeBoard, makeFeatures, makeSnapshot, makeState, makeTask } from "../verification/make-snapshot.ts";

const started = (id: string) => makeTask(id, { status: "in_progress" });
const workbench = (parts: Partial<Workbench>): Workbench => makeSnapshot({ workbench: parts }).workbench;

describe("the task that the workbench works on", () => {
  test.each<[string, Partial<Workbench>, string | null]>([
    ["none", {}, null],
    [
      "that of the state file",
      { state: makeState({ activeTaskId: "T-1" }), featureList: makeFeatures("pay"), board: makeBoard(started("T-2")) },
      "T-1",
    ],
    [
      "else the active feature",
      { state: makeState(), featureList: makeFeatures("pay"), board: makeBoard(started("T-2")) },
      "pay",
    ],
    [
      "else the only task in progress",
      { featureList: makeFeatures(null), board: makeBoard(makeTask("T-1"), started("T-2")) },
      "T-2",
    ],
    ["not one of two in progress", { board: makeBoard(started("T-1"), started("T-2")) }, null],
    ["not one that is only planned", { board: makeBoard(makeTask("T-1")) }, null],
  ])("%s", (_, parts, id) => {
    expect(activeTaskId(workbench(parts))).toBe(id);
  });
});

test("the topic is that of the configuration, else the task, else nobody names one", () => {
  const { config } = makeSnapshot();
  const busy = workbench({ state: makeState({ activeTaskId: "T-1" }) });
  expect(meantTopic({ ...config, topic: "pay" }, busy)).toBe("pay");
  expect(meantTopic(config, busy)).toBe("T-1");
  expect(meantTopic(config, workbench({}))).toBeNull();
});
