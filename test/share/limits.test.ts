import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writePacketCommit } from "../../src/adapters/share/write-packet-commit.ts";
import { log } from "../../src/app/log.ts";
import { addTrust } from "../../src/app/trust.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { packetDigest, packetIdOf, packetText, parsePacket } from "../../src/domain/packet-file.ts";
import { packetRef } from "../../src/domain/share/thread-ref.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

describe("what strangers can fill and break", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;

  beforeEach(async () => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
    await addTrust(bob.context(), { key: publicKey(ada), name: null });
    await ada.pack("one");
    await ada.push();
  });
  afterEach(() => team.remove());

  /** A sound packet that nobody signed, of another thread, straight into the remote; its ref. */
  const plant = async (branch: string, signature: string | null = null): Promise<string> => {
    const base = parsePacket(`${team.git("show", `${mainRef}:handoff.json`)}\n`);
    const changed = { ...base, branch };
    const digest = packetDigest(changed);
    const packet = { ...changed, digest, packet_id: packetIdOf(digest) };
    const [handoffJson, handoffMd] = [packetText(packet), "# x\n"];
    const statement = {
      version: 1 as const,
      ref: packetRef(packet),
      packet_id: packet.packet_id,
      digest,
      handoff_json: sha256(handoffJson),
      handoff_md: sha256(handoffMd),
      work: [],
      parents: [],
      author: "e".repeat(500),
      host: "h".repeat(500),
    };
    const store = { place: { cwd: team.remote, gitDir: team.remote, workTree: null }, env: ada.env };
    const files = { statement, signature, handoffJson, handoffMd, work: new Map(), at: null };
    team.git("update-ref", statement.ref, await writePacketCommit(store, files));
    return statement.ref;
  };

  test(
    "of many packets of strangers a bounded number is kept, and the state stays small",
    { timeout: 120_000 },
    async () => {
      for (let at = 0; at < 110; at += 1) await plant(`b${at}`);
      const { packets } = await bob.fetch();
      expect(packets.filter(({ state }) => state === "untrusted")).toHaveLength(110);
      expect(packets.filter(({ state, kept }) => state === "untrusted" && !kept)).toHaveLength(10);
      expect(packets[0]).toMatchObject({ state: expect.stringMatching(/taken|untrusted/) });
      expect(bob.openHome().shared.state().offers).toHaveLength(100);
      expect(readdirSync(join(bob.home, "packets")).length).toBeLessThanOrEqual(101);
      expect(statSync(join(bob.home, "shared.json")).size).toBeLessThan(500_000);
      expect((await bob.pickup()).packet_id).not.toBeNull();
    },
  );

  test.each([
    ["a branch with a name of 100 KB", "b".repeat(100_000), null, /longer than any name/],
    ["a signature of 100 KB", "b", "s".repeat(100_000), /larger than a signature/],
  ])("%s is no packet", async (_name, branch, signature, why) => {
    const ref = await plant(branch, signature);
    expect((await bob.fetch()).packets.find((one) => one.ref === ref)).toMatchObject({
      state: "malformed",
      why: expect.stringMatching(why),
    });
    expect(statSync(join(bob.home, "shared.json")).size).toBeLessThan(5000);
  });

  test("a ref with more than may come is left out, for what it is, and stands in nobody's way", async () => {
    const path = join(team.folder, "huge");
    writeFileSync(path, randomBytes(6 * 1024 * 1024));
    const id = team.git("hash-object", "-w", path);
    const input = `100644 blob ${id}\thandoff.json\n`;
    const tree = execFileSync("git", ["mktree"], { cwd: team.remote, input, encoding: "utf8" }).trim();
    const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    const huge = packetRef({ branch: "huge", topic: "main" });
    team.git("update-ref", huge, team.git(...who, "commit-tree", tree, "-m", "x"));
    const { packets } = await bob.fetch({ maxSize: 4 });
    expect(packets).toHaveLength(2);
    expect(packets.find(({ ref }) => ref === mainRef)).toMatchObject({ state: "taken" });
    expect(packets.find(({ ref }) => ref === huge)).toMatchObject({
      state: "malformed",
      why: expect.stringMatching(/sends more than 1 MB/),
    });
    const packs = join(bob.home, "share.git/objects/pack");
    const size = readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0);
    expect(size).toBeLessThan(1024 * 1024);
  });

  test(
    "a longer list of refs than is read: it is said, and one's own threads are seen",
    { timeout: 120_000 },
    async () => {
      await bob.fetch();
      const id = await ada.pack("two");
      await ada.push();
      const commit = team.refs()[mainRef] ?? "";
      const names = Array.from(
        { length: 50_000 },
        (_, at) => `refs/passdown/packets/a-${String(at).padStart(32, "0")}`,
      );
      const heads = team.git("for-each-ref", "--format=%(objectname) %(refname)").split("\n");
      const lines = [...names.map((name) => `${commit} ${name}`), ...heads].toSorted((a, b) =>
        a.slice(41) < b.slice(41) ? -1 : 1,
      );
      rmSync(join(team.remote, "refs"), { recursive: true });
      mkdirSync(join(team.remote, "refs"));
      writeFileSync(
        join(team.remote, "packed-refs"),
        `# pack-refs with: peeled fully-peeled sorted \n${lines.join("\n")}\n`,
      );
      const { packets, cut } = await bob.fetch();
      expect(cut).toContain("names");
      expect(packets[0]).toMatchObject({ ref: mainRef, state: "taken", packet_id: id });
      await bob.pack("three");
      expect(await bob.push()).toMatchObject({ result: "pushed" });
    },
  );

  test("when the time is over before all was judged, that is said, and what waited stays known", async () => {
    ada.git("checkout", "-q", "-b", "zz");
    await ada.pack("other");
    await ada.push();
    const stranger = await plant("zzz");
    await bob.fetch();
    expect(bob.openHome().shared.state().offers).toMatchObject([{ ref: stranger }]);
    const script = join(team.folder, "slow-keygen.sh");
    writeFileSync(script, '#!/bin/sh\nsleep 4\nexec ssh-keygen "$@"\n');
    chmodSync(script, 0o755);
    bob.git("config", "gpg.ssh.program", script);
    const { cut, packets } = await bob.fetch({ timeout: 3 });
    expect(cut).toEqual(["time"]);
    expect(packets).toHaveLength(1);
    expect(bob.openHome().shared.state().offers).toMatchObject([{ ref: stranger }]);
  });

  test("damaged memory is said, with place and way out, and makes nothing unseen", async () => {
    await bob.fetch();
    const old = team.refs()[mainRef] ?? "";
    await ada.pack("two");
    await ada.push();
    await bob.fetch();
    const state = join(bob.home, "shared.json");
    const whole = readFileSync(state, "utf8");
    team.git("update-ref", mainRef, old);
    for (const text of ["{", "[]", whole.slice(0, -20), `${whole}${" ".repeat(17 * 1024 * 1024)}`]) {
      writeFileSync(state, text);
      for (const call of [() => bob.fetch(), () => bob.push()]) {
        await expect(call()).rejects.toMatchObject({
          code: "shared_damaged",
          kind: "environment",
          message: expect.stringContaining(state),
          hint: expect.stringContaining("fetch again"),
        });
      }
      expect(readFileSync(state, "utf8")).toBe(text);
      const reason = (await bob.pickup()).reasons.find(({ code }) => code === "evidence_damaged");
      expect(reason?.detail).toContain("shared.json");
      expect((await log(bob.context())).damage).toMatchObject([{ path: "home:shared.json" }]);
    }
    writeFileSync(state, whole);
    expect((await bob.fetch()).packets).toMatchObject([{ rolled_back: true }]);
  });

  test("a packet whose origin nobody can read any more is not one's own; the next fetch writes it anew", async () => {
    const [taken] = (await bob.fetch()).packets;
    const path = join(bob.home, "origins", `${taken?.packet_id ?? ""}.json`);
    writeFileSync(path, "{");
    const picked = await bob.pickup();
    expect(picked.decision).toBe("needs_human");
    expect(picked.reasons.find(({ code }) => code === "origin_untrusted")?.detail).toContain(path);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "current" }]);
    expect((await bob.pickup()).reasons.map(({ code }) => code)).toContain("origin_trusted");
  });

  test("a list of signers that cannot be read is neither empty nor written over", async () => {
    const path = join(bob.home, "trusted-signers");
    rmSync(path);
    mkdirSync(path);
    for (const call of [() => bob.fetch(), () => addTrust(bob.context(), { key: publicKey(ada), name: "ada" })]) {
      await expect(call()).rejects.toMatchObject({
        code: "signers_unreadable",
        message: expect.stringContaining(path),
      });
    }
  });
});
