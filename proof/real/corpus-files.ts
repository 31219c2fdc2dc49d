import { existsSync, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";

export interface CorpusFile {
  /** Path below the corpus, with slashes. */
  readonly name: string;
  readonly path: string;
  /** Whose format it has: the folder it lies in. */
  readonly folder: string;
}

/** Files that are no transcripts: they lie beside one, or tell of the whole store. */
const aside = /(^|\/)(MANIFEST\.tsv|kimi\.json|[^/]*state\.json|[^/]*\.meta\.json|[^/]*__migration)$/;

/** Every transcript of the corpus in the order of its name. Kimi's context is left out where the wire beside it tells. */
export function corpusFiles(corpus: string): readonly CorpusFile[] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(corpus.length + 1).replaceAll(sep, "/") }))
    .filter(({ name, path }) => name.includes("/") && !aside.test(name) && !isDouble(path))
    .map(({ path, name }) => ({ name, path, folder: name.slice(0, name.indexOf("/")) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isDouble(path: string): boolean {
  if (!path.endsWith("context.jsonl")) return false;
  const wire = join(path, "..", "wire.jsonl");
  return existsSync(wire) && statSync(wire).size > 200;
}
