import type { Told } from "./sync-team.ts";

/** What a command says of the team's store beside its own result: an outage once, and what the store did not take. */
export function remarksOf({ store, delivery, firstTime }: Told): readonly string[] {
  const { outage, refused } = delivery;
  const away = `nothing goes to the team store ${store} (${outage?.detail ?? ""}): everything is kept here and told as soon as it can be`;
  return [
    ...(firstTime ? [away] : []),
    ...refused.map(
      ({ what, detail }) => `the team store ${store} did not take ${what}: ${detail}; see passdown status`,
    ),
  ];
}
