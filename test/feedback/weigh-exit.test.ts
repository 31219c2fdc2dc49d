import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weighExit } from "../../src/domain/feedback/masking/weigh-exit.ts";

const cases: readonly (readonly [string, "full" | "with_counts" | "weak" | "unknown"])[] = [
  // the exit code is that of the check
  ["npm test", "full"],
  ["cd x && npm test", "full"],
  ["cd x && npm test && echo ok", "full"],
  ["npm test && npm run lint", "full"],
  ["(cd x && npm test)", "full"],
  ["{ npm test; }", "full"],
  ["timeout 5 npm test", "full"],
  ["timeout -k 1 --foreground 5s npm test", "full"],
  ["env X=1 npm test", "full"],
  ["CI=1 FORCE_COLOR=0 npm test", "full"],
  ["nice -n 10 make check", "full"],
  ["time make check", "full"],
  ["exec npm test", "full"],
  ["npx vitest run", "full"],
  ["npm run test:unit -- --grep x", "full"],
  ["npm test > log.txt 2>&1", "full"],
  ["npm test 2>/dev/null", "full"],
  ["npm test > >(tee log)", "full"],
  ["set -o pipefail; npm test | tee log", "full"],
  ["set -euo pipefail\nnpm test | tee log\necho done", "full"],
  ["set -e; npm test; npm run lint", "full"],
  ["set -e; npm test; echo ok", "full"],
  ["bash -ec 'npm test; echo ok'", "full"],
  ["bash -o pipefail -c 'npm test | tail'", "full"],
  ["bash -c 'npm test'", "full"],
  ["echo start; npm test", "full"],
  ["echo 'a; b || true' && npm test", "full"],
  ["npm test # || true", "full"],
  ["npm test || exit 1", "full"],
  ["npm test || { echo broken; exit 1; }", "full"],
  ["npm test || (echo broken >&2; false)", "full"],
  ["npm test || exit $?", "full"],
  ["npm test || exit && npm run lint", "full"],
  ["(exit 0) && npm test", "full"],
  ["npm test; exit $?", "full"],
  ["npm test | tail -5; exit ${PIPESTATUS[0]}", "full"],
  ["echo y | npm init", "full"],
  ["cat data.json | jq -e .ok", "full"],
  ["grep -q x <<EOF\nnpm test || true; echo\nEOF", "full"],
  ["test -f dist/index.js", "full"],
  ["test -f dist/index.js -a -s dist/index.js", "full"],
  ["[ ! -e core ]", "full"],
  ["[ -n x ] && npm test", "full"],
  ['[ -n "$CI" ] && npm test', "full"],
  ["npm run find", "full"],
  ["[[ -f a && -f b ]]", "full"],
  ["eval 'npm test'", "full"],
  ["make check", "full"],
  ["cargo test", "full"],
  ["mvn -q test", "full"],
  ["python3 -m pytest -q", "full"],
  ["sleep 1 && npm test", "full"],
  ["npm test;", "full"],
  ["npm test\n", "full"],
  ["true && npm test", "full"],
  ["false || npm test", "full"],
  // exit 0 whatever happens, and no check in it
  ["echo ok", "weak"],
  ["true", "weak"],
  [":", "weak"],
  ["exit 0", "weak"],
  ["printf done", "weak"],
  ["cd x", "weak"],
  ["cd x && true", "weak"],
  ["test -f x || true", "weak"],
  // words are compared, nothing is run
  ["test 1 = 1", "weak"],
  ["[ 1 ]", "weak"],
  ["[ -n x ]", "weak"],
  ["[ -f ]", "weak"],
  ["[[ a == a ]]", "weak"],
  ['test "$CI" = true', "weak"],
  ["sh -c '[ 1 ]'", "weak"],
  ["timeout 5 test 1 = 1", "weak"],
  ["find . -name '*.test.js'", "weak"],
  // the exit code of the command inside does not arrive
  ['test -n "$(sh t.sh)"', "unknown"],
  ['test -z "$(gofmt -l .)"', "unknown"],
  ['[ "$(npm test | tail -1)" = ok ]', "unknown"],
  ['test -f "$(sh t.sh)"', "unknown"],
  ["find . -name '*.sh' -exec sh {} \\;", "unknown"],
  ["find . -name '*.sh' -execdir sh {} +", "unknown"],
  ["xargs npm test", "unknown"],
  ["xargs -0 -n1 sh < list", "unknown"],
  ["git ls-files '*.test.sh' | xargs sh", "unknown"],
  ["set -o pipefail; git ls-files | xargs eslint", "unknown"],
  ["parallel sh ::: a b", "unknown"],
  ["fd -e sh -x sh", "unknown"],
  ["[ -d node_modules ] || echo missing", "weak"],
  ["/bin/echo ok", "weak"],
  ["bash -c 'echo ok'", "weak"],
  ["sh -c \"bash -c 'true'\"", "weak"],
  ["timeout 5 true", "weak"],
  ["env X=1 echo ok", "weak"],
  ["X=1", "weak"],
  ["! false", "weak"],
  ["", "weak"],
  ["npm test --help", "weak"],
  ["pytest --collect-only", "weak"],
  ["pytest --co -q", "weak"],
  ["python -m pytest --co", "weak"],
  ["make -n test", "weak"],
  ["make --dry-run", "weak"],
  ["cargo test --no-run", "weak"],
  ["cargo test -- --list", "weak"],
  ["node --version", "weak"],
  ["npm publish --dry-run", "weak"],
  ["npx vitest list", "weak"],
  ["npx jest --listTests", "weak"],
  ["ctest -N", "weak"],
  ["go test -list . ./...", "weak"],
  ["mvn test -DskipTests", "weak"],
  ["./gradlew test --dry-run", "weak"],
  // a check whose failure does not reach the exit code
  ["npm test | tail -20", "unknown"],
  ["npm test 2>&1 | tee log", "unknown"],
  ["npm test |& tail", "unknown"],
  ["npm test || true", "unknown"],
  ["npm test || :", "unknown"],
  ["npm test || echo failed", "unknown"],
  ["npm test || exit 0", "unknown"],
  ["npm test; echo done", "unknown"],
  ["npm test; true", "unknown"],
  ["npm test; exit 0", "unknown"],
  ["exit 0 && npm test", "unknown"],
  ["true && exit 0 && npm test", "unknown"],
  ["{ exit 0; } && npm test", "unknown"],
  ["true && exit 0; npm test", "unknown"],
  ["set -e; true && exit; npm test", "unknown"],
  ["eval 'exit 0' && npm test", "unknown"],
  ["npm test\necho done", "unknown"],
  ["npm test &", "unknown"],
  ["npm test & wait", "unknown"],
  ["npm test & sleep 5", "unknown"],
  ["! npm test", "unknown"],
  ["(npm test || true)", "unknown"],
  ["(npm test; true) && echo ok", "unknown"],
  ["{ npm test || true; } && npm run lint", "unknown"],
  ["set +e; npm test; echo ok", "unknown"],
  ["set -e; set +e; npm test; echo ok", "unknown"],
  ["set -e; npm test && npm run lint; echo ok", "unknown"],
  ["set -e; npm test || true", "unknown"],
  ["set -o pipefail; npm test | tail || true", "unknown"],
  ["(set -o pipefail); npm test | tail", "unknown"],
  ["bash -c 'npm test | tail'", "unknown"],
  ["bash -c \"bash -c 'npm test || true'\"", "unknown"],
  ["npm test || npm run test:again", "unknown"],
  ["npm run lint; npm test", "unknown"],
  ["cd x; npm test", "unknown"],
  ['echo "$(npm test)"', "unknown"],
  ["export OUT=$(npm test)", "unknown"],
  ["out=$(npm test); echo $out", "unknown"],
  ["npm test | grep -q passed", "unknown"],
  ["npm test && echo ok || echo broken", "unknown"],
  ["make -i test", "unknown"],
  ["make -k -i test", "unknown"],
  ["mvn test -fn", "unknown"],
  ["mvn test -Dmaven.test.failure.ignore=true", "unknown"],
  ["ruff check --exit-zero", "unknown"],
  ["timeout 60 npm test || true", "unknown"],
  // not understood, so not believed
  ["for d in a b; do npm test; done", "unknown"],
  ["if npm test; then echo ok; fi", "unknown"],
  ["while ! npm test; do sleep 1; done", "unknown"],
  ["f() { npm test; }; f", "unknown"],
  ["npm test 'unclosed", "unknown"],
  ["npm test && ", "unknown"],
  ["npm test )", "unknown"],
  ["$CHECK", "unknown"],
  ["$(npm bin)/jest", "unknown"],
  ['bash -c "$SCRIPT"', "unknown"],
  ['eval "$SCRIPT"', "unknown"],
  ["trap 'exit 0' EXIT; npm test", "unknown"],
  ["npm test; rc=$?; echo $rc; exit $rc", "unknown"],
  ["powershell -Command npm test; exit 0", "unknown"],
  ["false", "unknown"],
  ["npm test; exit 1", "unknown"],
  // `exec` without a command only redirects, with one the shell becomes it; where a failure is asked about, `set -e`
  // is off; a command inside a substitution has its exit code to itself
  ["exec 2>&1; npm test", "full"],
  ["exec > log 2>&1\nnpm test", "full"],
  ["(exec 3>&1; npm test)", "full"],
  ["set -e; exec 3>&1; npm test; exec 3>&-", "full"],
  ["exec -a name npm test", "full"],
  ["exec npm test; echo unreached", "full"],
  ["set -e; pytest; echo done", "full"],
  ["set -e; cd . && { pytest; echo hi; }", "full"],
  ["set -e; (pytest; echo hi); echo done", "full"],
  ["set -e; (npm test && npm run lint); echo ok", "full"],
  ["set -e; bash -ec 'pytest; true' && make", "full"],
  ["set -o pipefail && npm test | tail", "full"],
  ["cd x && set -o pipefail && npm test | tail", "full"],
  ["make -j$(nproc)", "full"],
  ["npm test > log-$(date +%s).txt", "full"],
  ["npm test 2> >(tee err >&2)", "full"],
  ["OUT=$(npm test)", "full"],
  ['OUT="$(npm test)" && echo ok', "full"],
  ["set -e; OUT=$(npm test); echo $OUT", "full"],
  ["make X=$((1 + (2)))", "full"],
  ["grep -q x <<'EOF'\n$(npm test)\nEOF", "full"],
  ["exec 2>&1; pytest; echo finished", "unknown"],
  ["exec > log; pytest; true", "unknown"],
  ["exec 3>&1; pytest; exec 3>&-", "unknown"],
  ["(exec 3>&1; pytest; exec 3>&-)", "unknown"],
  ["exec </dev/null; pytest | tail -3", "unknown"],
  ["command exec 2>&1; pytest; echo finished", "unknown"],
  ["exec npm test & pytest; echo finished", "unknown"],
  ["set -e; { pytest; echo hi; } || exit 1", "unknown"],
  ["set -e; (pytest; true) && echo ok", "unknown"],
  ["set -euo pipefail; { pytest; echo fin; } && echo all", "unknown"],
  ["set -e; cd . && (pytest; true) && echo ok", "unknown"],
  ["set -e; set -o pipefail; { pytest | cat; true; } || exit 2", "unknown"],
  ["set -e; ! { pytest; true; }", "unknown"],
  ["set -e; { { pytest; true; }; true; } || exit 1", "unknown"],
  ["{ set -e; pytest; true; } || exit 1", "unknown"],
  ["set -e; eval 'pytest; true' || exit 1", "unknown"],
  ["set -e; if { pytest; true; }; then echo ok; fi", "unknown"],
  ["set -e; while (pytest; false); do :; done", "unknown"],
  ["set -e; { pytest && make; }; echo done", "unknown"],
  ["set -e; { cd x; pytest && make; }; echo done", "unknown"],
  ["set -e; eval 'pytest && make'; echo done", "unknown"],
  ["[ -f x ] && set -e; pytest; echo done", "unknown"],
  ["false && set -o pipefail; pytest | tail", "unknown"],
  ["cd x || set -o pipefail && pytest | tail", "unknown"],
  ["set -e; set $FLAGS; pytest; echo done", "unknown"],
  ["set +e -- -e; pytest; echo done", "unknown"],
  ["set -e; shopt -uo errexit; pytest; echo done", "unknown"],
  ["cat <(pytest)", "unknown"],
  ["grep bad <(pytest)", "unknown"],
  ["diff <(pytest) <(pytest)", "unknown"],
  ["cat < <(pytest)", "unknown"],
  ["mapfile -t x < <(pytest)", "unknown"],
  ["X=$(pytest) make -v", "unknown"],
  ["let x=1 $(pytest)+1", "unknown"],
  ["echo $(pytest)", "unknown"],
  ["make `pytest`", "unknown"],
  ["make ${X:-$(pytest)}", "unknown"],
  ["make $(( $(pytest) ))", "unknown"],
  ["make $((pytest); true)", "unknown"],
  ['make "${X:-`pytest`}"', "unknown"],
  ["{ make; } < <(pytest)", "unknown"],
  ["(make) < <(pytest)", "unknown"],
  ["[[ -f x ]] < <(pytest)", "unknown"],
  ["X=$(pytest) bash -c make", "unknown"],
  ["bash -c make < <(pytest)", "unknown"],
  ["cat <(pytest) | make", "unknown"],
  ["make <<< $(pytest)", "unknown"],
  ["make <<EOF\n$(pytest)\nEOF", "unknown"],
  ["make <<-EOF\n\t`pytest`\n\tEOF", "unknown"],
  ["make > >(pytest)", "unknown"],
  ["make > $(pytest)", "unknown"],
  ["X=$(pytest; true)", "unknown"],
  ["X=$(pytest | tail)", "unknown"],
  ["X=$(pytest || true)", "unknown"],
  ["set -e; X=$(pytest; true)", "unknown"],
  ["X=$(pytest)$(true)", "unknown"],
  ['X="$(pytest) $(true)"', "unknown"],
  ["X=$(pytest) Y=$(true)", "unknown"],
  ["X=`pytest; true`", "unknown"],
  ["X=1 < <(pytest)", "unknown"],
  ["false $(pytest) || make", "unknown"],
  ["make || exit $? < <(pytest)", "unknown"],
  ["make | pytest; exit ${PIPESTATUS[0]}", "unknown"],
  ["exec 2>&1", "weak"],
  ["DIR=$(pwd)", "weak"],
  // exit 0 says something only if tests ran
  ["npx vitest run --passWithNoTests", "with_counts"],
  ["npx jest --passWithNoTests", "with_counts"],
  ["npm test --if-present", "with_counts"],
  ["npm run build && npm test --if-present", "with_counts"],
  ["cargo nextest run --no-tests=pass", "with_counts"],
];

