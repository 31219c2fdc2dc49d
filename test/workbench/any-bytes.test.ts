import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ArtifactKind } from "../../src/domain/workbench.ts";
import { digestOf } from "../../src/domain/digest.ts";
import { artifactKinds } from "../../src/workbench/artifact-kinds.ts";
import { assembleWorkbench } from "../../src/workbench/assemble-workbench.ts";
import { parseConfig } from "../../src/workbench/parse-config.ts";
import { parse } from "./parse.ts";

const kinds = fc.constantFrom(null, ...(Object.keys(artifactKinds) as ArtifactKind[]));

const keys = fc.constantFrom(
  "schema_version",
  "active_task_id",
  "next_action",
  "blockers",
  "touched_files",
  "features",
  "active",
  "id",
  "status",
  "acceptance",
  "done_when",
  "task_id",
  "passed",
  "findings",
  "severity",
  "code",
  "detail",
  "dimensions",
  "score",
  "verdict",
  "total",
  "command",
  "command_id",
  "parent_command_id",
  "exit_code",
  "started_at",
  "stdout_tail",
  "truncations",
  "stdout",
  "allowed_files",
  "forbidden_writes",
  "in_scope",
  "bad",
  "good",
  "slug",
  "clean",
  "blocking",
  "touched",
  "finding_code",
  "commit",
  "written_at",
  "__proto__",
  "constructor",
  "toString",
  "length",
);

const scalars = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -9,
    1e300,
    "0",
    "",
    " ",
    "done",
    "block",
    "T-1",
    "../x",
    "\ud800",
    "a\0b",
  ),
  fc.string({ unit: "binary" }),
  fc.double(),
);

/** Objects with the keys of the workbench and anything as their values. */
const { value: document } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalars,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 6 }).map((entries) => Object.fromEntries(entries) as unknown),
  ),
}));

const text = document.map((value) => JSON.stringify(value));

/** Lines of such objects, with torn ones, NULs and other things between them. */
const lines = fc
  .array(
    fc.oneof(
      text,
      text.chain((one) => fc.nat(one.length).map((at) => one.slice(0, at))),
      fc.constantFrom("\0\0", "", "\r", "# x", "\uFEFF", "NaN"),
    ),
    { maxLength: 8 },
  )
  .chain((list) => fc.constantFrom("\n", "\r\n", "", "\0").map((joint) => list.join(joint)));

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.oneof(text, lines).map((one) => new TextEncoder().encode(one)),
  fc.tuple(lines, fc.nat(), fc.nat(255)).map(([one, at, byte]) => {
    const encoded = new TextEncoder().encode(one);
    if (encoded.length > 0) encoded[at % encoded.length] = byte;
    return encoded;
  }),
);

test("any bytes as any artifact give an artifact or damage, the same ones each time, fit for a digest", () => {
  fc.assert(
    fc.property(bytes, kinds, fc.boolean(), (content, expected, shared) => {
      const options = { path: "outputs/verification/T-1.json", expected, shared };
      const first = parse(content, options);
      expect(parse(content, options)).toEqual(first);
      expect(shared || first.artifact !== null || first.damage.length > 0).toBe(true);
      const found = first.artifact === null ? [] : [first.artifact];
      const workbench = assembleWorkbench(found, first.damage);
      expect(digestOf(workbench)).toMatch(/^[0-9a-f]{64}$/);
    }),
    { numRuns: 1000 },
  );
});

test("records keep the order of their lines, whatever lies between them", () => {
  const record = (n: number): string => JSON.stringify({ command: ["run", String(n)], exit_code: 0, started_at: n });
  const noise = fc.oneof(
    lines.map((one) => one.replaceAll("{", "(")),
    fc.constantFrom("", "{", '{"command": ["x"', "[]", "\0"),
  );
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 10 }), (between) => {
      const content = between.map((one, n) => `${one}\n${record(n)}\n`).join("");
      const { artifact } = parse(content, { expected: "feedback_log" });
      const records = artifact?.kind === "feedback_log" ? artifact.value.records : [];
      const order = records.map(({ record: { command } }) => ("argv" in command ? command.argv[1] : ""));
      expect(order).toEqual(between.map((_, n) => String(n)));
    }),
  );
});

test("nothing that redaction knows survives in any field", () => {
  const salted = document.map((value) =>
    JSON.stringify(value, (_, one: unknown) => (typeof one === "string" ? `${one} hunter2` : one)),
  );
  fc.assert(
    fc.property(salted, kinds, (content, expected) => {
      const { artifact, damage } = parse(content, { expected });
      expect(JSON.stringify([artifact, damage])).not.toContain("hunter2");
    }),
    { numRuns: 1000 },
  );
});

test("any text as configuration gives a configuration or problems with words", () => {
  const names = fc.constantFrom(
    "acceptance",
    "artifacts",
    "branches",
    "topic",
    "language",
    "feedback",
    "keepLast",
    "packet",
    "prerequisites",
    "budget",
    "clean",
    "ignore",
    "context",
    "quietAt",
    "export",
    "store",
    "state",
    "command",
    "__proto__",
    "x",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      scalars,
      fc.array(tie("value"), { maxLength: 3 }),
      fc
        .array(fc.tuple(names, tie("value")), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  }));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        value.map((one) => JSON.stringify(one)),
      ),
      (source) => {
        const parsed = parseConfig(source);
        if (parsed.ok) return;
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const { message } of parsed.problems) expect(message).toMatch(/^[^\n]+$/);
      },
    ),
    { numRuns: 1000 },
  );
});
