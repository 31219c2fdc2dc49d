import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    // Its modules for bundlers cannot be loaded by node as they are.
    server: { deps: { inline: ["jsonc-parser"] } },
  },
});

export default config;
