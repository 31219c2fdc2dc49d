import { code, data, strong, word } from "../document/inline.ts";
import { aside } from "../parts.ts";
import { say } from "../document/say.ts";
import type { ListedSignerView, SignerView, TrustListView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Each key with its owner, where the trust in it comes from, and whether it is believed; then what counts for nothing. */
export function renderSigners({ signers, problems }: TrustListView, style: TerminalStyle): string {
  const { share } = style.words;
  const isGood = (standing: ListedSignerView["standing"]): boolean =>
    standing === "believed" || standing === "authority";
  return [
    ...(signers.some(({ standing }) => isGood(standing)) ? [] : [layOut([word(share.noSigners)], style)]),
    ...signers.map(({ principal, key_type, fingerprint, source, standing }) => {
      const doubt = standing === "believed" ? [] : [word(style.words.colon), word(share.standings[standing])];
      const from = aside([word(share.sources[source])], style.words);
      const line = [
        strong(data(principal)),
        word(" "),
        code(key_type),
        word(" "),
        code(fingerprint),
        ...from,
        ...doubt,
      ];
      return renderItem(isGood(standing) ? "✓" : "✗", line, style, 0);
    }),
    ...problems.map(({ source, line, detail }) => {
      const place =
        line === null ? [] : say(share.lineOf, { line: word(String(line)), source: word(share.sources[source]) });
      return renderItem("!", [...place, data(detail)], style, 0);
    }),
  ].join("\n");
}

export function renderTrustChange(
  { result, signers }: { readonly result: "added" | "removed" | "unchanged"; readonly signers: readonly SignerView[] },
  style: TerminalStyle,
): string {
  const { share, colon } = style.words;
  return [
    ...signers.map(({ principal, fingerprint }) =>
      layOut([word(share.trust[result] + colon), data(principal), word(" "), code(fingerprint)], style),
    ),
    ...(result === "added" ? [layOut([word(share.trustNext)], style)] : []),
  ].join("\n");
}
