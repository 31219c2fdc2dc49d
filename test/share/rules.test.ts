import { describe, expect, test } from "vitest";
import { judgeOffer } from "../../src/domain/share/judge-offer.ts";
import { planPush, type RemotePacket } from "../../src/domain/share/plan-push.ts";
import { readStatement } from "../../src/domain/share/statement.ts";
import { packetRef, readShareRef, rivalRef } from "../../src/domain/share/thread-ref.ts";
import { shownUrl, withShownUrls } from "../../src/domain/share/shown-url.ts";
import { isPrincipal, readSigners, withoutSigner } from "../../src/domain/share/signers.ts";

describe("names of refs", () => {
  const threads = [
    { branch: null, topic: "main" },
    { branch: "no-branch", topic: "main" },
    { branch: "", topic: "main" },
    { branch: "Main", topic: "main" },
    { branch: "main", topic: "main" },
    { branch: "main", topic: "Main" },
    { branch: "a/b", topic: "c" },
    { branch: "a", topic: "b/c" },
    { branch: "a-b", topic: "c" },
    { branch: "../../heads/main", topic: "..lock" },
    { branch: "x".repeat(5000), topic: "测试" },
    { branch: "\u0000\n", topic: "{}" },
  ];

  test("no two threads share one, whatever the file system makes of case", () => {
    expect(new Set(threads.map((thread) => packetRef(thread).toLowerCase())).size).toBe(threads.length);
  });

  test.each(threads)("%j: short, plain, and read back", (thread) => {
    const ref = packetRef(thread);
    expect(ref).toMatch(/^refs\/passdown\/packets\/[a-z0-9-]{32,98}$/);
    expect(readShareRef(ref)).toMatchObject({ kind: "packet" });
    expect(readShareRef(rivalRef(thread, "p-0123456789abcdef"))).toMatchObject({ packetId: "p-0123456789abcdef" });
  });

  test("the encoding is fixed: another would be another ref for the same thread", () => {
    expect(packetRef({ branch: "feature/x", topic: "T 1" })).toBe(
      "refs/passdown/packets/feature-x-t-1-957fbd30dbb3a2a6d3b30571abd9b1ca",
    );
  });

  test.each([
    "refs/heads/main",
    "refs/passdown/packets/x",
    "refs/passdown/packets/--upload-pack=x",
    "refs/passdown/rivals/x/p-1",
  ])("%s is none", (name) => expect(readShareRef(name)).toBeNull());
});

describe("what becomes of a packet from elsewhere", () => {
  const facts = { packetId: "p-b", active: "p-a", known: false, trusted: true, past: false, follows: false };
  test.each([
    [{}, "diverged"],
    [{ follows: true }, "follows"],
    [{ active: null }, "follows"],
    [{ active: "p-b" }, "current"],
    [{ known: true, active: null }, "past"],
    [{ past: true, active: null }, "past"],
    [{ trusted: false, active: null, follows: true }, "untrusted"],
  ] as const)("%j → %s", (change, state) => expect(judgeOffer({ ...facts, ...change })).toBe(state));
});

