/** Programs whose names do not begin a sentence. */
export const plainTools: ReadonlySet<string> = words(`
  ansible-playbook artisan attw ava awk bandit basename bats biome bunx
  c8 changeset clang clang++ clang-format clang-tidy cmake cmp codespell cppcheck ctest
  dirname docker-compose egrep esbuild eslint exit false fgrep flake8
  g++ gcc gdb ghc gofmt golangci-lint gotestsum gradle gradlew grep gunzip gzip hadolint hyperfine
  iex isort javac jest jq karma knip kotlinc ktlint lefthook ls luacheck luajit
  markdownlint markdownlint-cli2 md5sum meson mkdir mocha msbuild mvn mvnw mypy
  newman ninja nix-build nox npx nyc oxfmt oxlint phpcs phpstan phpunit pnpm pnpx pre-commit prettier
  protoc psalm publint py.test pycodestyle pydocstyle pylint pyright pytest
  rebar3 redis-cli rg rollup rspec rubocop ruff runghc rustc rustfmt sbt sed semgrep sha256sum shellcheck shfmt
  sqlfluff sqlite3 stylelint svelte-check swiftlint
  tar tox trivy true ts-node tsc tsd tsdown tsup tsx unzip uvx
  vitest vue-tsc wasm-pack webpack xcodebuild xmllint xvfb-run yamllint yarn yq
  : [ [[ Rscript
`);

/** Programs that are told by the word behind them (or an option): the words that may stand there. */
export const verbTools: ReadonlyMap<string, ReadonlySet<string>> = table({
  bazel: "test build run query",
  bazelisk: "test build run query",
  buf: "lint build breaking format",
  bun: "test run install x build lint",
  bundle: "exec install check",
  cabal: "test build run check",
  cargo: "test t build b check c clippy fmt run bench doc nextest deny audit llvm-cov xtask miri package tree metadata",
  composer: "test install validate run run-script audit lint check",
  conda: "run install list",
  dart: "test analyze format run",
  deno: "test lint fmt check run task bench",
  docker: "build run exec compose ps inspect",
  dotnet: "test build run format restore publish",
  flutter: "test analyze build",
  gh: "run pr workflow api",
  git: "diff status log show rev-parse ls-files grep merge-base fsck tag branch describe fetch push",
  hg: "status diff log verify",
  kubectl: "get describe diff wait rollout logs exec",
  lein: "test check run with-profile",
  lerna: "run exec test",
  mix: "test compile format credo dialyzer",
  nix: "build flake develop run",
  npm: "test t run run-script ci install i exec audit pack start ls",
  nx: "run run-many affected test lint build",
  pip: "install check list freeze show",
  pip3: "install check list freeze show",
  pipenv: "run install check",
  pdm: "run install test lint",
  playwright: "test install",
  podman: "build run exec compose ps inspect",
  poetry: "run install check build lock",
  rails: "test spec zeitwerk:check",
  swift: "test build run package",
  terraform: "plan validate fmt init test",
  tofu: "plan validate fmt init test",
  turbo: "run test lint build",
  uv: "run sync pip lock build tool",
  vite: "build",
  zig: "build test fmt",
});

/**
 * Programs whose names are English words, and interpreters. Only a shape that prose does not have makes them
 * commands: nothing but arguments of the ones named here, or something that only a shell line holds.
 */
export const wordTools: ReadonlyMap<string, ReadonlySet<string>> = table({
  act: "",
  ansible: "",
  ant: "test check build",
  bash: "",
  behave: "",
  black: "",
  cat: "",
  cd: "",
  chmod: "",
  coverage: "run report html xml",
  curl: "",
  cut: "",
  cypress: "run",
  dash: "",
  diff: "",
  earthly: "",
  echo: "ok done yes",
  elixir: "",
  export: "",
  find: "",
  go: "test build vet run fmt generate",
  grunt: "test build lint",
  gulp: "test build lint",
  hatch: "run test build",
  head: "",
  helm: "lint template test",
  inv: "test lint build check",
  invoke: "test lint build check",
  java: "",
  julia: "",
  just: "test check lint build ci verify all fmt",
  ksh: "",
  lua: "",
  make: "test tests check checks lint build all ci verify format fmt typecheck coverage integration e2e unit docs clean",
  mysql: "",
  next: "build lint",
  node: "",
  nodejs: "",
  octave: "",
  openssl: "",
  pants: "test check lint",
  perl: "",
  php: "",
  please: "test build",
  printf: "",
  prove: "",
  psql: "",
  pwsh: "",
  pypy: "",
  pypy3: "",
  python: "",
  python2: "",
  python3: "",
  rake: "test spec build lint",
  robot: "",
  rsync: "",
  ruby: "",
  set: "",
  sh: "",
  sleep: "",
  sort: "",
  source: "",
  ssh: "",
  stack: "test build",
  standard: "",
  stat: "",
  tail: "",
  tap: "",
  task: "test check lint build ci verify all",
  test: "",
  touch: "",
  tree: "",
  valgrind: "",
  wc: "",
  wget: "",
  zsh: "",
});

/** Programs that only start another one. */
export const wrappers: ReadonlySet<string> = words("command env exec nice nohup stdbuf sudo time timeout");

/** Programs that take the names of scripts, targets and goals: words that elsewhere end a sentence. */
export const scriptRunners: ReadonlySet<string> = words(
  "npm pnpm yarn bun make mvn mvnw gradle gradlew sbt rake just task nx turbo composer pdm poetry deno lein",
);

/** Words of sentences about commands that hardly ever are an argument. */
export const proseWords: ReadonlySet<string> = words(`
  a an the this that these those it its they there which who whose what when while where why how
  is are was were be been being has have had do does did will would can cannot could should must shall may might
  and or but not nor no only also both either neither still never always again before after until unless because since
  with without within into onto onto from to of for by on in at as than then via per about against between
  passes passed passing succeeds succeeded works worked working returns returned exits exited reports reported
  mentions mentioned exists existing shows shown contains contained covers covered builds built runs compiles
  finishes finished completes completed starts started installs loads says gives produces produced stays remains fails
  failed failing rejects rejected accepts accepted handles handled supports supported validates validated prints
  needs requires allows lists logs responds green cleanly successfully locally correctly warnings errors everything
  nothing every each any some zero
`);

/** Words that end a sentence about a command. */
export const closingWords: ReadonlySet<string> = words("clean ok fine ready done pass succeed work fail");

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

function table(rows: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(rows).map(([name, given]) => [name, words(given)]));
}
