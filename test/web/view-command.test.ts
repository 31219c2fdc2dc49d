import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../cli/run-cli.ts";
import { startView } from "./page-command.ts";
import { scriptedHome } from "./scripted-home.ts";
import { ask } from "./stand.ts";

let home: Sandbox;
beforeAll(() => {
  home = scriptedHome();
});
afterAll(() => home.remove());

/** Every file of the repository with its content; caches are allowed to come and go. */
function bytesOf(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !/cache/i.test(name));
  for (const name of names.sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

describe("passdown view", () => {
  it("says where it is in one JSON line, answers there, and ends with 0 at a signal", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const page = await startView(home.root);
      expect(JSON.parse(page.line)).toEqual({ schema_version: 1, url: page.url, port: page.port, answering: false });
      const { pathname, hostname } = new URL(page.url);
      expect(hostname).toBe("127.0.0.1");
      // 256 bits in base64url.
      expect(pathname).toMatch(/^\/[A-Za-z0-9_-]{43}\/$/);
      expect((await ask(page.port, `${pathname}api/overview`)).status).toBe(200);
      expect((await ask(page.port, "/api/overview")).status).toBe(404);
      expect(await page.end(signal)).toEqual({ exit: 0, signal: null });
    }
  });

  it("leaves the repository and the home as they are, whatever is looked at", async () => {
    const before = bytesOf(join(home.root, ".git"));
    const page = await startView(home.root);
    const { pathname } = new URL(page.url);
    const paths = ["overview", "chain?from=0&limit=9&search=", "sessions?from=0&limit=9", "attempts", "runs", "inbox"];
    for (const path of paths) expect((await ask(page.port, `${pathname}api/${path}`)).status, path).toBe(200);
    const packets = JSON.parse((await ask(page.port, `${pathname}api/chain?from=0&limit=9&search=`)).body) as {
      readonly entries: readonly { readonly packetId: string }[];
    };
    expect(packets.entries).toHaveLength(3);
    for (const { packetId } of packets.entries) {
      expect((await ask(page.port, `${pathname}api/packet?id=${packetId}`)).status).toBe(200);
    }
    await page.end();
    expect(bytesOf(join(home.root, ".git"))).toBe(before);
  });

  it("says that a port is taken, and refuses what does not go together", async () => {
    const page = await startView(home.root);
    const taken = home.passdown(["view", "--json", "--port", String(page.port)]);
    await page.end();
    expect(taken.exit).toBe(3);
    expect(taken.json()).toMatchObject({ error: { code: "port_in_use" } });
    for (const args of [
      ["--port", "0"],
      ["--port", "70000"],
      ["--port", "x"],
      ["--out", "x.html", "--answer"],
    ]) {
      expect(home.passdown(["view", ...args]).exit, args.join(" ")).toBe(2);
    }
  });

  it("is unknown to a packet that is not there, in words", async () => {
    const page = await startView(home.root);
    const reply = await ask(page.port, `${new URL(page.url).pathname}api/packet?id=p-0000000000000000`);
    await page.end();
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { message: expect.stringContaining("p-0000") as unknown } });
  });
});

describe("passdown view --out", () => {
  it("writes one file for its owner alone, again over its own, and over no other", () => {
    const first = home.passdown(["view", "--out", "page.html", "--json"]);
    expect(first.exit).toBe(0);
    const path = join(home.root, "page.html");
    expect(first.json()).toMatchObject({ path, left_out: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toContain("open the pull request for \\u003cb\\u003eretry");
    expect(home.passdown(["view", "--out", "page.html"]).exit).toBe(0);
    writeFileSync(join(home.root, "mine.html"), "<!doctype html>\n<p>mine</p>");
    const refused = home.passdown(["view", "--out", "mine.html", "--json"]);
    expect(refused.exit).toBe(2);
    expect(refused.json()).toMatchObject({ error: { code: "file_exists" } });
    expect(readFileSync(join(home.root, "mine.html"), "utf8")).toContain("mine");
    for (const [name, change] of [
      ["noted.html", (text: string) => `${text}<!-- my notes -->\n`],
      ["edited.html", (text: string) => text.replace("noindex", "index")],
    ] as const) {
      const own = change(readFileSync(path, "utf8"));
      writeFileSync(join(home.root, name), own);
      expect(home.passdown(["view", "--out", name, "--json"]).json()).toMatchObject({ error: { code: "file_exists" } });
      expect(readFileSync(join(home.root, name), "utf8")).toBe(own);
    }
    symlinkSync(path, join(home.root, "link.html"));
    expect(home.passdown(["view", "--out", "link.html"]).exit).toBe(2);
    expect(lstatSync(join(home.root, "link.html")).isSymbolicLink()).toBe(true);
    expect(home.passdown(["view", "--out", "."]).exit).toBe(2);
    expect(home.passdown(["view", "--out", "none/page.html"]).exit).toBe(3);
  });

  it("is refused before anything is read", () => {
    writeFileSync(join(home.root, "mine.html"), "mine");
    // A configuration that cannot be read would be what fails next.
    writeFileSync(join(home.root, "passdown.config.json"), "{");
    const codes = ["mine.html", "none/page.html", "page2.html"].map((name) => {
      const { error } = home.passdown(["view", "--out", name, "--json"]).json() as { error: { code: string } };
      return error.code;
    });
    expect(codes.slice(0, 2)).toEqual(["file_exists", "folder_missing"]);
    expect(codes[2]).toMatch(/config/);
    home.git("checkout", "-q", "passdown.config.json");
  });

  it("overwrites no file that comes while it is being made", () => {
    let kept = 0;
    for (let ms = 0; ms <= 900; ms += 60) {
      rmSync(join(home.root, "late.html"), { force: true });
      const { exit, stdout } = home.inShell(
        `"$NODE" "$BIN" view --out late.html > said & pid=$!; sleep ${ms / 1000}; ` +
          `(set -C; echo mine > late.html) 2>/dev/null && echo made; wait $pid`,
      );
      const text = readFileSync(join(home.root, "late.html"), "utf8");
      // Who came first has the name, and who came second hears of it.
      expect([exit, text === "mine\n"]).toEqual(stdout === "made\n" ? [2, true] : [0, false]);
      kept += Number(stdout === "made\n");
    }
    expect(kept).toBeGreaterThan(2);
  }, 60_000);
});

describe("the built files", () => {
  it("keep the web server out of the program that every command loads", () => {
    const dist = join(import.meta.dirname, "..", "..", "dist");
    const program = readFileSync(join(dist, "cli", "program.cjs"), "utf8");
    expect(/hono|createAdaptorServer|text\/event-stream/.test(program)).toBe(false);
    const server = readFileSync(join(dist, "web", "server.cjs"), "utf8");
    const loaded = [...server.matchAll(/require\(\s*[`"']([^`"']+)[`"']\s*\)/g)].map(([, name = ""]) => name);
    // `ws` stands in the adapter for whoever has it; it is never reached here.
    expect(
      loaded.filter((name) => !name.startsWith("node:") && !/^(?:http2?|https|stream|crypto|url|net)$/.test(name)),
    ).toEqual([]);
  });
});
