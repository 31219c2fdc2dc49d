import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../src/adapters/files/read-config.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { defaultConfig } from "../../src/workbench/parse-config.ts";
import { folderWith } from "./repository.ts";

const name = "passdown.config.json";

test("without a file the defaults hold, and there is no hash", async () => {
  expect(await readConfig(folderWith({}))).toEqual({ config: defaultConfig, sha256: null });
});

test("a file is read with the hash of its bytes", async () => {
  const text = '\uFEFF{"topic": "结账"}\r\n';
  const { config, sha256: hash } = await readConfig(folderWith({ [name]: text }));
  expect(config.topic).toBe("结账");
  expect(hash).toBe(sha256(text));
});

test("an invalid file is an error of the configuration that names place, fault and remedy", async () => {
  const root = folderWith({ [name]: '{"feedback": {"keepLast": 0}, "topik": "a", "packet": {"maxAgeDays": "x"}}' });
  await expect(readConfig(root)).rejects.toMatchObject({
    kind: "config",
    code: "config_invalid",
    message: "passdown.config.json: feedback.keepLast: must be at least 1, is 0",
    hint: 'correct that, and: packet.maxAgeDays: must be a number, is text; unknown key "topik"; did you mean "topic"?',
  });
});

test("of many problems a few are named and the rest counted", async () => {
  const root = folderWith({ [name]: JSON.stringify({ branches: [1, 2, 3, 4, 5, 6, 7, 8, 9] }) });
  await expect(readConfig(root)).rejects.toMatchObject({ hint: expect.stringMatching(/; and 4 more$/) });
});

test("what is not UTF-8 is an error of the configuration", async () => {
  const root = folderWith({ [name]: new Uint8Array([0x7b, 0xff, 0x7d]) });
  await expect(readConfig(root)).rejects.toMatchObject({ kind: "config", message: `${name}: is not UTF-8 text` });
});

test("a link out of the repository, a pipe and a huge file are refused", async () => {
  const outside = folderWith({ "c.json": "{}" });
  const link = folderWith({});
  symlinkSync(join(outside, "c.json"), join(link, name));
  await expect(readConfig(link)).rejects.toMatchObject({ kind: "config", code: "config_symlink_refused" });

  const pipe = folderWith({});
  execFileSync("mkfifo", [join(pipe, name)]);
  await expect(readConfig(pipe)).rejects.toMatchObject({ kind: "environment", code: "config_unreadable" });

  const folder = folderWith({});
  mkdirSync(join(folder, name));
  await expect(readConfig(folder)).rejects.toMatchObject({ kind: "environment" });

  const huge = folderWith({ [name]: "{}" });
  truncateSync(join(huge, name), 2 * 1024 * 1024);
  await expect(readConfig(huge)).rejects.toMatchObject({ kind: "config", code: "config_too_large" });
});

test("a link inside the repository is followed", async () => {
  const root = folderWith({ "config/passdown.json": '{"language": "zh"}' });
  symlinkSync("config/passdown.json", join(root, name));
  expect((await readConfig(root)).config.language).toBe("zh");
});
