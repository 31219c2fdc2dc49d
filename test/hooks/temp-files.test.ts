import { watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { hookedRepository, hookedSession } from "./session.ts";

test("a session's start makes no temp file where nobody sweeps", async () => {
  const repository = hookedRepository();
  const session = hookedSession(repository, "s-1");
  session.hook("SessionStart", { source: "startup" });
  const names: string[] = [];
  const watcher = watch(join(repository.root, ".git", "passdown"), (_event, name) => names.push(String(name)));
  session.hook("SessionStart", { source: "resume" });
  await sleep(200);
  watcher.close();
  expect(names).toContain("hook-settings.json");
  expect(names.filter((name) => name.startsWith(".tmp-"))).toEqual([]);
});