describe("where a packet goes", () => {
  const at = (packetId: string | null): RemotePacket => ({
    ref: "r",
    commit: `c-${packetId}`,
    packetId,
    hasWork: false,
    isUnsigned: false,
  });
  const facts = {
    packetId: "p-2",
    known: new Set(["p-1", "p-2"]),
    answered: new Set<string>(),
    tip: null,
    rivals: [],
    base: null,
    withWork: false,
  };
  test.each([
    [{}, { kind: "advance", expected: null, parents: [] }],
    [{ tip: at("p-1") }, { kind: "advance", expected: "c-p-1", parents: ["c-p-1"] }],
    [{ tip: at("p-2") }, { kind: "unchanged" }],
    [
      { tip: at("p-2"), withWork: true },
      { kind: "advance", expected: "c-p-2" },
    ],
    [{ tip: { ...at("p-2"), isUnsigned: true } }, { kind: "advance", expected: "c-p-2", parents: ["c-p-2"] }],
    [{ tip: at("p-9") }, { kind: "conflict", parents: [] }],
    [{ tip: at(null) }, { kind: "conflict" }],
    [
      { tip: at("p-9"), answered: new Set(["c-p-9"]) },
      { kind: "advance", parents: ["c-p-9"] },
    ],
    [
      { tip: at("p-1"), rivals: [at("p-8"), at("p-2")] },
      { kind: "advance", parents: ["c-p-1", "c-p-2"] },
    ],
    [
      { tip: at("p-1"), base: { commit: "b", isInTip: false } },
      { kind: "advance", parents: ["c-p-1", "b"] },
    ],
    [
      { tip: at("p-1"), base: { commit: "b", isInTip: true } },
      { kind: "advance", parents: ["c-p-1"] },
    ],
  ])("%j", (change, plan) => expect(planPush({ ...facts, ...change })).toMatchObject(plan));
});

describe("lists of signers", () => {
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBlZ0mZ1bq1Xq3n0Yx4kqz8Xk9yqgq8m0m1t7v0m0m0m";
  test("lines without a key are left out; removing one leaves the rest to the byte", () => {
    const text = `# team\n\nada namespaces="passdown" ${key} ada@x\n* nonsense\n`;
    const [ada] = readSigners(text);
    expect(readSigners(text)).toHaveLength(1);
    expect(ada?.principal).toBe("ada");
    expect(withoutSigner(text, ada?.key.fingerprint ?? "")).toBe("# team\n\n* nonsense\n");
  });
  test.each(["*", "a,b", "!a", "a b", "#a", '"a"', "", "a\nb"])("%j is no name of a signer", (name) => {
    expect(isPrincipal(name)).toBe(false);
  });
});

test.each(["", "{}", "[]", "null", '{"version":1}', '{"version":2}', "\ud800"])("%j is no statement", (text) => {
  expect(readStatement(text)).toBeNull();
});

describe("a remote's URL as it is shown", () => {
  const leaks = ["https://user:pa@ss@h.example/x.git", "https://user:pa@s@s@h.example/x.git"].concat(
    ["https://user:pa/ss@h.example/x.git", "https://user:12/34@h.example/x.git", "https://user:pa#ss@h.example/x.git"],
    ["https://user:pa?ss@h.example/x.git", "https://token@h.example/x.git", "https://h.example/x.git?token=pa"],
    ["https://user:@pa:@h.example/x.git", "HTTPS://user:p%40ss@h.example/x.git"],
  );
  test.each(leaks)("%s: nothing of user and password is left", (url) => {
    expect(shownUrl(url).toLowerCase()).toBe("https://h.example/x.git");
    expect(withShownUrls(`fatal: unable to access '${url}': no`, "").toLowerCase()).toBe(
      "fatal: unable to access 'https://h.example/x.git': no",
    );
  });
  test.each([
    ["git@github.com:org/x.git", "git@github.com:org/x.git"],
    ["user:pa@ss@h.example:x", "h.example:x"],
    ["https://h.example/@scope/x", "https://h.example/@scope/x"],
    ["ssh://git@h.example:22/x", "ssh://h.example:22/x"],
    ["https://[::1]:8080/x", "https://[::1]:8080/x"],
    ["/srv/git/x@y.git", "/srv/git/x@y.git"],
    ["../x", "../x"],
  ])("%s as %s", (url, shown) => expect(shownUrl(url)).toBe(shown));
  test("what git left of a URL that it cut at the first @", () => {
    expect(withShownUrls("fatal: unable to access 'https://ss@h.example/x/': no", "https://u:pa@ss@h.example/x")).toBe(
      "fatal: unable to access 'https://h.example/x/': no",
    );
  });
});
