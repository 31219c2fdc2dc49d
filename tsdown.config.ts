import type { UserConfig } from "tsdown";

const shared: UserConfig = {
  platform: "node",
  target: "node20",
  sourcemap: false,
  clean: true,
  fixedExtension: false,
};

const config: UserConfig[] = [
  // The command line: split by command, so that each loads only what it needs; bundled, since resolving and compiling
  // packages one by one costs more than all of our own start-up.
  {
    ...shared,
    entry: { bin: "src/cli/bin.ts" },
    format: "esm",
    dts: false,
    outDir: "dist/cli",
    noExternal: [/^(?!@secretlint)/],
    minify: true,
  },
  // The library.
  { ...shared, entry: { index: "src/index.ts" }, format: "esm", dts: true, outDir: "dist/lib" },
  // The parsers' schemas, for scripts/build-schemas.mjs alone; not published.
  { ...shared, entry: { schemas: "src/schemas/schemas.ts" }, format: "esm", dts: false, outDir: "dist/schemas" },
  // The hook: one CommonJS file without dependencies, since it runs at every tool call.
  {
    ...shared,
    entry: { "passdown-hook": "src/hook/bin.ts" },
    format: "cjs",
    dts: false,
    outDir: "dist/hook",
    minify: true,
  },
];

export default config;
