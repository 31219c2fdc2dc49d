import type { ReviewReport } from "../domain/workbench.ts";
import { own, type JsonObject } from "./json-value.ts";
import { readId, readNumber, readObjects, readText } from "./read-fields.ts";
import { refOf, report, type Reading } from "./reading.ts";

type Verdict = NonNullable<ReviewReport["verdict"]>;
const worstFirst: readonly Verdict[] = ["hard_fail", "soft_fail", "pass"];

/**
 * W1 (with dimensions) and W2 (verdict and total alone). The verdict is computed anew from the dimensions; without
 * them from the total, and then a worse stored verdict stands, because a zero may hide behind a good total.
 */
export function parseReview(value: JsonObject, reading: Reading, dialect: string): ReviewReport {
  const dimensions = readDimensions(value, reading);
  const storedTotal = readNumber(own(value, "total"));
  const storedVerdict = readText(own(value, "verdict"), reading);
  const sum = dimensions.reduce((total, { score }) => total + score, 0);
  const total = dimensions.length > 0 ? sum : storedTotal;
  if (dimensions.length > 0 && storedTotal !== null && storedTotal !== sum) {
    report(reading, "contradiction", "total", `the stored total is ${storedTotal}, the dimensions add up to ${sum}`);
  }
  const computed = total === null ? null : judge(total, dimensions);
  return {
    ref: refOf(reading, "review_report", dialect),
    taskId: readId(own(value, "task_id"), reading, "task_id"),
    storedVerdict,
    total,
    dimensions,
    verdict: computed === null || dimensions.length > 0 ? computed : worseOf(computed, storedVerdict),
  };
}

function judge(total: number, dimensions: ReviewReport["dimensions"]): Verdict {
  if (total < 5 || dimensions.some(({ score }) => score === 0)) return "hard_fail";
  return total >= 7 ? "pass" : "soft_fail";
}

function worseOf(computed: Verdict, stored: string | null): Verdict {
  const name = stored?.trim().toLowerCase();
  return worstFirst.find((verdict) => verdict === computed || verdict === name) ?? computed;
}

/** A score that cannot be used counts as 0: a review never gets better by being damaged. */
function readDimensions(value: JsonObject, reading: Reading): ReviewReport["dimensions"] {
  return readObjects(own(value, "dimensions"), reading, "dimensions").map(({ object, place }) => {
    const score = readNumber(own(object, "score"));
    const usable = score !== null && score >= 0 && score <= 2;
    if (!usable) report(reading, "wrong_value", `${place}.score`, "expected 0, 1 or 2; read as 0");
    return {
      name: readText(own(object, "name"), reading) ?? place,
      score: usable ? score : 0,
      note: readText(own(object, "note"), reading) ?? "",
    };
  });
}
