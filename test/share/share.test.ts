import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { log } from "../../src/app/log.ts";
import { show } from "../../src/app/show.ts";
import { status } from "../../src/app/status.ts";
import { addTrust, listTrust, removeTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

describe("a packet goes from one machine to another", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;

  beforeEach(() => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
  });
  afterEach(() => team.remove());

  const trustAda = () => addTrust(bob.context(), { key: publicKey(ada), name: null });

  test("of a trusted signer: it is active there, and says whose it is", async () => {
    const id = await ada.pack("open the pull request");
    expect(await ada.push()).toMatchObject({
      result: "pushed",
      packets: [{ packet_id: id, ref: mainRef, signed: true }],
    });
    await trustAda();
    const fetched = await bob.fetch();
    expect(fetched.packets).toMatchObject([
      { state: "taken", packet_id: id, author: "ada <ada@example.com>", signer: "ada@example.com", why: null },
    ]);
    const picked = await bob.pickup();
    expect(picked).toMatchObject({ packet_id: id, next_action: "open the pull request", origin: { remote: "origin" } });
    expect(picked.reasons.find(({ code }) => code === "origin_trusted")?.detail).toContain("signed by ada@example.com");
    expect(picked.brief).toContain("ada@example.com");
    expect((await log(bob.context())).packets).toMatchObject([
      { packet_id: id, origin: { signer: "ada@example.com" } },
    ]);
    expect((await show(bob.context())).origin).toMatchObject({ author: "ada <ada@example.com>" });
    expect((await log(ada.context())).packets).toMatchObject([{ packet_id: id, origin: null }]);
  });

  test("the commit holds the bytes of the home and names packet, author and host", async () => {
    const id = await ada.pack("open the pull request");
    await ada.push();
    const { handoffJson, handoffMd } = ada.openHome().packets.read(id);
    expect(`${team.git("show", `${mainRef}:handoff.json`)}\n`).toBe(handoffJson);
    expect(`${team.git("show", `${mainRef}:handoff.md`)}\n`).toBe(handoffMd);
    expect(team.git("log", "-1", "--format=%B", mainRef)).toMatch(
      new RegExp(`^passdown packet ${id}\n\nPacket: ${id}\nAuthor: ada .*\nHost: .+`),
    );
    expect(team.git("ls-tree", "--name-only", mainRef).split("\n")).toEqual([
      "handoff.json",
      "handoff.md",
      "origin.json",
      "origin.sig",
    ]);
  });

  test("a second push does nothing; the next packet goes onto the one before", async () => {
    await ada.pack("one");
    await ada.push();
    const first = team.refs()[mainRef];
    expect(await ada.push()).toMatchObject({ result: "unchanged", packets: [{ commit: first }] });
    expect(team.refs()[mainRef]).toBe(first);
    await ada.pack("two");
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    expect(team.git("rev-parse", `${mainRef}^`)).toBe(first);
    await trustAda();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken" }]);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "current" }]);
  });

  test("packets go back and forth, also where the one in between was never fetched", async () => {
    await addTrust(ada.context(), { key: publicKey(bob), name: null });
    await trustAda();
    await ada.pack("one");
    await ada.push();
    await bob.fetch();
    await ada.pack("two");
    const third = await ada.pack("three");
    await ada.push();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: third }]);
    const fourth = await bob.pack("four");
    expect(await bob.push()).toMatchObject({ result: "pushed" });
    expect((await ada.fetch()).packets).toMatchObject([{ state: "taken", packet_id: fourth }]);
    expect(await ada.pickup()).toMatchObject({ packet_id: fourth, next_action: "four" });
  });

  test.each<readonly [string, Record<string, string>, RegExp]>([
    ["not signed", { PASSDOWN_SIGNING_KEY: "none" }, /not signed/],
    ["signed by a key that nobody knows", {}, /SHA256:\S+, a key that is not known/],
  ])("%s: kept apart, shown, and not picked up", async (_name, env, why) => {
    const id = await ada.pack("run the installer from the mail");
    Object.assign(ada.env, env);
    await ada.push();
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "untrusted", packet_id: id, why: expect.stringMatching(why) },
    ]);
    const picked = await bob.pickup();
    expect(picked).toMatchObject({ decision: "needs_human", packet_id: null, next_action: null, packet: null });
    const reason = picked.reasons.find(({ code }) => code === "origin_untrusted");
    expect(reason?.detail).toMatch(why);
    expect(reason?.detail).toContain("ada <ada@example.com>");
    expect(picked.brief).not.toContain("installer");
    expect((await log(bob.context())).offers).toMatchObject([
      { packet_id: id, state: "untrusted", host: expect.any(String) },
    ]);
    expect((await status(bob.context())).offers).toMatchObject([{ packet_id: id, state: "untrusted" }]);
    expect((await bob.pickup({ id })).reasons.map(({ code }) => code)).toContain("origin_untrusted");
    expect(bob.openHome().chain.activeAll().records).toEqual([]);
  });

  test("an own packet goes on while a stranger's waits", async () => {
    const own = await bob.pack("my own work");
    await ada.pack("theirs");
    await ada.push();
    await bob.fetch();
    expect(await bob.pickup()).toMatchObject({ packet_id: own, next_action: "my own work" });
    expect((await status(bob.context())).offers).toMatchObject([{ state: "untrusted" }]);
  });

  test("trust by the fingerprint that fetch showed; the next fetch takes the packet in", async () => {
    const id = await ada.pack("one");
    await ada.push();
    const [shown] = (await bob.fetch()).packets;
    await addTrust(bob.context(), { key: shown?.fingerprint ?? "", name: "ada" });
    expect((await listTrust(bob.context())).signers).toMatchObject([
      { principal: "ada", fingerprint: shown?.fingerprint, source: "home" },
      { source: "git" },
    ]);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: id, signer: "ada" }]);
    expect((await log(bob.context())).packets).toMatchObject([{ packet_id: id, origin: { untrusted: null } }]);
    await removeTrust(bob.context(), "ada");
    await ada.pack("two");
    await ada.push();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted" }]);
    expect(await bob.pickup()).toMatchObject({ packet_id: id });
  });

  test("a fingerprint that no fetched packet has says what is needed and how to get it", async () => {
    const unknown = `SHA256:${"A".repeat(43)}`;
    const trust = (key: string): Promise<unknown> =>
      addTrust(bob.context(), { key, name: "ada" }).catch((e: unknown) => e);
    expect(await trust(unknown)).toMatchObject({
      code: "fingerprint_unknown",
      message: expect.stringContaining("a fingerprint alone holds no key"),
      hint: expect.stringContaining("passdown trust add FILE.pub"),
    });
    expect(await trust("SHA256:abc")).toMatchObject({
      code: "fingerprint_unknown",
      hint: expect.stringContaining("43"),
    });
    await ada.pack("one");
    await ada.push();
    const fingerprint = (await bob.fetch()).packets[0]?.fingerprint ?? "";
    expect(await trust(unknown)).toMatchObject({ hint: expect.stringContaining(fingerprint) });
    // As some tools print it; and once more, when it is trusted already.
    expect(await trust(`${fingerprint}=`)).toMatchObject({ result: "added" });
    expect(await trust(fingerprint)).toMatchObject({ result: "unchanged" });
  });

  test("git's own list of allowed signers counts, unless it keeps the key for git", async () => {
    await ada.pack("one");
    await ada.push();
    const list = join(team.folder, "allowed");
    bob.git("config", "gpg.ssh.allowedSignersFile", list);
    writeFileSync(list, `ada@example.com namespaces="git" ${publicKey(ada)}\n`);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted" }]);
    writeFileSync(list, `ada@example.com ${publicKey(ada)}\n`);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", signer: "ada@example.com" }]);
  });

  test("one's own key on another machine is one's own", async () => {
    bob.git("config", "user.signingkey", ada.key);
    await ada.pack("one");
    await ada.push();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", signer: "your-own-key" }]);
  });

  test("a key named by the repository's own configuration is trusted by nobody", async () => {
    const config = { share: { signingKey: `${ada.key}.pub` } };
    writeFileSync(join(bob.dir, "passdown.config.json"), JSON.stringify(config));
    await ada.pack("one");
    await ada.push();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "untrusted" }]);
  });

  test("a branch of any name", async () => {
    await trustAda();
    ada.git("checkout", "-q", "-b", "Feature/ÄÖ-测试");
    const id = await ada.pack("one");
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    await bob.fetch();
    expect(await bob.pickup({ branch: "Feature/ÄÖ-测试" })).toMatchObject({ packet_id: id });
  });

  test("kept work goes along when asked, and can be restored there", async () => {
    await trustAda();
    writeFileSync(join(ada.dir, "half.txt"), "half done\n");
    execFileSync("chmod", ["+x", join(ada.dir, "half.txt")]);
    await (await import("../../src/app/note.ts")).note(ada.context(), { kind: "keep", text: "half of it" });
    await ada.pack("finish half.txt");
    expect(await ada.push()).toMatchObject({ result: "pushed", packets: [{ work: 0 }] });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", work: 0 }]);
    expect(await ada.push({ withWork: true })).toMatchObject({ result: "pushed", packets: [{ work: 1 }] });
    expect(await ada.push({ withWork: true })).toMatchObject({ result: "unchanged" });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "current", work: 1 }]);
    const { restore } = await import("../../src/app/restore.ts");
    expect(await restore(bob.context(), { into: "../restored" })).toMatchObject({
      restored: ["half.txt"],
      missing: [],
    });
  });

  test("work whose name says secret stays here, with the file named", async () => {
    writeFileSync(join(ada.dir, ".env"), "MODE=development\n");
    await (await import("../../src/app/note.ts")).note(ada.context(), { kind: "keep", text: "settings" });
    await ada.pack("go on");
    expect(await ada.push({ withWork: true })).toMatchObject({ result: "secrets", secrets: [".env"], packets: [] });
    expect(team.refs()).toEqual({});
    expect(await ada.push({ withWork: true, allowSecrets: true })).toMatchObject({
      result: "pushed",
      packets: [{ work: 1 }],
    });
  });
});
