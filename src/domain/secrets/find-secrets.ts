import { findBlocks } from "./find-blocks.ts";
import { findCommands } from "./find-commands.ts";
import { findEncoded } from "./find-encoded.ts";
import { findHeaders } from "./find-headers.ts";
import type { Finding } from "./finding.ts";
import { findJwts } from "./find-jwts.ts";
import { findNeighbours } from "./find-neighbours.ts";
import { findPairs } from "./find-pairs.ts";
import { findPrivateKeys } from "./find-private-keys.ts";
import { findSplit } from "./find-split.ts";
import { findTokens } from "./find-tokens.ts";
import { findUrls } from "./find-urls.ts";
import { findPlaceholders } from "./placeholder.ts";
import { lastAtMost, toSource } from "./view.ts";
import { viewVisible } from "./view-visible.ts";

/** How often a base64 inside a base64 is opened. */
const deepest = 2;

/** Every secret in a text, unsorted; the more exactly a finder knows the format, the earlier its findings. */
export function findSecrets(text: string, depth: number = 0): Finding[] {
  const found = findAnywhere(text, depth);
  if (found.length === 0 || !text.includes("[redacted:")) return found;
  const placed = findPlaceholders(text);
  const starts = placed.map((range) => range.start);
  return found.filter(({ start, end }) => end > (placed[lastAtMost(starts, start)]?.end ?? 0));
}

function findAnywhere(text: string, depth: number): Finding[] {
  const found = findIn(text, depth);
  const view = viewVisible(text);
  if (view === null) return found;
  for (const finding of findIn(view.text, depth)) found.push({ ...finding, ...toSource(view, finding) });
  return found;
}

function findIn(text: string, depth: number): Finding[] {
  const search = depth < deepest ? (decoded: string): Finding[] => findSecrets(decoded, depth + 1) : null;
  const tokens = [...findTokens(text), ...findJwts(text)];
  return [
    ...tokens,
    ...findPrivateKeys(text),
    ...findNeighbours(text, tokens),
    ...(search === null ? [] : findEncoded(text, search)),
    ...findSplit(text, tokens, search),
    ...findUrls(text),
    ...findHeaders(text),
    ...findCommands(text),
    ...findPairs(text),
    ...findBlocks(text),
  ];
}
