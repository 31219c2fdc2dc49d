import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { picture, serve, type Served } from "./server.ts";

const names = ["pickup", "status", "note", "check", "pack", "show", "inspect"];

describe("the tools of the MCP server", () => {
  let box: Sandbox;
  let served: Served;
  beforeAll(async () => {
    box = makeSandbox();
    served = await serve({ cwd: box.root });
  });
  afterAll(async () => {
    await served.client.close();
    box.remove();
  });

  it("are listed with schemas, descriptions and hints", async () => {
    const { tools } = await served.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { description, inputSchema, outputSchema, annotations, title } of tools) {
      expect(description?.length).toBeGreaterThan(100);
      expect(title).toBeTruthy();
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false });
    }
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(readOnly).toEqual(["status", "check", "show", "inspect"]);
    // A client puts the list into every request of its model.
    expect(JSON.stringify(tools).length).toBeLessThan(18_000);
  });

  it("take a session from its first question to its packet, as the command line knows it", async () => {
    const before = picture(box.root);
    expect((await served.call("pickup")).document).toMatchObject({ decision: "needs_human", packet_id: null });
    const ask = await served.call("note", { kind: "ask", text: "Which port?" });
    const question = (ask.document["note"] as { id: string }).id;
    await served.call("note", { kind: "next", text: "make the retry test pass" });
    const status = await served.call("status");
    expect(status.document["questions_for_human"]).toMatchObject([{ id: question, text: "Which port?" }]);
    expect(status.text).toContain("Which port?");
    await served.call("note", { kind: "decide", text: "8080", answers: question });
    expect((await served.call("check")).document).toMatchObject({ clean: true, blocking: [] });
    const packed = await served.call("pack");
    expect(packed.document).toMatchObject({ result: "published" });
    const id = String(packed.document["packet_id"]);
    expect((await served.call("pack")).document).toMatchObject({ result: "unchanged", packet_id: id });

    const picked = await served.call("pickup");
    const cli = box.passdown(["pickup", "--json"]).json();
    for (const key of ["decision", "reasons", "packet_id", "next_action"])
      expect(picked.document[key]).toEqual(cli[key]);
    // The same, but for how the rest is asked for.
    expect(picked.document["brief"]).toBe(String(cli["brief"]).replace(/passdown show (p-[0-9a-f]+)/, "show(id: $1)"));
    expect(picked.text).toContain("make the retry test pass");
    const json = await served.call("show", { format: "json" });
    expect(JSON.parse(String(json.document["text"]))).toEqual(box.passdown(["show", "--json"]).json());
    expect((await served.call("show", { id: id.slice(0, 8) })).text).toBe(box.passdown(["show", "--markdown"]).stdout);
    expect(picture(box.root)).toEqual(before);
  });

  it("claim like the command line: others are told, and a claim ends with its client", async () => {
    const claimed = await served.call("pickup", { claim: true, session: "s-mcp" });
    expect(claimed.document["claim"]).toMatchObject({ session_id: "s-mcp" });
    const other = box.passdown(["pickup", "--json", "--session", "s-other"]);
    expect([other.exit, other.json()["decision"]]).toEqual([1, "stop"]);
    expect((await served.call("pickup", { session: "s-mcp" })).document["decision"]).toBe("proceed");
  });

  it("inspect a run, and never execute anything of it", async () => {
    const probe = `touch ${join(box.root, ".git", "probed")}`;
    box.passdown(["run", "start", "export-1", "--goal", "export"]);
    box.passdown(["run", "step", "export-1", "send", "--probe", `sh -c '${probe}'`, "--", "sh", "-c", "exit 5"]);
    const inspected = await served.call("inspect", { run: "export-1" });
    const cli = box.passdown(["inspect", "export-1", "--json"]).json();
    expect(inspected.document).toMatchObject({
      decision: cli["decision"],
      reason: cli["reason"],
      export_replayed: false,
    });
    expect(inspected.document["decision"]).toBe("needs_human");
    expect(existsSync(join(box.root, ".git", "probed"))).toBe(false);
  });

  it("refuse as an answer with reasons, not as an error", async () => {
    box.write("half.txt", "half\n");
    const refused = await served.call("pack");
    expect(refused.isError).toBe(false);
    expect(refused.document).toMatchObject({ result: "refused", packet_id: null });
    expect(JSON.stringify(refused.document["reasons"])).toContain("uncommitted_changes");
    expect((await served.call("pack", { force: "the user said so" })).document["result"]).toBe("published");
  });
});

describe("the folder that a call is about", () => {
  it("is the working folder, the folder that is named, or the client's root", async () => {
    const [one, two] = [makeSandbox(), makeSandbox()];
    one.git("checkout", "-q", "-b", "one");
    two.git("checkout", "-q", "-b", "two");
    mkdirSync(join(two.root, "src"));
    const branchOf = async (served: Served, args = {}): Promise<unknown> =>
      (await served.call("status", args)).document["branch"];
    const plain = await serve({ cwd: one.root });
    expect(await branchOf(plain)).toBe("one");
    expect(await branchOf(plain, { folder: join(two.root, "src") })).toBe("two");
    expect((await plain.call("status", { folder: "nowhere" })).error.code).toBe("folder_missing");
    await plain.client.close();

    // A client of the desktop starts servers anywhere, and says where it works.
    const lib = mkdirSync(join(one.root, ".git", "desktop"), { recursive: true }) ?? "";
    const rooted = await serve({ cwd: lib, roots: [pathToFileURL(two.root).href, "file:///nowhere/at/all"] });
    expect(await branchOf(rooted)).toBe("two");
    expect(await branchOf(rooted, { folder: "src" })).toBe("two");
    await rooted.client.close();

    const several = await serve({
      cwd: "/",
      roots: [one, two].map(({ root }) => pathToFileURL(root).href),
      env: { HOME: one.root, XDG_CACHE_HOME: join(one.root, ".git", "cache") },
    });
    const ambiguous = await several.call("status");
    expect(ambiguous.error.code).toBe("folder_ambiguous");
    expect(ambiguous.error.message).toContain(two.root);
    expect(await branchOf(several, { folder: one.root })).toBe("one");
    await several.client.close();
    one.remove();
    two.remove();
  });
});
