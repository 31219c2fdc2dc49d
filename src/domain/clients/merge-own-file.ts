import { sha256 } from "../digest.ts";
import { refused, type Merger } from "./merging.ts";
import { textStyle } from "./text-edit.ts";

/**
 * A file that is ours as a whole. Its last line seals the rest, so that one that somebody changed is told from one that
 * another version wrote, without any record.
 */
export function mergeOwnFile(content: string, comment: "//" | "<!--"): Merger {
  const ours = sealed(content, comment);
  return {
    isCurrent: (text) => text === ours,
    holdsOurs: (text) => sealOf(text) !== null,
    madeByHand: () => null,
    add: (text) => {
      const edit = { offset: 0, removed: text ?? "", inserted: ours };
      const foreign = text !== null && text.trim() !== "";
      return foreign
        ? refused("foreign_file", "a file of that name is there that passdown did not write")
        : { kind: "merged", text: ours, edits: [edit], kept: [] };
    },
    strip: (text) =>
      sealOf(text) === "broken" ? refused("altered", "somebody changed it since passdown wrote it") : null,
  };
}

function sealed(content: string, comment: "//" | "<!--"): string {
  const body = content.endsWith("\n") ? content : `${content}\n`;
  const seal = `passdown init, sha256 of the lines above: ${sha256(body)}`;
  return `${body}${comment === "//" ? `// ${seal}` : `<!-- ${seal} -->`}\n`;
}

const sealLine =
  /^(?<body>[\s\S]*\n)(?:\/\/|<!--) passdown init, sha256 of the lines above: (?<digest>[0-9a-f]{64})(?: -->)?\s*$/;

/** null: not ours. */
function sealOf(text: string): "whole" | "broken" | null {
  const { body, digest } = sealLine.exec(text)?.groups ?? {};
  if (body === undefined) return /passdown init, sha256 of the lines above: /.test(text) ? "broken" : null;
  return sha256(body) === digest ? "whole" : "broken";
}

const blockBegin = "<!-- passdown: begin -->";
const blockEnd = "<!-- passdown: end -->";

/** A marked block at the end of somebody's Markdown file. */
export function mergeBlock(lines: readonly string[]): Merger {
  const block = (eol: string): string => [blockBegin, ...lines, blockEnd].join(eol);
  // From a beginning to the end that belongs to it: a beginning alone is somebody's text, as is all behind it.
  const whole =
    /(?:\r?\n)?<!-- passdown: begin -->(?:(?!<!-- passdown: begin -->)[\s\S])*?<!-- passdown: end -->(?:\r?\n)?/;
  const found = (text: string): RegExpMatchArray | null => text.match(whole);
  return {
    // The ends of the lines around it may have changed since: its own need not.
    isCurrent: (text) => text.split(whole).length === 2 && ["\n", "\r\n"].some((eol) => text.includes(block(eol))),
    holdsOurs: (text) => found(text) !== null,
    madeByHand: () => null,
    add: (text) => {
      const before = text ?? "";
      const { eol } = textStyle(before);
      const gap = before === "" ? "" : before.endsWith("\n") ? eol : eol + eol;
      const inserted = `${gap}${block(eol)}${eol}`;
      return {
        kind: "merged",
        text: before + inserted,
        edits: [{ offset: before.length, removed: "", inserted }],
        kept: [],
      };
    },
    strip: (text, { created }) => {
      let rest = text;
      for (let match = found(rest); match !== null; match = found(rest)) rest = rest.replace(match[0], "");
      return created && rest.trim() === "" ? null : rest;
    },
  };
}
