/** Kept of one line before anything is redacted; far more than is stored, so that no secret is cut in half. */
const lineLimit = 8192;

export interface LineSink {
  /** A whole line without its end; `cut` counts characters of it that were dropped. */
  readonly line: (text: string, cut: number) => void;
  /** The program cleared the screen: what it printed before is replaced, as in a watch mode. */
  readonly cleared: () => void;
}

export interface LineReader {
  readonly push: (chunk: Uint8Array) => void;
  /** Hands over a last line without an end. */
  readonly end: () => void;
}

// CSI sequences, OSC and other string sequences, two-byte escapes.
const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]{0,4096}(?:\u0007|\u001B\\)?|[ -/]*[0-Z\\^-~])/g;
const clears = /\u001B(?:c|\[[23]J)/;

/**
 * Cuts a byte stream into lines as a terminal would show them: invalid UTF-8 replaced, a character split between
 * chunks put together, colours removed, a progress bar (`\r`) reduced to its last state. Memory is bounded by the
 * chunk and one line.
 */
export function createLineReader(sink: LineSink): LineReader {
  const decoder = new TextDecoder("utf-8");
  let kept = "";
  let dropped = 0;
  /** The dropped part ended with `\r`: what follows replaces the line. */
  let returned = false;

  function append(piece: string): void {
    if (piece === "") return;
    let text = piece;
    if (dropped > 0) {
      const last = lastReturn(piece);
      if (!returned && last === -1) {
        dropped += piece.length;
        returned = piece.endsWith("\r");
        return;
      }
      clearLine();
      text = piece.slice(last + 1);
    }
    kept += text;
    if (kept.length <= 2 * lineLimit) return;
    kept = kept.slice(lastReturn(kept) + 1);
    if (kept.length <= 2 * lineLimit) return;
    returned = kept.endsWith("\r");
    const end = cleanEnd(kept, lineLimit);
    dropped = kept.length - end;
    kept = kept.slice(0, end);
  }

  function clearLine(): void {
    kept = "";
    dropped = 0;
    returned = false;
  }

  function finish(): void {
    let text = kept;
    if (text.includes("\r")) text = text.slice(lastReturn(text) + 1).replace(/\r+$/, "");
    if (text.includes("\u001B")) {
      if (clears.test(text)) sink.cleared();
      text = text.replace(escapes, "");
    }
    if (returned) dropped -= 1;
    const end = cleanEnd(text, lineLimit);
    sink.line(end === text.length ? text : text.slice(0, end), dropped + text.length - end);
    clearLine();
  }

  function take(text: string): void {
    // Nearly every chunk: nothing to replace, so a line that lies in it whole needs no detour.
    const plain = !text.includes("\r") && !text.includes("\u001B");
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      if (plain && kept === "" && dropped === 0 && end - start <= lineLimit) {
        sink.line(text.slice(start, end), 0);
      } else {
        append(text.slice(start, end));
        finish();
      }
      start = end + 1;
    }
    append(text.slice(start));
  }

  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true })),
    end: () => {
      take(decoder.decode());
      if (kept !== "" || dropped > 0) finish();
    },
  };
}

/** Index of the last carriage return that something follows; -1 without one. */
function lastReturn(text: string): number {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === "\r") end -= 1;
  return end === 0 ? -1 : text.lastIndexOf("\r", end - 1);
}

/** `limit`, or one less where that would split a surrogate pair. */
function cleanEnd(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}
