import type { Packet } from "../../domain/packet.ts";
import { quoteCommand } from "../../domain/feedback/quote-command.ts";

/**
 * The packet with commands as they are typed at the root of the work tree: `cd ROOT && npm test` is `npm test` there.
 * Agents write the folder before nearly every command; it tells nothing to somebody who stands in it.
 */
export function fromRoot(packet: Packet, root: string): Packet {
  const at = leadTo(root);
  const without = (command: string): string => command.replace(at, "");
  return {
    ...packet,
    failed_attempts: packet.failed_attempts.map(without),
    feedback_tail: packet.feedback_tail.map((entry) => ({ ...entry, command: without(entry.command) })),
    ...(packet.checks === undefined
      ? {}
      : { checks: packet.checks.map((check) => ({ ...check, command: without(check.command) })) }),
    effects: packet.effects.map((effect) => ({
      ...effect,
      what: without(effect.what),
      probe: effect.probe === null ? null : without(effect.probe),
    })),
  };
}

/** Only where a command follows: going somewhere may be all that a command does. */
function leadTo(root: string): RegExp {
  const forms = new Set([root, `"${root}"`, `'${root}'`, quoteCommand({ argv: [root] })]);
  return new RegExp(`^\\s*cd (?:${[...forms].map(literal).join("|")})/?[ \\t]*(?:&&|;|\\n)\\s*(?=\\S)`);
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
