import { createRedactor } from "../../src/adapters/secrets/create-redactor.ts";
import { masksFailure } from "../../src/audit/masks-failure.ts";
import { listEffects } from "../../src/domain/effects/list-effects.ts";
import { recogniseEffects } from "../../src/domain/effects/recognise-effect.ts";
import { excerptOf } from "../../src/domain/feedback/collect-excerpt.ts";
import { readErrorLines } from "../../src/domain/feedback/error-lines.ts";
import { judgeRecord } from "../../src/domain/feedback/judge-record.ts";
import { weighExit } from "../../src/domain/feedback/masking/weigh-exit.ts";
import { commandKey, quoteCommand, shellWords } from "../../src/domain/feedback/quote-command.ts";
import { recogniseTests } from "../../src/domain/feedback/test-results/recognise-tests.ts";
import { matchesGlob } from "../../src/domain/glob.ts";
import { looksPlain } from "../../src/domain/hooks/looks-plain.ts";
import { asQuotedData } from "../../src/domain/text/as-quoted-data.ts";
import { codeSpan } from "../../src/domain/text/code-span.ts";
import { escapeJsonControls } from "../../src/domain/text/escape-json-controls.ts";
import { fence } from "../../src/domain/text/fence.ts";
import { neutraliseMarkdownInline } from "../../src/domain/text/neutralise-markdown-inline.ts";
import { neutraliseTerminal } from "../../src/domain/text/neutralise-terminal.ts";
import { quoteForOneLine } from "../../src/domain/text/quote-for-one-line.ts";
import { truncate } from "../../src/domain/text/truncate.ts";
import { tellCommand } from "../../src/domain/verification/tell-command.ts";
import { findConstraints } from "../../src/domain/session/find-constraints.ts";
import { makeRecord } from "../../test/feedback/make-record.ts";
import { leaked } from "../../test/secrets/leak.ts";
import { contexts, tokens } from "../../test/secrets/shapes.ts";
import { fixtures } from "../seeds/files.ts";
import { bytesOf, mustEqual, mustHold, type Target } from "../target.ts";

const commands: readonly string[] = [
  "npm test",
  "npm test | tail -5",
  "make || true",
  "set -euo pipefail; npx vitest run && npx tsc -p .",
  "sh -c 'npm test; echo done'",
  "for f in a b; do test -f $f; done",
  "if npm test; then echo ok; else exit 1; fi",
  "cat <<'EOF' | python3 -\nprint(1)\nEOF",
  "case $x in a) ls ;; *) exit 2 ;; esac",
  "f() { npm test; }; f & wait $!",
  "git push origin main; npm publish --dry-run",
  "curl -X POST https://example.org -d @x",
  "timeout 10 env A=1 nice npm test 2>&1 > log",
  "[[ $a == b* ]] && ((i++)) || ! true",
];

const command: Target = {
  name: "command",
  shape: "text",
  words: [
    "|| true",
    "&&",
    "| tail",
    "$(",
    "<<EOF\n",
    "((",
    "[[",
    "esac",
    "done",
    "fi",
    "then",
    "set -e",
    "pipefail",
    "trap",
    "exec",
    "bash -c",
    "sudo",
    "xargs",
    "`",
  ],
  seeds: () => bytesOf(...commands),
  run: (input) => {
    const text = input.toString("utf8");
    const words = text.split(/[\n\0]/).slice(0, 20);
    mustEqual(shellWords(quoteCommand({ argv: words })), words, "quoted words are the words that a shell passes on");
    const shell = { shell: text };
    const argv = { argv: words };
    // A line of shell and its words are one command to everything that judges it.
    const read = shellWords(text);
    if (read !== null && read.length > 0) {
      mustEqual(commandKey({ argv: read }), commandKey(shell), "a command and its words are one");
      mustEqual(weighExit({ argv: read }), weighExit(shell), "a command and its words weigh the same");
    }
    return [
      weighExit(shell),
      weighExit(argv),
      commandKey(argv),
      recogniseEffects(shell),
      recogniseEffects(argv),
      tellCommand(text),
      looksPlain(text),
      masksFailure(text),
    ];
  },
};

