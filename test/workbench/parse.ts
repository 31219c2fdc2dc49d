import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../src/domain/digest.ts";
import type { ArtifactKind, Damage } from "../../src/domain/workbench.ts";
import type { ArtifactFile, ArtifactValues, ParsedArtifact } from "../../src/workbench/artifact.ts";
import { parseArtifact } from "../../src/workbench/parse-artifact.ts";

const fixtures = fileURLToPath(new URL("../fixtures/workbench/", import.meta.url));

export function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(fixtures + path));
}

/** Any text, bytes or value as the content of one file. Redaction replaces the word "hunter2". */
export function parse(content: unknown, options: Partial<ArtifactFile> = {}): ParsedArtifact {
  const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(textOf(content));
  return parseArtifact({
    path: "some.json",
    bytes,
    sha256: sha256(bytes),
    expected: null,
    shared: false,
    redact: (text) => text.replaceAll("hunter2", "[secret]"),
    ...options,
  });
}

/** The artifact of that kind; a test fails with the damage when there is none. */
export function parseAs<K extends ArtifactKind>(
  kind: K,
  content: unknown,
): { readonly value: ArtifactValues[K]; readonly damage: readonly Damage[] } {
  const { artifact, damage } = parse(content, { expected: kind });
  if (artifact?.kind !== kind) throw new Error(`read as ${artifact?.kind}: ${JSON.stringify(damage)}`);
  return { value: artifact.value as ArtifactValues[K], damage };
}

export function codes(damage: readonly Damage[]): readonly string[] {
  return damage.map((one) => (one.place === null ? one.code : `${one.code} ${one.place}`));
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
