import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { sharedFolder } from "../shared-folder.ts";

/** A transcript of the corpus. */
export interface CorpusFile {
  /** Path below the corpus, with slashes: stable, and the key of snapshots. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** The client whose format its content has; null where it has none. */
  readonly client: string | null;
}

/** Files that are no transcripts: they lie beside one, or tell of the whole store. */
const aside = /(^|\/)(MANIFEST\.tsv|kimi\.json|[^/]*state\.json|[^/]*\.meta\.json|[^/]*__migration)$/;

/** Made up by hand in no known format of the client in whose folder it lies. */
const foreign = new Set(["gemini/stage0_schema_drift.json"]);

/** Every transcript of the corpus in the order of its name; empty where there is no corpus. */
export function corpusFiles(): readonly CorpusFile[] {
  if (sharedFolder === null) return [];
  const corpus = join(sharedFolder, "corpus");
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(corpus.length + 1).replaceAll(sep, "/") }))
    .filter(({ name }) => !aside.test(name))
    .map(({ path, name }) => ({ name, path, client: clientOf(name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folders were sorted by content; only the malformed ones are named for their damage. They have Claude's shape. */
function clientOf(name: string): string | null {
  if (foreign.has(name)) return null;
  const folder = name.slice(0, name.indexOf("/"));
  return folder === "malformed" ? "claude" : folder;
}