const output: Target = {
  name: "test-output",
  shape: "text",
  words: [
    "Tests  1 failed",
    "ok 1 - x",
    "not ok 2",
    "1..3",
    "# fail 1",
    "--- FAIL: T",
    "PASS",
    "1 passed",
    "Ran 3 tests",
    "OK",
    "\u001b[31m",
    "\r",
  ],
  seeds: () => fixtures("feedback/runners"),
  run: (input) => {
    const text = input.toString("utf8");
    const found = recogniseTests([text]);
    if (found !== null)
      for (const count of [found.passed, found.failed, found.skipped])
        mustHold(
          count === null || (Number.isSafeInteger(count) && count >= 0),
          "a count is a whole number",
          String(count),
        );
    const excerpt = excerptOf(text);
    mustHold(excerpt.errorLines.length <= 20, "at most twenty lines of errors are kept");
    const record = makeRecord({ stdout: excerpt, testResult: found });
    return [found, excerpt, readErrorLines(excerpt), judgeRecord(record), listEffects([record], ({ id }) => id)];
  },
};

const redactor = (): ((text: string) => string) => {
  const { redact } = createRedactor();
  return redact;
};
const kinds = [...tokens, ...contexts];

const redaction: Target = {
  name: "redaction",
  shape: "text",
  words: [
    "password=",
    "token: ",
    "Bearer ",
    "://",
    "@",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "eyJ",
    "AKIA",
    "[redacted:pass:1a2b]",
    "密码：",
    "\\n",
    "%40",
    "Cookie: ",
  ],
  seeds: () =>
    bytesOf(
      ...kinds.map(({ write, secret }) => write(secret("a"))),
      JSON.stringify({
        output: kinds
          .slice(0, 8)
          .map(({ write, secret }) => write(secret("b")))
          .join("\n"),
      }),
    ),
  run: (input) => {
    const redact = redactor();
    const text = input.toString("utf8");
    const once = redact(text);
    mustEqual(redactor()(once), once, "a redacted text stays as it is");
    mustHold(once.isWellFormed(), "a redacted text is well-formed");
    // A secret on a line of its own goes, whatever stands before and after it.
    const kind = tokens[input.length % tokens.length];
    if (kind === undefined) return once;
    const secret = kind.secret(String(input.length % 5));
    const lines = text.split("\n");
    const middle = lines.length >> 1;
    const planted = redact([...lines.slice(0, middle), kind.write(secret), ...lines.slice(middle)].join("\n"));
    if (text.includes(secret.slice(0, 12))) return once;
    const leak = leaked(planted, secret, 12);
    mustHold(leak === null, "a secret on its own line is redacted", `${kind.name} ${leak ?? ""}`);
    return once;
  },
};

const neutral: Target = {
  name: "text",
  shape: "text",
  words: ["```", "~~~", "<!--", "\u001b[2J", "\u202e", "| a |", "](http://x)", "<b>"],
  seeds: () =>
    bytesOf("plain text", "a\u001b[31mred\u001b[0m `code` | cell\n# heading\n", "支付 \u202egnp.exe 🙂\r\n```\nx\n```"),
  run: (input) => {
    const text = input.toString("utf8");
    const terminal = neutraliseTerminal(text);
    mustHold(
      !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(terminal),
      "nothing commands the terminal",
    );
    mustHold(!neutraliseTerminal(text, { oneLine: true }).includes("\n"), "one line is one line");
    mustHold(!quoteForOneLine(text).includes("\n"), "a quotation is one line");
    const json = JSON.stringify({ text });
    mustEqual(JSON.parse(escapeJsonControls(json)), JSON.parse(json), "escaped JSON says the same");
    for (const limit of [0, 1, 7, 40]) {
      const short = truncate(text, limit);
      mustHold(short.isWellFormed(), "a cut text is well-formed");
      mustHold(
        short.length <= Math.max(limit, 0) || short === text,
        "a cut text is no longer than its limit",
        String(limit),
      );
    }
    return [
      terminal,
      neutraliseMarkdownInline(text),
      codeSpan(text, { cell: true }),
      fence(text),
      asQuotedData("label", text),
      findConstraints(text),
    ];
  },
};

const glob: Target = {
  name: "glob",
  shape: "lines",
  words: ["**/", "*", "?", "[a-z]", "{a,b}", "!", "\\", "[!a]", "[[:alpha:]]", "***"],
  seeds: () =>
    bytesOf(
      "src/**/*.ts\nsrc/a/b.ts",
      "{a,b}/[a-c]?.js\na/bx.js",
      "**/*a*a*a*a*b\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/aaaa",
      "docs/\ndocs/x",
    ),
  run: (input) => {
    const [pattern = "", ...paths] = input.toString("utf8").split("\n");
    return paths.slice(0, 20).map((path) => matchesGlob(pattern, path));
  },
};

export const textTargets: readonly Target[] = [command, output, redaction, neutral, glob];
