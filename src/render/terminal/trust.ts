import { code, data, strong, word } from "../document/inline.ts";
import { aside } from "../parts.ts";
import type { SignerView } from "../views.ts";
import { layOut } from "./lay-out.ts";
import { renderItem } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Each key with its owner and where the trust in it comes from. */
export function renderSigners(signers: readonly SignerView[], style: TerminalStyle): string {
  const { share } = style.words;
  if (signers.length === 0) return layOut([word(share.noSigners)], style);
  return signers
    .map(({ principal, key_type, fingerprint, source }) => {
      const from = aside([word(share.sources[source])], style.words);
      const line = [strong(data(principal)), word(" "), code(key_type), word(" "), code(fingerprint), ...from];
      return renderItem("✓", line, style, 0);
    })
    .join("\n");
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
