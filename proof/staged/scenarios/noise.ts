import type { Step } from "../step.ts";

/** Reads, searches and long outputs that matter to nobody; the same each time. */
export function noise(count: number, pages: number, from = 0): readonly Step[] {
  return Array.from({ length: count }, (_, index): Step => {
    const number = from + index;
    const page = `docs/manual/page-${String((number % pages) + 1).padStart(2, "0")}.md`;
    switch (number % 5) {
      case 0:
      case 3:
        return { do: "read", path: page };
      case 1:
        return {
          do: "search",
          pattern: `weeks, then counted with its ${nouns[number % nouns.length]}`,
          path: "docs/manual",
        };
      case 2:
        return { do: "run", command: `head -n ${8 + (number % 7)} ${page}`, look: true };
      default:
        return { do: "say", text: `Page ${(number % pages) + 1} says nothing about this; going on.` };
    }
  });
}

const nouns = ["ledger", "carton", "invoice", "parcel", "shelf", "tariff", "voucher"];
