import type { ErrorKind } from "../domain/errors.ts";

/** 0 yes · 1 the answer is no · 2 usage, configuration or malformed input · 3 environment or I/O · 70 a bug. */
export const exitCode = { yes: 0, no: 1, usage: 2, environment: 3, bug: 70 } as const;

export function exitCodeOf(kind: ErrorKind): number {
  switch (kind) {
    case "usage":
    case "config":
    case "input":
      return exitCode.usage;
    case "environment":
      return exitCode.environment;
    case "bug":
      return exitCode.bug;
  }
}
