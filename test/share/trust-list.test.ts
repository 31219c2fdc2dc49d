import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addTrust, listTrust } from "../../src/app/trust.ts";
import { wordsOf } from "../../src/render/words/words-of.ts";
import { makeTeam, publicKey, type Machine, type Team } from "./team.ts";

let team: Team;
let ada: Machine;
let bob: Machine;
let list: string;

beforeEach(() => {
  team = makeTeam();
  ada = team.join("ada");
  bob = team.join("bob");
  list = join(team.folder, "allowed");
  bob.git("config", "gpg.ssh.allowedSignersFile", list);
});
afterEach(() => team.remove());

const ofAda = async (): Promise<readonly string[]> =>
  (await listTrust(bob.context())).signers.flatMap(({ principal, standing }) =>
    principal === "ada" ? [standing] : [],
  );

test.each([
  ["", "believed", "taken"],
  ['namespaces="passdown"', "believed", "taken"],
  ['namespaces="git,pass*"', "believed", "taken"],
  ['valid-before="20990101"', "believed", "taken"],
  ['valid-after="20200101",namespaces="*"', "believed", "taken"],
  ['namespaces="git"', "other_purpose", "untrusted"],
  ['namespaces="*,!passdown"', "other_purpose", "untrusted"],
  ['valid-before="20200101"', "expired", "untrusted"],
  ['valid-after="20990101"', "not_yet", "untrusted"],
  ['foo="1"', "passed_over", "untrusted"],
  ["cert-authority", "authority", "untrusted"],
])("a line with %j is %s, and its packet is %s", async (options, standing, state) => {
  writeFileSync(list, `# team\nada ${options} ${publicKey(ada)}\n`);
  expect(await ofAda()).toEqual([standing]);
  await ada.pack("one");
  await ada.push();
  expect((await bob.fetch()).packets).toMatchObject([{ state }]);
});

test("lines that are passed over are named, and lines after them count", async () => {
  writeFileSync(list, `nonsense\nx ssh-ed25519 AAAA\nada ${publicKey(ada)}\n`);
  expect(await listTrust(bob.context())).toMatchObject({
    signers: [{ source: "git" }, { principal: "ada", standing: "believed" }],
    problems: [
      { source: "git", line: 1, detail: expect.stringContaining("no public key") },
      { source: "git", line: 2 },
    ],
  });
});

test("a list that git cannot read is named, and what it might hold is not called unknown", async () => {
  await ada.pack("one");
  await ada.push();
  for (const make of [() => undefined, () => mkdirSync(list)]) {
    make();
    expect((await listTrust(bob.context())).problems).toMatchObject([
      { line: null, detail: expect.stringContaining(list) },
    ]);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "unchecked", why: expect.stringContaining(list) }]);
  }
  rmSync(list, { recursive: true });
  writeFileSync(`${list}.real`, `ada ${publicKey(ada)}\n`);
  symlinkSync(`${list}.real`, list);
  expect((await listTrust(bob.context())).problems).toEqual([]);
  expect((await bob.fetch()).packets).toMatchObject([{ state: "taken" }]);
});

test("keys that are revoked, in a list of lines and in one of ssh's own form; a list that cannot be read", async () => {
  await addTrust(bob.context(), { key: publicKey(ada), name: "ada" });
  writeFileSync(list, "");
  const revoked = join(team.folder, "revoked");
  bob.git("config", "gpg.ssh.revocationFile", revoked);
  expect(await ofAda()).toEqual(["unknown"]);
  writeFileSync(revoked, `${publicKey(ada)}\n`);
  expect(await ofAda()).toEqual(["revoked"]);
  execFileSync("ssh-keygen", ["-q", "-k", "-f", revoked, `${bob.key}.pub`]);
  expect(await ofAda()).toEqual(["believed"]);
  execFileSync("ssh-keygen", ["-q", "-k", "-f", revoked, `${ada.key}.pub`]);
  expect(await ofAda()).toEqual(["revoked"]);
  await ada.pack("one");
  await ada.push();
  expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted", why: expect.stringContaining("revoked") }]);
});

test("each standing has its words in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    for (const text of Object.values(wordsOf(language).share.standings)) expect(text.length).toBeGreaterThan(3);
  }
});
