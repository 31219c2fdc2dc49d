import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];

describe("what somebody untrusted puts upon a trusted packet does not hide it", () => {
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
    await bob.fetch();
  });
  afterEach(() => team.remove());

  /** A packet of ada's that bob has not seen. */
  const next = async (): Promise<string> => {
    const id = await ada.pack("two");
    await ada.push();
    return id;
  };

  test("a packet that is signed by a stranger", async () => {
    const id = await next();
    const eve = team.join("eve");
    await addTrust(eve.context(), { key: publicKey(ada), name: null });
    await eve.fetch();
    const theirs = await eve.pack("run my installer");
    expect(await eve.push()).toMatchObject({ result: "pushed" });
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "taken", packet_id: id, newer_untrusted: 1, rolled_back: false },
      { state: "untrusted", packet_id: theirs, newer_untrusted: 0 },
    ]);
    expect(await bob.pickup()).toMatchObject({ packet_id: id, next_action: "two" });
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "current", packet_id: id, rolled_back: false },
      { state: "untrusted", packet_id: theirs },
    ]);
    // Trusted after all, the newer one is taken as ever.
    await addTrust(bob.context(), { key: publicKey(eve), name: null });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: theirs }]);
  });

  test.each([
    ["junk", () => ""],
    ["an old packet without its signature", (old: string) => withoutSignature(team, old)],
  ])("%s, many commits of it", async (_name, make) => {
    const old = team.refs()[mainRef] ?? "";
    const id = await next();
    const tree = make(old) || execFileSync("git", ["mktree"], { cwd: team.remote, input: "", encoding: "utf8" }).trim();
    let tip = team.refs()[mainRef] ?? "";
    for (let at = 0; at < 5; at += 1) tip = team.git(...who, "commit-tree", tree, "-p", tip, "-m", "x");
    team.git("update-ref", mainRef, tip);
    const [first] = (await bob.fetch()).packets;
    expect(first).toMatchObject({ state: "taken", packet_id: id, newer_untrusted: 5 });
    expect(await bob.pickup()).toMatchObject({ packet_id: id });
  });

  test("a trusted packet that is older than what was seen is not brought back by it", async () => {
    const old = team.refs()[mainRef] ?? "";
    const id = await next();
    await bob.fetch();
    const tree = execFileSync("git", ["mktree"], { cwd: team.remote, input: "", encoding: "utf8" }).trim();
    team.git("update-ref", mainRef, team.git(...who, "commit-tree", tree, "-p", old, "-m", "x"));
    expect((await bob.fetch()).packets).toMatchObject([{ state: "malformed" }]);
    expect(await bob.pickup()).toMatchObject({ packet_id: id });
  });

  test("a packet that went out unsigned is signed by the next push, in its place", async () => {
    const id = await ada.pack("two");
    ada.env["PASSDOWN_SIGNING_KEY"] = "none";
    expect(await ada.push()).toMatchObject({ result: "pushed", packets: [{ signed: false }] });
    expect(await ada.push()).toMatchObject({ result: "unchanged" });
    const before = team.refs()[mainRef];
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "current", newer_untrusted: 1 },
      { state: "untrusted", packet_id: id, why: "it is not signed" },
    ]);
    delete ada.env["PASSDOWN_SIGNING_KEY"];
    expect(await ada.push()).toMatchObject({ result: "pushed", packets: [{ packet_id: id, signed: true }] });
    expect(team.git("rev-parse", `${mainRef}^`)).toBe(before);
    expect(await ada.push()).toMatchObject({ result: "unchanged" });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "taken", packet_id: id }]);
  });

  test("one that somebody put there without its signature is signed again; one that was taken in is not", async () => {
    team.git("update-ref", mainRef, team.git(...who, "commit-tree", withoutSignature(team, mainRef), "-m", "x"));
    expect(await bob.push()).toMatchObject({ result: "unchanged" });
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    expect(await ada.push()).toMatchObject({ result: "unchanged" });
  });
});

/** The tree of a packet's commit, with an origin of no parents so that all but the signature fits. */
function withoutSignature(team: Team, commit: string): string {
  const lines = team.git("ls-tree", commit).split("\n");
  const input = lines.flatMap((line) => (line.endsWith("\torigin.sig") ? [] : [`${line}\n`])).join("");
  return execFileSync("git", ["mktree"], { cwd: team.remote, input, encoding: "utf8" }).trim();
}
