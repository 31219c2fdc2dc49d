// The floor for reading a transcript: every line parsed as JSON, and nothing else done.
import { openSync, readSync } from "node:fs";

const file = openSync(process.argv[2], "r");
const chunk = Buffer.allocUnsafe(512 * 1024);
let rest = Buffer.alloc(0);
let lines = 0;
for (;;) {
  const size = readSync(file, chunk, 0, chunk.length, null);
  if (size === 0) break;
  const bytes = rest.length === 0 ? chunk.subarray(0, size) : Buffer.concat([rest, chunk.subarray(0, size)]);
  let from = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    try {
      JSON.parse(bytes.toString("utf8", from, end));
      lines += 1;
    } catch {
      // A damaged line costs the same.
    }
    from = end + 1;
  }
  rest = Buffer.from(bytes.subarray(from));
}
if (lines === 0) process.exitCode = 1;
