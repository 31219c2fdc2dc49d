import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";

const root = join(import.meta.dirname, "..", "..");

describe("the package as it is published", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "passdown-package-"));
    const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: root,
      encoding: "utf8",
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    execFileSync("tar", ["xf", join(folder, filename), "-C", folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (file: string, args: readonly string[]): string =>
    execFileSync(process.execPath, [join(folder, "package", file), ...args], { encoding: "utf8", input: "{}" });

  it("starts from its own files alone, and tells the version of package.json", () => {
    expect(start("dist/cli/bin.cjs", ["--version"]).trim()).toBe(version);
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(version).toBe(manifest.version);
  });

  it("shows the help of every command", () => {
    const help = start("dist/cli/bin.cjs", ["--help"]);
    for (const command of [
      "status",
      "exec",
      "note",
      "verify",
      "check",
      "pack",
      "pickup",
      "show",
      "log",
      "diff",
      "view",
    ]) {
      expect(help).toContain(command);
      expect(start("dist/cli/bin.cjs", [command, "--help"])).toContain(`passdown ${command}`);
    }
  });

  it("writes the page, and carries the server of it, from its own files alone", () => {
    const page = join(folder, "page.html");
    expect(start("dist/cli/bin.cjs", ["view", "--out", page]).trim()).toBe(page);
    expect(readFileSync(page, "utf8")).toContain("passdown-data");
    expect(readFileSync(join(folder, "package", "dist/web/server.cjs"), "utf8")).toContain("servePage");
    expect(existsSync(join(folder, "package", "dist/page/page.js"))).toBe(false);
  });

  it("holds the hook, the plugins, the schemas and both readmes", () => {
    expect(start("dist/hook/passdown-hook.cjs", ["--client", "claude", "Stop"])).toBe("");
    for (const file of ["plugins/.claude-plugin/marketplace.json", "plugins/codex/.codex-plugin/plugin.json"]) {
      expect(readFileSync(join(folder, "package", file), "utf8")).toContain('"passdown"');
    }
    for (const file of [
      "plugins/opencode/passdown.js",
      "schemas/handoff.schema.json",
      "README.md",
      "README.zh-CN.md",
      "LICENSE",
      "CHANGELOG.md",
    ]) {
      expect(readFileSync(join(folder, "package", file), "utf8").length).toBeGreaterThan(100);
    }
  });
});
