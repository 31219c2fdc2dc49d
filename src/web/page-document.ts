import { createHash } from "node:crypto";
import { sha256 } from "../domain/digest.ts";
import { bootId, type Boot } from "./boot.ts";

/** How every page begins. */
const beginning = "<!doctype html>\n<!-- passdown view -->\n";
/** How a written one does: the digest is of all that follows this line. */
const written = /^<!doctype html>\n<!-- passdown view (?<digest>[0-9a-f]{64}) -->\n/;

/** Where the build's document takes what differs between a server's page and a file. */
const policyPlace = "<!--policy-->";
const dataPlace = "<!--data-->";

export interface PageDocument {
  readonly html: string;
  /** Content-Security-Policy for a header; the one inside the document says the same, as far as a document can. */
  readonly policy: string;
}

/** The built page with its data and a policy under which its own script, its own style and nothing else count. */
export function fillPage(template: string, boot: Boot): PageDocument {
  const inner = policyOf(template, boot.kind === "live");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${inner}">`;
  const data = `<script type="application/json" id="${bootId}">${embedJson(boot)}</script>`;
  const filled = put(put(template, policyPlace, meta), dataPlace, data);
  const html = boot.kind === "file" ? seal(filled) : filled;
  // A document cannot say who may frame it.
  return { html, policy: `${inner}; frame-ancestors 'none'` };
}

/**
 * JSON that a script block can hold whatever its strings hold: no `<` or `>` that could end the block or open a comment,
 * and none of the characters that end a line in scripts alone.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function policyOf(template: string, live: boolean): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(template, "script")}'`,
    `style-src '${hashOf(template, "style")}'`,
    "img-src data:",
    ...(live ? ["connect-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashOf(template: string, tag: "script" | "style"): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const from = template.indexOf(open);
  const to = template.indexOf(close, from);
  if (from === -1 || to === -1) throw new TypeError(`the built page has no ${open}`);
  const text = template.slice(from + open.length, to);
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function put(text: string, place: string, content: string): string {
  const at = text.indexOf(place);
  if (at === -1) throw new TypeError(`the built page has no ${place}`);
  return text.slice(0, at) + content + text.slice(at + place.length);
}

function seal(html: string): string {
  if (!html.startsWith(beginning)) throw new TypeError("the built page does not begin as every page does");
  const rest = html.slice(beginning.length);
  return `<!doctype html>\n<!-- passdown view ${sha256(rest)} -->\n${rest}`;
}

/** Whether a file is, to the last character, what `fillPage` made for one. */
export function isOurPage(text: string): boolean {
  const found = written.exec(text);
  return found !== null && found.groups?.["digest"] === sha256(text.slice(found[0].length));
}
