import { describe, expect, test } from "vitest";
import { foundFolder, inputOf, readFound } from "../../fuzz/found.ts";
import { judge } from "../../fuzz/judge.ts";
import { targets } from "../../fuzz/targets.ts";

describe("inputs that once showed a fault", () => {
  test.for(readFound(foundFolder))("$target $kind: $file", async (found) => {
    const target = targets.find(({ name }) => name === found.target);
    if (target === undefined) throw new Error(`there is no target ${found.target} any more`);
    expect(await judge(target, inputOf(found), true)).toMatchObject({ kind: "fine" });
  });
});
