/** What a child printed, without what differs from run to run: durations, process ids, the server's port. */
export function stableOutput(output: string): string {
  return output
    .replace(/(duration_ms:? )[\d.]+/g, "$112.5")
    .replace(/\([\d.]+ms\)/g, "(1.25ms)")
    .replace(/(Ran \d+ tests? in )[\d.]+s/g, "$10.002s")
    .replace(/\(node:\d+\)/g, "(node:4242)")
    .replace(/(127\.0\.0\.1(?::| port ))\d+/g, "$18787")
    .replace(/(bash: line )\d+(?=: \d+ (?:Killed|Terminated))/g, "$11");
}
