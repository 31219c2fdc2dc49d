import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { FactClass } from "../../proof/facts.ts";
import type { ProofCase } from "../../proof/proof-case.ts";
import { nextPaths, realCases } from "../../proof/real/cases.ts";
import { corpusFiles } from "../../proof/real/corpus-files.ts";
import { extractors } from "../../proof/real/extractors.ts";
import { rawFile } from "../../proof/real/raw-file.ts";
import { truthCuts } from "../../proof/real/truth-cuts.ts";
import { sharedFolder } from "../shared-folder.ts";
import { countIndependently } from "../transcripts/independent-counts.ts";
import { commandCounts } from "./real/command-counts.ts";

const classes: readonly FactClass[] = ["file", "failure", "verification", "todo", "constraint", "request", "effect"];

test.runIf(sharedFolder === null)("skipped: no corpus", () => {
  expect(sharedFolder).toBeNull();
});

describe.skipIf(sharedFolder === null)("the real corpus", () => {
  const corpus = join(sharedFolder ?? "", "corpus");
  const files = sharedFolder === null ? [] : corpusFiles(corpus);
  const root = mkdtempSync(join(realpathSync(tmpdir()), "passdown-proof-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test("has these facts at its cuts", { timeout: 300_000 }, async () => {
    const lines = files.flatMap((file) =>
      [...truthCuts(file, "/proof")].map((cut) => {
        if ("skipped" in cut) return `${cut.skipped} | skipped: ${cut.why}`;
        const counts = classes.map((name) => cut.facts.filter((fact) => fact.class === name).length);
        return [cut.id, cut.events.length, ...counts, nextPaths(cut).length].join(" | ");
      }),
    );
    const header = ["case", "events", ...classes, "next paths"].join(" | ");
    await expect(`${[header, ...lines].join("\n")}\n`).toMatchFileSnapshot("real-corpus-table.txt");
  });

  /** Every id in it is one and the same placeholder; a single part of a session is counted there and no session here. */
  const incomparable = /^codex\/stage0_small\.jsonl$|^opencode\/.*__part__/;

  test.each(files.filter(({ name }) => !incomparable.test(name)))(
    "$name: commands and exits as counted elsewhere",
    (file) => {
      const client = file.folder === "malformed" ? "claude" : file.folder;
      const events = extractors[file.folder]?.(rawFile(readFileSync(file.path, "utf8")).records).events ?? [];
      const counted = countIndependently(client, file.path);
      expect(commandCounts(events)).toEqual(counted);
    },
  );

  const sample = ["claude/intr02_cli_a440d8-0", "codex/v04", "gemini/old01", "opencode/exp05", "pi/herdr_01M00Q03"];

  test.each(sample)("%s: the scene holds what the facts say", { timeout: 120_000 }, async (only) => {
    for await (const proof of realCases({ corpus, only, root })) {
      if ("skipped" in proof) continue;
      expect(proof.facts.filter((fact) => fact.class === "file").map(({ path }) => path)).toEqual(changedPaths(proof));
      expect(proof.decoys).toHaveLength(10);
      const transcript = readFileSync(proof.transcript, "utf8");
      expect(proof.decoys.filter((decoy) => transcript.includes(decoy))).toEqual([]);
      expect(proof.nextPaths.filter((path) => !proof.universe.knownPaths.has(path))).toEqual([]);
      proof.remove();
      expect(existsSync(proof.folder)).toBe(false);
    }
  });
});

function changedPaths({ folder }: ProofCase): readonly string[] {
  const status = execFileSync("git", ["-c", "core.quotePath=false", "diff", "--name-only", "-z", "HEAD"], {
    cwd: folder,
  });
  return status
    .toString()
    .split("\0")
    .filter((path) => path !== "")
    .sort();
}