describe("exit 0 of a shell text", () => {
  test.each(cases)("%j is %s", (shell, weight) => {
    const result = weighExit({ shell });
    expect(result.weight).toBe(weight);
    expect(result.why === null).toBe(weight === "full");
  });
});

describe("exit 0 of an argv", () => {
  test.each<readonly [readonly string[], string]>([
    [["npm", "test"], "full"],
    [["sh", "-c", "npm test | tail"], "unknown"],
    [["bash", "-lc", "npm test || true"], "unknown"],
    [["/usr/bin/env", "bash", "-c", "npm test; echo x"], "unknown"],
    [["bash", "-eo", "pipefail", "-c", "npm test | tail; echo x"], "full"],
    [["echo", "ok"], "weak"],
    [["true"], "weak"],
    [["timeout", "5", "true"], "weak"],
    [["npm", "test", "||", "true"], "full"],
    [["bash", "check.sh"], "full"],
    [["cmd", "/c", "npm test & exit 0"], "unknown"],
    [[], "weak"],
  ])("%j is %s", (argv, weight) => {
    expect(weighExit({ argv }).weight).toBe(weight);
  });
});

test("any text gets an answer, also a hostile one", () => {
  const piece = fc.constantFrom(
    "npm test",
    "true",
    "&&",
    "||",
    ";",
    "|",
    "&",
    "(",
    ")",
    "{",
    "}",
    "!",
    "\n",
    "'",
    '"',
    "$(",
    "`",
    "<<E",
    "set -e",
    "exit",
    "\\",
    "[[",
    "]]",
    "#",
    ">",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (words) => {
      expect(weighExit({ shell: words.join(" ") })).toBeDefined();
    }),
  );
  for (const text of [
    "(".repeat(4000),
    "! ".repeat(4000),
    "a && ".repeat(4000),
    "a;".repeat(4000),
    "{ ".repeat(4000),
  ]) {
    expect(weighExit({ shell: text }).weight).not.toBe("full");
  }
  expect(weighExit({ shell: `x${" && x".repeat(4000)}` }).weight).toMatch(/^(?:full|unknown)$/);
});

