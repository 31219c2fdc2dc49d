import type { ClientDiagnosis, ConfigState, DoctorProblemCode } from "../../domain/clients/diagnosis.ts";
import { code, data, filePath, join, strong, tone, word, type Inline } from "../document/inline.ts";
import { say } from "../document/say.ts";
import { layOut } from "./lay-out.ts";
import { minute } from "./minute.ts";
import { renderItem, renderRows } from "./rows.ts";
import type { TerminalStyle } from "./style.ts";

/** Each client with what was found, then whether all is well, or what is wrong and what to do about it. */
export function renderDoctor(clients: readonly ClientDiagnosis[], style: TerminalStyle): string {
  const { doctor } = style.words.clients;
  if (clients.length === 0) return layOut(say(doctor.nobody), style);
  const wrong = clients.flatMap(({ problems }) => problems).length;
  return [
    ...clients.flatMap((client) => [...renderClient(client, style), ""]),
    wrong === 0
      ? layOut([tone("good", word("✓ "), ...say(doctor.well, { n: clients.length }))], style)
      : layOut([tone("bad", word("✗ "), ...say(doctor.wrong, { n: wrong }))], style),
    ...clients.flatMap((client) => renderProblems(client, style)),
  ].join("\n");
}

function renderClient(found: ClientDiagnosis, style: TerminalStyle): string[] {
  const { words } = style;
  const { doctor } = words.clients;
  const { program, hooks, skill, mcp, delivery, trust, problems } = found;
  const mark = problems.length === 0 ? tone("good", word("✓ ")) : tone("bad", word("✗ "));
  const about = (state: ConfigState, path: string): Inline[] => [
    word(doctor.config[state] + words.comma),
    filePath(path),
  ];
  const rows: readonly (readonly [string, readonly Inline[]])[] = [
    [
      doctor.labels.program,
      program === null
        ? [word(doctor.noProgram)]
        : [
            program.version === null ? word(doctor.noVersion) : code(program.version),
            word(words.comma),
            filePath(program.path),
          ],
    ],
    [doctor.labels.hooks, about(hooks.state, hooks.path)],
    [doctor.labels.skill, about(skill.state, skill.path)],
    [doctor.labels.mcp, mcp === null ? [word(doctor.noMcp)] : about(mcp.state, mcp.path)],
    [doctor.labels.delivery, [word(doctor.delivery[delivery.state])]],
    [doctor.labels.trust, [word(doctor.trust[trust.state])]],
    [doctor.labels.fired, lastCall(found, style)],
  ];
  return [layOut([mark, strong(code(found.title))], style), ...renderRows(rows, style)];
}

function lastCall({ fired }: ClientDiagnosis, { words }: TerminalStyle): readonly Inline[] {
  const seen = Object.entries(fired).flatMap(([event, at]) =>
    at === null ? [] : [[code(event), word(" "), minute(at)]],
  );
  return seen.length === 0 ? [word(words.clients.doctor.never)] : join(seen, words.comma);
}

function renderProblems({ client, title, problems }: ClientDiagnosis, style: TerminalStyle): string[] {
  const { words } = style;
  const steps: Readonly<Partial<Record<string, string>>> = words.clients.init.trust;
  const todo = (problem: DoctorProblemCode): Inline[] => {
    const step = problem === "untrusted" ? steps[client] : undefined;
    return step === undefined
      ? say(words.clients.doctor.problems[problem], { client: code(client) })
      : say(step, { client: code(title) });
  };
  return problems.flatMap((problem) => [
    renderItem("·", [code(title), word(words.colon), data(problem.detail)], style),
    renderItem("→", todo(problem.code), style, 4),
  ]);
}
