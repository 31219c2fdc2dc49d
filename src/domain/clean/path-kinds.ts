/** What a path says about the role of its file. Judged by folder and file names alone. */

/** Data that only looks like work: its content is never judged. */
export function isForeignText(path: string): boolean {
  return (
    hasFolder(
      path,
      /^(?:__)?(?:fixtures?|snapshots?|mocks?|testdata|test-data|golden|goldens|samples?|corpus)(?:__)?$/i,
    ) ||
    hasFolder(path, /^(?:node_modules|vendor|vendored|third[-_]party|dist|\.yarn|site-packages)$/) ||
    /\.(?:min\.[cm]?js|snap|lock|patch|diff)$/.test(path) ||
    /\.(?:example|sample|template|tmpl|dist)(?:\.\w+)?$/i.test(path)
  );
}

export function isTestPath(path: string): boolean {
  return (
    hasFolder(path, /^(?:__)?(?:tests?|specs?|e2e|testing)(?:__)?$/i) ||
    /(?:^|[._-])(?:test|tests|spec|specs|cy|e2e|conftest)\.\w+$|^test_|\/test_|Tests?\.\w+$/.test(path)
  );
}

export function isExamplePath(path: string): boolean {
  return hasFolder(path, /^(?:examples?|demos?|playground|tutorials?|docs?|documentation|bench|benchmarks?)$/i);
}

/** Programs whose purpose is to print. */
export function isCliPath(path: string): boolean {
  return (
    hasFolder(path, /^(?:cli|bin|scripts?|tools?|cmds?|commands?|ci|build|dev|render|reporters?|terminal)$/i) ||
    /(?:^|[/._-])(?:cli|main|bin|logg?(?:er|ing)?|report(?:er)?|print(?:er)?|output|console|terminal|seed|migrate|build)\.\w+$/i.test(
      path,
    ) ||
    /\.config\.\w+$/.test(path)
  );
}

/** Code that other code uses, as opposed to a script at the top. */
export function isLibraryPath(path: string): boolean {
  return hasFolder(
    path,
    /^(?:src|lib|libs|app|apps|components?|pages|server|client|packages|hooks|views|routes|api|store|services?|models?|utils?)$/i,
  );
}

function hasFolder(path: string, name: RegExp): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((segment) => name.test(segment));
}
