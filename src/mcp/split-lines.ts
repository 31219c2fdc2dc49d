/** Takes bytes as they come and hands on whole lines; of one that is too long, only that there was one. */
export interface LineSplitter {
  readonly add: (chunk: Buffer) => void;
  /** What is left behind the last line end is a line too. */
  readonly end: () => void;
}

export interface LineHandlers {
  readonly limit: number;
  readonly line: (text: string) => void;
  readonly tooLong: () => void;
}

const lineEnd = 0x0a;

/** Never holds more than `limit` bytes and one chunk: a line that grows beyond is told at once, and then skipped. */
export function splitLines({ limit, line, tooLong }: LineHandlers): LineSplitter {
  let held: Buffer[] = [];
  let length = 0;
  let skipping = false;
  const take = (part: Buffer): void => {
    length += part.length;
    if (skipping) return;
    if (length <= limit) return void held.push(part);
    skipping = true;
    held = [];
    tooLong();
  };
  const finish = (): void => {
    const text = skipping ? "" : Buffer.concat(held).toString("utf8").trim();
    [held, length, skipping] = [[], 0, false];
    if (text !== "") line(text);
  };
  return {
    add: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, from)) {
        take(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
    end: finish,
  };
}
