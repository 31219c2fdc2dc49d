import type { JSX } from "preact";
import type { ClaimRow } from "../../../domain/view/view-model.ts";
import { Chip } from "../parts/chip.tsx";
import { Copyable } from "../parts/copyable.tsx";
import { Code, Said } from "../parts/shown.tsx";
import { Section } from "../parts/section.tsx";
import { Empty } from "../parts/states.tsx";
import { claimLooks } from "../parts/tones.ts";
import { usePage } from "../state/page-context.ts";

/** Each statement of the packet beside the scene as it is; what does not hold comes first. */
export function Claims({ claims }: { readonly claims: readonly ClaimRow[] }): JSX.Element {
  const { words } = usePage();
  const { now } = words;
  const off = claims.filter(({ state }) => state !== "same").length;
  const aside =
    claims.length === 0 ? null : (
      <Chip {...claimLooks[off > 0 ? "moved" : "same"]}>
        {off > 0 ? now.mismatches(off, claims.length) : now.allSame(claims.length)}
      </Chip>
    );
  return (
    <Section id="claims" title={now.claims} aside={aside}>
      {claims.length === 0 ? (
        <Empty text={now.noClaims} />
      ) : (
        <table class="claims" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {now.claim}
              </th>
              <th role="columnheader" scope="col">
                {now.recorded}
              </th>
              <th role="columnheader" scope="col">
                {now.present}
              </th>
              <th role="columnheader" scope="col">
                {now.state}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {claims.map((claim, at) => (
              <Claim key={`${claim.what} ${claim.which ?? ""} ${at}`} claim={claim} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Claim({ claim }: { readonly claim: ClaimRow }): JSX.Element {
  const { words } = usePage();
  const { what, which, recorded, present, state, look } = claim;
  const name = wordOf(words.claimNames, what) ?? what.replaceAll("_", " ");
  const value = (text: string): string => (states.has(what) ? (wordOf(words.claimValues, text) ?? text) : text);
  return (
    <tr role="row" class={state === "same" ? "same" : "off"} data-row={state === "same" ? "good" : "bad"} tabIndex={-1}>
      <th role="rowheader" scope="row">
        <Said text={name} />
        {which === null ? null : (
          <div>
            <Code text={which} />
          </div>
        )}
      </th>
      <td role="cell" data-label={words.now.recorded}>
        <Said text={value(recorded)} />
      </td>
      <td role="cell" data-label={words.now.present}>
        <Said text={value(present)} />
        {look === null || state === "same" ? null : <Copyable text={look} />}
      </td>
      <td role="cell" data-label={words.now.state}>
        <Chip {...claimLooks[state]}>{words.claimStates[state]}</Chip>
      </td>
    </tr>
  );
}

/** Claims whose values are words of ours. */
const states: ReadonlySet<string> = new Set(["acceptance", "verdict", "effect", "question", "packet_status"]);

function wordOf(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
