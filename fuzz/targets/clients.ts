import { parse as parseToml } from "smol-toml";
import { jsonHooks, installedCommand, tomlHooks } from "../../src/domain/clients/hook-entries.ts";
import { jsonValue } from "../../src/domain/clients/json-document.ts";
import { lineDiff } from "../../src/domain/clients/line-diff.ts";
import { mergeJson } from "../../src/domain/clients/merge-json.ts";
import { mergeBlock, mergeOwnFile } from "../../src/domain/clients/merge-own-file.ts";
import { mergeToml } from "../../src/domain/clients/merge-toml.ts";
import type { Merger } from "../../src/domain/clients/merging.ts";
import { readCommand } from "../../src/domain/clients/read-command.ts";
import { undoEdits } from "../../src/domain/clients/text-edit.ts";
import type { ClientName } from "../../src/domain/session/client-name.ts";
import { asText, bytesOf, mustEqual, mustHold, type Target } from "../target.ts";

const programs = { node: "/opt/n o/node", hook: "/opt/l'été/passdown-hook.cjs" };
const command = (client: ClientName): ((event: string) => string) => installedCommand(client, programs, false);

/** Adding and taking out again, for any text that a file may have. */
function holdMerging(merger: Merger, text: string, read: (text: string) => unknown): unknown {
  const before = merger.holdsOurs(text);
  const merged = merger.add(text);
  if (merged.kind === "refused") {
    mustHold(!/[\n\r]/.test(merged.detail), "a refusal is one line");
    return [before, merged.code];
  }
  mustEqual(undoEdits(merged.text, merged.edits), text, "the edits taken back give the same bytes");
  mustHold(read(merged.text) !== undefined, "a merged file still can be read");
  lineDiff(text.slice(0, 2000), merged.text.slice(0, 4000));
  if (before) return [before, "merged"];
  mustHold(merger.holdsOurs(merged.text), "what was added is found");
  mustHold(merger.isCurrent(merged.text), "what was added is current");
  const left = merger.strip(merged.text, { kept: merged.kept, created: false, spareServer: false });
  if (left === null) return [before, "nothing left"];
  if (typeof left !== "string") {
    // Marks of ours in somebody's text: what is unclear is left to a person.
    mustHold(text.includes("# passdown: "), "what was added can be taken out", left.detail);
    return [before, left.code];
  }
  mustHold(!merger.holdsOurs(left), "what was taken out is gone");
  return [before, "merged", asText(read(left)) === asText(read(text))];
}

const jsonSeeds = (): readonly Uint8Array[] =>
  bytesOf(
    '{\n\t// the model\n\t"model": "opus", // this one\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [{ "type": "command", "command": "x" }] }, // mine\n\t\t],\n\t\t/* nothing */\n\t\t"SessionStart": [],\n\t},\n}\n',
    '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
    '\ufeff{\r\n  "hooks": {}\r\n}\r\n',
    '{ "version": 1, "hooks": { "stop": [{ "command": "say done" }] } }\n',
    "{}",
    "",
  );

function jsonTarget(client: ClientName): Target {
  const merger = mergeJson(jsonHooks(client, command(client)));
  const read = (text: string): unknown => jsonValue(text.replace(/^\ufeff/, ""));
  return {
    name: `init-${client}`,
    shape: "json",
    words: ["hooks", "version", "// x\n", "/* x */", ",", ...Object.keys(jsonHooks(client, command(client)).entries)],
    seeds: () => {
      const own = merger.add('{"a": 1}');
      return [...jsonSeeds(), ...(own.kind === "merged" ? bytesOf(own.text) : [])];
    },
    run: (input) => {
      const text = input.toString("utf8");
      const found = readCommand(client, text, "Stop");
      const stripped = merger.strip(text, { kept: [], created: true, spareServer: false });
      if (typeof stripped === "string") mustHold(!merger.holdsOurs(stripped), "what was taken out is gone");
      const outcome = holdMerging(merger, text, read);
      if (Array.isArray(outcome) && outcome[1] === "merged" && outcome.length === 3 && client !== "cursor")
        mustHold(outcome[2] === true || read(text) === undefined, "what is left says the same as before");
      return [found, outcome, stripped];
    },
  };
}

const tomlMerger = mergeToml(tomlHooks("kimi", command("kimi")));

const toml: Target = {
  name: "init-kimi",
  shape: "text",
  words: [
    "[[hooks]]",
    "[hooks]",
    "hooks = []",
    'event = "Stop"',
    "command = ",
    '"""',
    "'''",
    "[a.b]",
    "# passdown: begin",
    "\r\n",
  ],
  seeds: () => {
    const own = tomlMerger.add('model = "k2"\n');
    return bytesOf(
      "",
      'model = "k2" # mine\n\n[[hooks]]\nevent = "Stop"\ncommand = "say done"',
      'default_model = "k2"\r\n[models."a/b"]\r\nsize = 9007199254740993\r\n',
      'text = """\n[[hooks]]\n# passdown: end\n"""\nwhen = 2026-01-02T03:04:05Z\nlist = [1, [2, 3], { a = 1 }]\n',
      own.kind === "merged" ? `${own.text}\n[later]\nx = 1\n` : "",
    );
  },
  run: (input) => {
    const text = input.toString("utf8");
    const found = readCommand("kimi", text, "Stop");
    const stripped = tomlMerger.strip(text, { kept: [], created: true, spareServer: false });
    if (typeof stripped === "string") mustHold(!tomlMerger.holdsOurs(stripped), "what was taken out is gone");
    const read = (of: string): unknown => parseToml(of.replace(/^\ufeff/, ""), { integersAsBigInt: "asNeeded" });
    const outcome = holdMerging(tomlMerger, text, read);
    if (Array.isArray(outcome) && outcome.length === 3)
      mustHold(outcome[2] === true, "what is left says the same as before");
    return [found, outcome, stripped];
  },
};

const own = mergeOwnFile("export const x = 1;\n", "//");
const block = mergeBlock(["Resume with `passdown pickup`.", "Close with `passdown pack`."]);

const files: Target = {
  name: "init-own-files",
  shape: "text",
  words: [
    "<!-- passdown: begin -->",
    "<!-- passdown: end -->",
    "passdown init, sha256 of the lines above: ",
    "$&",
    "$'",
  ],
  seeds: () => {
    const sealed = own.add(null);
    const marked = block.add("# Notes\r\n\r\nmine");
    return bytesOf(
      sealed.kind === "merged" ? sealed.text : "",
      marked.kind === "merged" ? marked.text : "",
      "# Notes\n",
      'const COMMAND = ["node", "/opt/passdown-hook.cjs"];\n',
    );
  },
  run: (input) => {
    const text = input.toString("utf8");
    return [
      own.isCurrent(text),
      own.holdsOurs(text),
      own.strip(text, { kept: [], created: true, spareServer: false }),
      holdMerging(block, text, (of) => of),
      readCommand("opencode", text, "session.created"),
      readCommand("pi", text, "session_start"),
    ];
  },
};

export const clientTargets: readonly Target[] = [
  jsonTarget("claude"),
  jsonTarget("cursor"),
  jsonTarget("gemini"),
  toml,
  files,
];
