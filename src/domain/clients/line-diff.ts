/** Lines around a change that show where it lies. */
const around = 3;

type Step = readonly [mark: " " | "-" | "+", line: string];

/**
 * What changes between two texts, like a unified diff: `@@` before each place, then lines marked blank, `-` or `+`.
 * null stands for a file that is not there. Empty when nothing changes.
 */
export function lineDiff(before: string | null, after: string | null): readonly string[] {
  const steps = compare(lines(before), lines(after));
  const shown = new Set<number>();
  for (const [at, [mark]] of steps.entries()) {
    if (mark === " ") continue;
    for (let near = Math.max(0, at - around); near <= at + around; near += 1) shown.add(near);
  }
  const result: string[] = [];
  let [oldLine, newLine] = [0, 0];
  for (const [at, [mark, line]] of steps.entries()) {
    if (shown.has(at) && !shown.has(at - 1)) result.push(`@@ -${oldLine + 1} +${newLine + 1} @@`);
    if (mark !== "+") oldLine += 1;
    if (mark !== "-") newLine += 1;
    if (shown.has(at)) result.push(mark + line);
  }
  return result;
}

function lines(text: string | null): string[] {
  if (text === null || text === "") return [];
  const all = text.replaceAll("\r\n", "\n").split("\n");
  if (all.at(-1) === "") all.pop();
  return all;
}

/** What init and its removal change is one place or few: common ends first, then the longest common sequence between. */
function compare(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const same = (line: string): Step => [" ", line];
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > 4_000_000)
    return [...before.map((line): Step => ["-", line]), ...after.map((line): Step => ["+", line])];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (one: number, other: number): number => common[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      common[one * width + other] =
        before[one] === after[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
    }
  }
  const steps: Step[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const old = before[one];
    const made = after[other];
    if (old !== undefined && old === made) {
      steps.push([" ", old]);
      one += 1;
      other += 1;
    } else if (old !== undefined && (made === undefined || at(one + 1, other) >= at(one, other + 1))) {
      steps.push(["-", old]);
      one += 1;
    } else if (made !== undefined) {
      steps.push(["+", made]);
      other += 1;
    }
  }
  return steps;
}
