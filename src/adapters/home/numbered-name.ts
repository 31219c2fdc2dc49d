/** Names of files that follow one another by number: eight digits, or more where there are so many. */

const shape = /^(\d{8,})\.json$/;

export function numberedName(number: number): string {
  return `${String(number).padStart(8, "0")}.json`;
}

/** Numbers among the names of a folder, in no order; other names are none of these files. */
export function numbersIn(names: readonly string[]): readonly number[] {
  return names.flatMap((name) => Number(shape.exec(name)?.[1] ?? []));
}

/** 0 where there is none. */
export function newestNumber(names: readonly string[]): number {
  return numbersIn(names).reduce((newest, number) => Math.max(newest, number), 0);
}
