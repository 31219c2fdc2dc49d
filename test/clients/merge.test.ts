import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { installedCommand, jsonHooks, tomlHooks } from "../../src/domain/clients/hook-entries.ts";
import { hookCommand, isOurCommand } from "../../src/domain/clients/hook-command.ts";
import { jsonValue } from "../../src/domain/clients/json-document.ts";
import { lineDiff } from "../../src/domain/clients/line-diff.ts";
import { mergeJson } from "../../src/domain/clients/merge-json.ts";
import { mergeToml } from "../../src/domain/clients/merge-toml.ts";
import type { Merger } from "../../src/domain/clients/merging.ts";
import { undoEdits } from "../../src/domain/clients/text-edit.ts";

const programs = { node: "/opt/n o/node", hook: "/opt/l'été/passdown-hook.cjs" };
const claude = jsonHooks("claude", installedCommand("claude", programs, false));
const json = mergeJson(claude);
const cursor = mergeJson(jsonHooks("cursor", installedCommand("cursor", programs, false)));
const toml = mergeToml(tomlHooks("kimi", installedCommand("kimi", programs, false)));

const commented = [
  "{",
  "\t// the model I like",
  '\t"model": "opus", // keep this one',
  '\t"hooks": {',
  '\t\t"Stop": [',
  '\t\t\t{ "hooks": [{ "type": "command", "command": "notify-send done" }] }, // mine',
  "\t\t],",
  "\t\t/* nothing here yet */",
  '\t\t"SessionStart": [],',
  "\t},",
  '\t"env": { "A": "1" },',
  "}",
  "",
];

/** Files as people have them: [what, how it is merged, text]. */
const texts: readonly (readonly [string, Merger, string])[] = [
  ["comments, tabs and trailing commas", json, commented.join("\n")],
  ["CRLF", json, commented.join("\r\n")],
  ["a byte order mark", json, `\ufeff${commented.join("\r\n")}`],
  ["one line", json, '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}'],
  ["one line with empty containers", json, '{"hooks":{"Stop":[]}}'],
  ["one line with trailing commas", json, '{"hooks":{"Stop":[{"a":1},],},}'],
  ["an empty object", json, "{}"],
  ["an empty object over lines", json, "{\n}\n"],
  ["only a comment", json, "{\n  // nothing yet\n}\n"],
  ["a comment behind the last value", json, '{\n  "a": 1 // last\n}'],
  ["a comment behind a trailing comma", json, '{\n  "a": [\n    1, // last\n  ],\n  "hooks": {}\n}'],
  ["a block comment in an empty list", json, '{"hooks": {"Stop": [ /* none */ ]}}'],
  ["an empty file", json, ""],
  ["hooks before other keys", json, '{\n    "hooks": {},\n    "a": [1, 2, 3]\n}'],
  ["a version of its own", cursor, '{ "version": 1, "hooks": { "stop": [{ "command": "say done" }] } }\n'],
  ["no version", cursor, '{ "hooks": { "stop": [{ "command": "say done" }] } }\n'],
  ["an empty TOML file", toml, ""],
  ["TOML without a last newline", toml, 'model = "k2" # mine\n\n[[hooks]]\nevent = "Stop"\ncommand = "say done"'],
  ["TOML with CRLF and long numbers", toml, 'default_model = "k2"\r\n[models."a/b"]\r\nsize = 9007199254740993\r\n'],
  ["TOML with a byte order mark", toml, '\ufeffmodel = "k2"\n'],
];

