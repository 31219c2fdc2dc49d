import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../cli/run-cli.ts";
import { serve, type Served } from "./server.ts";

describe("packets as resources", () => {
  let box: Sandbox;
  let served: Served;
  beforeAll(async () => {
    box = makeSandbox();
    for (let nth = 1; nth <= 23; nth += 1) {
      box.passdown(["note", "next", `step ${nth}`]);
      box.passdown(["pack"]);
    }
    served = await serve({ cwd: box.root });
  }, 120_000);
  afterAll(async () => {
    await served.client.close();
    box.remove();
  });

  it("are listed newest first, a page at a time", async () => {
    const { resources: all } = await served.client.listResources();
    expect(all).toHaveLength(23);
    const page = await served.client.request({ method: "resources/list" });
    expect(page.resources).toHaveLength(20);
    expect(page.nextCursor).toBe("20");
    expect(all[0]).toMatchObject({ mimeType: "text/markdown", description: "Next action: step 23" });
    expect(all.at(-1)?.description).toBe("Next action: step 1");
    await expect(served.client.request({ method: "resources/list", params: { cursor: "-1" } })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("are read as Markdown and JSON, by id or the beginning of one", async () => {
    const { resourceTemplates } = await served.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("passdown://packet/{id}/handoff.json");
    const { resources } = await served.client.listResources();
    const uri = resources[0]?.uri ?? "";
    const read = async (address: string): Promise<string> => {
      const { contents } = await served.client.readResource({ uri: address });
      const [first] = contents;
      return first !== undefined && "text" in first ? first.text : "";
    };
    expect(await read(uri)).toBe(box.passdown(["show", "--markdown"]).stdout);
    expect(await read(`${uri.slice(0, -6)}/handoff.md`)).toBe(await read(uri));
    expect(JSON.parse(await read(`${uri}/handoff.json`))).toEqual(box.passdown(["show", "--json"]).json());
  });

  it.each([
    "passdown://packet/p-0000000000000000",
    "passdown://packet/../../etc/passwd",
    "passdown://packet/",
    "file:///etc/passwd",
    "passdown://packet/p-%2e%2e",
  ])("refuse %s as unknown", async (uri) => {
    await expect(served.client.readResource({ uri })).rejects.toMatchObject({
      message: expect.stringContaining("not found") as unknown,
    });
  });
});
