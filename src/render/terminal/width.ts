/** East Asian wide and fullwidth ranges, and the emoji that terminals draw two columns wide. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274e],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f000, 0x1f0ff],
  [0x1f18e, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1faff],
  [0x20000, 0x3fffd],
];

const combining = /^[\p{M}\p{Cf}]$/u;

function columnsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x300) return point === 0xad ? 0 : 1;
  if (combining.test(character)) return 0;
  return wide.some(([from, to]) => point >= from && point <= to) ? 2 : 1;
}

/** Columns that text takes in a terminal: CJK and emoji two, combining marks none. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** Split at the last place where the first part still fits; never inside a character and its marks. */
export function splitAtWidth(text: string, columns: number): [fits: string, rest: string] {
  let used = 0;
  let end = 0;
  for (const character of text) {
    const width = columnsOf(character);
    if (used + width > columns) break;
    used += width;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** Fit into a column: cut with an ellipsis, or pad with blanks. */
export function fitWidth(text: string, columns: number): string {
  const width = displayWidth(text);
  if (width <= columns) return text + " ".repeat(columns - width);
  const [fits] = splitAtWidth(text, Math.max(0, columns - 1));
  return `${fits}…${" ".repeat(Math.max(0, columns - 1 - displayWidth(fits)))}`;
}
