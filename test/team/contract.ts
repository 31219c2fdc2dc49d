import { claimsContract } from "./contract/claims.ts";
import { eventsContract } from "./contract/events.ts";
import { fencesContract } from "./contract/fences.ts";
import { feedbackContract } from "./contract/feedback.ts";
import { limitsContract } from "./contract/limits.ts";
import { packetsContract } from "./contract/packets.ts";
import { retriesContract } from "./contract/retries.ts";
import type { Subject } from "./subject.ts";

/** What every team store does, whatever it is made of. */
export function contract(subject: Subject): void {
  packetsContract(subject);
  retriesContract(subject);
  claimsContract(subject);
  fencesContract(subject);
  feedbackContract(subject);
  eventsContract(subject);
  limitsContract(subject);
}