describe("merging", () => {
  it("refuses a file that is nested too deep for the parser", () => {
    for (const deep of ["[".repeat(9000) + "]".repeat(9000), `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`]) {
      const text = `{"a": ${deep}}`;
      expect(json.add(text)).toMatchObject({ kind: "refused", code: "not_parsed" });
      expect(json.strip(text, { kept: [], created: false, spareServer: false })).toMatchObject({
        kind: "refused",
        code: "not_parsed",
      });
      expect(jsonValue(text)).toBeUndefined();
    }
  });

  it.each(texts)("adds to %s once, keeps every piece, and gives back every byte", (_what, merger, text) => {
    const merged = merger.add(text);
    if (merged.kind === "refused") throw new Error(merged.detail);
    expect(merger.isCurrent(merged.text)).toBe(true);
    expect(merger.isCurrent(text)).toBe(false);
    expect(undoEdits(merged.text, merged.edits)).toBe(text);
    const letters = (from: string): string => from.replaceAll(/[\s,]/g, "");
    const pieces = text
      .split(/(?<=[\n{}[\]])|(?=[}\]])/)
      .map(letters)
      .filter((piece) => piece.length > 1);
    expect(pieces.filter((piece) => !letters(merged.text).includes(piece))).toEqual([]);
    expect(merged.text.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
    expect(text.includes("\r\n") && merged.text.replaceAll("\r\n", "").includes("\n")).toBe(false);
  });

  it.each(texts)("takes ours out of %s also where others wrote since", (_what, merger, text) => {
    const merged = merger.add(text);
    if (merged.kind === "refused") throw new Error(merged.detail);
    const others = merger === toml ? "\n[later]\nx = 1\n" : "\n// later\n";
    const left = merger.strip(merged.text + others, { kept: merged.kept, created: false, spareServer: false });
    if (typeof left !== "string") throw new Error("refused");
    expect(left).toContain(others.trim());
    expect(merger.holdsOurs(left)).toBe(false);
    const read = (from: string): unknown =>
      merger === toml
        ? parseToml(from.replace("\ufeff", ""), { integersAsBigInt: true })
        : jsonValue(from.replace("\ufeff", "") || "{}");
    const version = merger === cursor ? { version: 1 } : {};
    const later = merger === toml ? { later: { x: 1n } } : {};
    expect(read(left)).toEqual({ ...version, ...(read(text) as object), ...later });
  });

  const key = fc.constantFrom("hooks", "Stop", "SessionStart", "a", 'q"uote', "é");
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: "small" }, fc.integer(), fc.string(), fc.constant(null), tie("list"), tie("object")),
    list: fc.array(tie("any"), { maxLength: 3 }),
    object: fc.dictionary(key, tie("any"), { maxKeys: 4 }),
  }));
  const events = fc.dictionary(fc.constantFrom("Stop", "PreToolUse", "Other"), fc.array(value.any, { maxLength: 3 }));
  const settings = fc.tuple(value.object, fc.option(events)).map(([rest, hooks]) => {
    const { hooks: _hooks, ...others } = rest as Record<string, unknown>;
    return hooks === null ? others : { ...others, hooks };
  });

  it("holds for any settings in any indentation: same values and ours, undone to the byte, stripped to the values", () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 1, 2, "\t"), fc.constantFrom("\n", "\r\n"), (object, indent, eol) => {
        const text = JSON.stringify(object, null, indent).replaceAll("\n", eol);
        const merged = json.add(text);
        if (merged.kind === "refused") throw new Error(merged.detail);
        const hooks = (object as { hooks?: Record<string, unknown[]> }).hooks ?? {};
        const expected = Object.fromEntries(
          Object.entries(claude.entries).map(([event, entry]) => [event, [...(hooks[event] ?? []), entry]]),
        );
        expect(JSON.parse(merged.text)).toEqual({ ...object, hooks: { ...hooks, ...expected } });
        expect(undoEdits(merged.text, merged.edits)).toBe(text);
        expect(
          JSON.parse(String(json.strip(merged.text, { kept: merged.kept, created: false, spareServer: false }))),
        ).toEqual(object);
      }),
      { numRuns: 150 },
    );
  });
});

describe("the hook's command", () => {
  it.each([
    ["sh", `'/opt/n o/node' '/opt/l'\\''été/passdown-hook.cjs' --client pi X`],
    ["cmd", `"/opt/n o/node" "/opt/l'été/passdown-hook.cjs" --client pi X`],
    ["powershell", `& '/opt/n o/node' '/opt/l''été/passdown-hook.cjs' --client pi X`],
  ] as const)("is quoted for %s", (shell, command) => {
    expect(hookCommand({ programs, client: "pi", event: "X", shell })).toBe(command);
    expect(isOurCommand(command)).toBe(true);
  });

  it.each([
    "passdown-hook --client claude Stop",
    "/usr/bin/nodejs '/a b/passdown-hook.cjs' --client claude Stop",
    `"C:\\Program Files\\node.exe" "C:\\x\\passdown-hook.cjs" --client claude Stop`,
  ])("is known as ours: %s", (command) => {
    expect(isOurCommand(command)).toBe(true);
  });

  it.each([
    "my-wrapper /a/passdown-hook.cjs --client claude Stop",
    "node /a/passdown-hook.cjs --client claude Stop; rm x",
    "node /a/not-passdown-hook.cjs --client claude Stop",
    "echo passdown-hook --client claude Stop",
    "node '/a/passdown-hook.cjs' 'b' --client claude Stop",
  ])("is somebody else's: %s", (command) => {
    expect(isOurCommand(command)).toBe(false);
  });
});

describe("lineDiff", () => {
  it.each([
    ["nothing", "a\nb\n", "a\nb\n", []],
    ["a new file", null, "a\n", ["@@ -1 +1 @@", "+a"]],
    ["a file that goes", "a\n", null, ["@@ -1 +1 @@", "-a"]],
    ["a line between", "1\n2\n3\n4\n5\n", "1\n2\n3\nx\n4\n5\n", ["@@ -1 +1 @@", " 1", " 2", " 3", "+x", " 4", " 5"]],
    [
      "two far places",
      "a\n1\n2\n3\n4\n5\n6\n7\nz\n",
      "b\n1\n2\n3\n4\n5\n6\n7\ny\n",
      ["@@ -1 +1 @@", "-a", "+b", " 1", " 2", " 3", "@@ -6 +6 @@", " 5", " 6", " 7", "-z", "+y"],
    ],
  ])("shows %s", (_what, before, after, shown) => {
    expect(lineDiff(before, after)).toEqual(shown);
  });
});