/**
 * The law behind the table, against a real bash: where exit 0 counts in full, exit 0 is only seen when at least one
 * check ran and every check that ran passed.
 */
test("full weight is never given to a script that can exit 0 over a failed check", () => {
  const check = fc.constantFrom("check 1", "check 2", "check 3");
  const command = fc.oneof(
    { weight: 4, arbitrary: check },
    fc.constantFrom(
      "true",
      "echo x",
      ":",
      "false",
      "exit 0",
      "exit 1",
      "set -e",
      "set +e",
      "set -o pipefail",
      "exit $?",
      "test -f /",
      "cd /",
      "exec 2>&1",
    ),
  );
  const script = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script" },
      { weight: 3, arbitrary: command },
      {
        weight: 3,
        arbitrary: fc
          .tuple(tie("node"), fc.constantFrom(" && ", " || ", "; ", " | ", "\n"), tie("node"))
          .map((parts) => parts.join("")),
      },
      { weight: 1, arbitrary: tie("node").map((body) => `(${body})`) },
      { weight: 1, arbitrary: tie("node").map((body) => `{ ${body}; }`) },
      { weight: 1, arbitrary: tie("node").map((body) => `set -e; ${body}`) },
      { weight: 1, arbitrary: tie("node").map((body) => `x=$(${body})`) },
      { weight: 1, arbitrary: tie("node").map((body) => `true <(${body})`) },
      { weight: 1, arbitrary: check.map((body) => `! ${body}`) },
      { weight: 1, arbitrary: check.map((body) => `${body} & wait`) },
      { weight: 1, arbitrary: tie("node").map((body) => `exit 0 && ${body}`) },
      { weight: 1, arbitrary: tie("node").map((body) => `true && exit 0; ${body}`) },
      { weight: 1, arbitrary: tie("node").map((body) => `{ exit 0; } && ${body}`) },
    ),
  })).node;
  const scripts = fc
    .sample(script, { numRuns: 500, seed: 11 })
    .filter((text) => weighExit({ shell: text }).weight === "full");
  expect(scripts.length).toBeGreaterThan(100);
  const outcomes = [0, 1, 2, 3, 4, 5, 6, 7];
  const program = [
    // A check notes on descriptor 3 how it ended; SIGPIPE between checks must not decide.
    "trap '' PIPE; check() { local bit=$(( (MASK >> ($1 - 1)) & 1 )); if ((bit)); then printf F >&3; return 1; fi; printf P >&3; return 0; }",
    ...scripts.flatMap((text, index) =>
      outcomes.map(
        (mask) =>
          `: >notes; (MASK=${mask}; eval ${quote(text)}) 3>>notes </dev/null >/dev/null 2>&1; printf '%s %s %s %s\\n' ${index} ${mask} $? "$(<notes)"`,
      ),
    ),
  ].join("\n");
  const cwd = spawnSync("mktemp", ["-d"], { encoding: "utf8" }).stdout.trim();
  const run = spawnSync("bash", [], { input: program, cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  spawnSync("rm", ["-r", cwd]);
  const lines = run.stdout.trim().split("\n");
  expect(lines).toHaveLength(scripts.length * outcomes.length);
  const wrong = lines
    .map((line) => line.split(" "))
    .filter(([, , exit, notes = ""]) => exit === "0" && (notes.includes("F") || notes === ""))
    .map(([index, mask, , notes = ""]) => ({ script: scripts[Number(index)], mask, notes }))
    // `test` and `cd` are checks of their own here; a script of them alone notes nothing.
    .filter(({ script: text, notes }) => notes !== "" || !/test -f/.test(text ?? ""));
  expect(wrong).toEqual([]);
});

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
