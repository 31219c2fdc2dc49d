import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extractors } from "../../proof/real/extractors.ts";
import { truthOf } from "../../proof/real/facts-at-cut.ts";
import { rawFile } from "../../proof/real/raw-file.ts";
import { touchedFiles } from "../../proof/real/touched-files.ts";
import { stagedCases } from "../../proof/staged/cases.ts";

/**
 * The extractors of the real corpus, held against sessions whose truth comes from git and exit codes: only then may they
 * say what is true of a session that nobody can execute again.
 */
test.each(["repaired", "two-checks", "killed-effect", "renames"])(
  "extractors agree with what was executed: %s",
  async (scenario) => {
    const wrong: string[] = [];
    let compared = 0;
    for await (const one of stagedCases({ only: `${scenario}/` })) {
      const extract = extractors[one.client];
      if (extract === undefined) throw new Error(`no extractor for ${one.client}`);
      const { events } = extract(rawFile(readFileSync(one.transcript, "utf8")).records);
      const { universe } = truthOf(events, touchedFiles(one.folder, events));
      const compare = (what: string, seen: readonly string[], true_: readonly string[]): void => {
        compared += true_.length;
        wrong.push(
          ...true_.filter((text) => !seen.includes(text)).map((text) => `${one.id} misses ${what}: ${text}`),
          ...seen.filter((text) => !true_.includes(text)).map((text) => `${one.id} invents ${what}: ${text}`),
        );
      };
      const shown = (commands: typeof universe.commands): string[] =>
        commands.map(({ command, exit }) => `${command.trim()} = ${exit}`);
      compare("a command", shown(universe.commands), shown(one.universe.commands));
      // An answer to a question of a tool is the result of a call: most extractors do not look there.
      const messages = new Set(one.events.filter(({ kind }) => kind === "user").map(({ text }) => text));
      const own = (texts: readonly string[]): readonly string[] => texts.filter((text) => messages.has(text));
      const answers = one.universe.userTexts.filter((text) => !messages.has(text));
      compare(
        "the user's words",
        universe.userTexts.filter((text) => !answers.includes(text)),
        own(one.universe.userTexts),
      );
      one.remove();
    }
    expect(compared).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  },
  120_000,
);
