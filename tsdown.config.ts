import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { UserConfig } from "tsdown";

const shared: UserConfig = {
  platform: "node",
  target: "node20",
  sourcemap: false,
  clean: true,
  fixedExtension: false,
};

/** The launcher keeps compiled code under this name, and reads a program of plain ASCII, which needs no decoding. */
function finishProgram(): void {
  const file = "dist/cli/program.cjs";
  const escape = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const program = readFileSync(file, "utf8").replace(/[\u0080-\uffff]/g, escape);
  writeFileSync(file, program);
  const digest = createHash("sha256").update(program).digest("hex");
  writeFileSync("dist/cli/program.id", `${digest.slice(0, 20)}\n`);
}

/** One document of script and style, to which only data and policy are added when it is served or written. */
function finishPage(): void {
  const folder = "src/web/page/style";
  const sheets = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  const style = sheets
    .join("")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s*\n\s*/g, "");
  const script = readFileSync("dist/page/page.js", "utf8").trim();
  if (/<\/(?:script|style)|<!--/i.test(script + style)) throw new Error("the page would end its own script or style");
  // As functions: a `$` in the text means nothing.
  const page = readFileSync("src/web/page/document.html", "utf8")
    .replace("<!--style-->", () => style)
    .replace("<!--script-->", () => script);
  writeFileSync("dist/page/page.html", page);
}

const config: UserConfig[] = [
  // The command line: one file, in which each module is evaluated when it is first needed, and a launcher that loads it
  // with the code compiled by an earlier start (src/launch).
  {
    ...shared,
    entry: { program: "src/cli/program.ts" },
    format: "cjs",
    dts: false,
    fixedExtension: true,
    outDir: "dist/cli",
    // `pg` is loaded with the first connection to a team's store.
    noExternal: [/^(?!@secretlint|pg$)/],
    minify: true,
    outputOptions: { inlineDynamicImports: true },
    onSuccess: finishProgram,
  },
  {
    ...shared,
    clean: false,
    entry: { bin: "src/cli/bin.ts" },
    format: "cjs",
    dts: false,
    fixedExtension: true,
    outDir: "dist/cli",
    minify: true,
  },
  // The MCP server's protocol: loaded by `passdown mcp` alone.
  {
    ...shared,
    clean: false,
    entry: { mcp: "src/mcp/protocol.ts" },
    format: "cjs",
    dts: false,
    fixedExtension: true,
    outDir: "dist/cli",
    noExternal: [/^/],
    minify: true,
    outputOptions: { inlineDynamicImports: true },
  },
  // The server of `passdown view`, loaded by that command alone, and the page that it serves.
  {
    ...shared,
    entry: { server: "src/web/server.ts" },
    format: "cjs",
    dts: false,
    fixedExtension: true,
    outDir: "dist/web",
    noExternal: [/./],
    minify: true,
  },
  {
    ...shared,
    entry: { page: "src/web/page/main.tsx" },
    platform: "browser",
    target: "es2022",
    format: "iife",
    dts: false,
    outDir: "dist/page",
    outputOptions: { entryFileNames: "page.js" },
    noExternal: [/./],
    minify: true,
    onSuccess: finishPage,
  },
  // The library.
  { ...shared, entry: { index: "src/index.ts" }, format: "esm", dts: true, outDir: "dist/lib" },
  // The parsers' schemas and the plugins, for scripts/build-schemas.mjs and build-plugins.mjs alone; not published.
  {
    ...shared,
    entry: { schemas: "src/schemas/schemas.ts", plugins: "src/domain/clients/plugin-files.ts" },
    format: "esm",
    dts: false,
    outDir: "dist/schemas",
  },
  // The hook: one CommonJS file without dependencies, since it runs at every tool call, and one that loads the command
  // line's program for the few events that need it.
  {
    ...shared,
    entry: { "passdown-hook": "src/hook/bin.ts" },
    format: "cjs",
    dts: false,
    outDir: "dist/hook",
    minify: true,
  },
  {
    ...shared,
    clean: false,
    entry: { serve: "src/hook/serve.ts" },
    format: "cjs",
    dts: false,
    outDir: "dist/hook",
    minify: true,
  },
];

export default config;
