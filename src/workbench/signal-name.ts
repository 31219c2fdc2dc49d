/** Signal numbers of Linux, from 1. The workbench's own runner writes a death by signal as a negative exit code. */
const names: readonly string[] = [
  "HUP",
  "INT",
  "QUIT",
  "ILL",
  "TRAP",
  "ABRT",
  "BUS",
  "FPE",
  "KILL",
  "USR1",
  "SEGV",
  "USR2",
  "PIPE",
  "ALRM",
  "TERM",
  "STKFLT",
  "CHLD",
  "CONT",
  "STOP",
  "TSTP",
  "TTIN",
  "TTOU",
  "URG",
  "XCPU",
  "XFSZ",
  "VTALRM",
  "PROF",
  "WINCH",
  "IO",
  "PWR",
  "SYS",
];

/** Name of the signal a negative exit code stands for; null for an exit code and for a number without a name. */
export function signalName(exitCode: number): string | null {
  const name = exitCode < 0 ? names[-exitCode - 1] : undefined;
  return name === undefined ? null : `SIG${name}`;
}
