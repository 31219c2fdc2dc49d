import type { InitFile, InitResult } from "../../domain/clients/init-result.ts";
import { code, data, filePath, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { neutraliseTerminal } from "../../domain/text/neutralise-terminal.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Every file with what happens to it, then what was left alone, then what only the user can do. */
export function renderInit(view: InitResult, style: TerminalStyle): string {
  const { init } = style.words.clients;
  if (view.clients.length === 0) return layOut(say(init.nobody), style);
  const changed = view.files.filter(({ action }) => action !== "none" && action !== "refused");
  const left = view.files.filter((file) => file.action === "none" && file.left !== null);
  const refused = view.files.filter(({ action }) => action === "refused");
  return [
    ...[...changed, ...left].flatMap((file) => [...renderFile(file, view, style), ""]),
    ...(refused.length === 0 ? [] : [...renderRefused(refused, style), ""]),
    layOut(say(conclusion(view, changed.length, style), { n: changed.length }), style),
    ...renderTrust(view, style),
    ...(view.mode === "install" && !view.dry_run ? [layOut(say(init.next), style)] : []),
  ].join("\n");
}

function conclusion(view: InitResult, changes: number, { words }: TerminalStyle): string {
  const { init } = words.clients;
  if (changes === 0) return view.mode === "remove" ? init.nothingToRemove : init.nothingToDo;
  if (view.dry_run) return init.wouldChange;
  return view.mode === "remove" ? init.removed : init.installed;
}

function renderFile(file: InitFile, view: InitResult, style: TerminalStyle): string[] {
  const { init } = style.words.clients;
  const { action } = file;
  const would = view.dry_run && action !== "none" && action !== "refused" ? init.would[action] : null;
  const said = action === "none" && file.left !== null ? init.actions.refused : (would ?? init.actions[action]);
  const head = [
    strong(filePath(file.path)),
    word(style.words.dash),
    ...forWhom(file, view, style),
    word(style.words.comma + said),
  ];
  const left =
    file.left === null ? [] : [renderItem("!", [data(file.left), word(style.words.colon + init.left)], style)];
  return [layOut(head, style), ...file.diff.map((line) => `  ${paintDiff(line, style)}`), ...left];
}

/** "hooks of Claude Code"; a skill names every client that reads it. */
function forWhom(file: InitFile, view: InitResult, { words }: TerminalStyle): Inline[] {
  const titles = view.clients.filter(({ client }) => file.clients.includes(client)).map(({ title }) => title);
  const kind = words.clients.init.kinds[file.kind];
  return titles.length === 0 ? [word(kind)] : [word(`${kind} (`), code(titles.join(words.comma)), word(")")];
}

function paintDiff(line: string, { paint }: TerminalStyle): string {
  const text = neutraliseTerminal(line);
  if (line.startsWith("+")) return paint.good(text);
  if (line.startsWith("-")) return paint.bad(text);
  return line.startsWith("@@") ? paint.dim(text) : text;
}

function renderRefused(files: readonly InitFile[], style: TerminalStyle): string[] {
  const { words } = style;
  const { init } = words.clients;
  return [
    layOut([tone("bad", word("✗ "), ...say(init.refusedFiles, { n: files.length }))], style),
    ...files.flatMap(({ path, refusal }) =>
      refusal === null
        ? []
        : [
            renderItem("·", [filePath(path), word(words.colon), data(refusal.detail)], style),
            renderItem("→", say(init.refusals[refusal.code]), style, 4),
          ],
    ),
  ];
}

function renderTrust(view: InitResult, style: TerminalStyle): string[] {
  const { init } = style.words.clients;
  if (view.mode === "remove") return [];
  const steps = view.clients.flatMap(({ trust, title }) =>
    trust === "none" ? [] : [renderItem("·", say(init.trust[trust], { client: code(title) }), style)],
  );
  const temporary = view.temporary ? [renderItem("!", say(init.temporary), style)] : [];
  return steps.length + temporary.length === 0
    ? []
    : ["", layOut(say(init.trustTitle), style), ...steps, ...temporary, ""];
}
