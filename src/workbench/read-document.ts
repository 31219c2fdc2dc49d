import type { ArtifactKind } from "../domain/workbench.ts";
import type { Artifact, ArtifactFile } from "./artifact.ts";
import { describeType, has, isObject, own, type JsonObject } from "./json-value.ts";
import { parseCleanState } from "./parse-clean-state.ts";
import { parseContract } from "./parse-contract.ts";
import { parseRuleReport, parseScopeReport, parseVerificationReport } from "./parse-reports.ts";
import { parseReview } from "./parse-review.ts";
import { parseDiffSummary } from "./parse-small.ts";
import { parseState } from "./parse-state.ts";
import { parseBoard, parseFeatureList } from "./parse-tasks.ts";
import { readNumber, readObjects } from "./read-fields.ts";
import { refOf, report, type Reading } from "./reading.ts";
import { sniff, stateShape, type Shape } from "./sniff.ts";

type Place = Pick<ArtifactFile, "expected" | "shared">;

/** A parsed JSON document as the artifact that its shape says it is. */
export function readDocument(value: unknown, reading: Reading, place: Place): Artifact | null {
  const shape = sniff(value) ?? shapeByPlace(value, place.expected);
  if (shape === null) {
    const foreign = place.shared && !(isObject(value) && has(value, "task_id"));
    if (!foreign) report(reading, "wrong_shape", null, `${describeType(value)} of no known shape`);
    return null;
  }
  if (!isObject(value)) return readList(value, shape, reading);
  const version = own(value, "schema_version");
  // Without a version it is version 0; any but 1 may mean anything.
  if (version !== undefined && version !== null && readNumber(version) !== 1) {
    report(reading, "unknown_version", "schema_version", `${shape.kind} of an unknown version is not used`);
    return null;
  }
  return readObject(value, shape, reading);
}

/** What only the place can tell: an empty list, a clean state of open shape, a state of one key. */
function shapeByPlace(value: unknown, expected: ArtifactKind | null): Shape | null {
  if (Array.isArray(value) && value.length === 0) {
    if (expected === "board") return { kind: "board", dialect: "B1" };
    if (expected === "rule_report") return { kind: "rule_report", dialect: "R2" };
    if (expected === "clean_state") return { kind: "clean_state", dialect: "Q1" };
  }
  if (!isObject(value)) return null;
  if (expected === "state") return stateShape(value);
  return expected === "clean_state" ? { kind: "clean_state", dialect: "Q2" } : null;
}

function readList(value: unknown, shape: Shape, reading: Reading): Artifact | null {
  switch (shape.kind) {
    case "board":
      return { kind: shape.kind, value: parseBoard(readObjects(value, reading, ""), reading, shape.dialect) };
    case "rule_report":
      return { kind: shape.kind, value: parseRuleReport(value, reading, shape.dialect) };
    case "clean_state":
      return readCleanState(value, shape, reading);
    default:
      return null;
  }
}

function readObject(value: JsonObject, shape: Shape, reading: Reading): Artifact | null {
  const { kind, dialect } = shape;
  switch (kind) {
    case "state":
      return { kind, value: parseState(value, reading, dialect) };
    case "feature_list":
      return { kind, value: parseFeatureList(value, reading, dialect) };
    case "scope_contract":
      return { kind, value: parseContract(value, reading, dialect) };
    case "scope_report":
      return { kind, value: parseScopeReport(value, reading, dialect) };
    case "verification_report":
      return { kind, value: parseVerificationReport(value, reading, dialect) };
    case "rule_report":
      return { kind, value: parseRuleReport(value, reading, dialect) };
    case "review_report":
      return { kind, value: parseReview(value, reading, dialect) };
    case "clean_state":
      return readCleanState(value, shape, reading);
    case "diff_summary":
      return { kind, value: parseDiffSummary(value, reading, dialect) };
    case "handoff":
    case "last_known_good":
      return { kind, value: { ref: refOf(reading, kind, dialect) } };
    default:
      return null;
  }
}

function readCleanState(value: unknown, shape: Shape, reading: Reading): Artifact | null {
  const cleanState = parseCleanState(value, reading, shape.dialect);
  if (cleanState !== null) return { kind: "clean_state", value: cleanState };
  report(reading, "wrong_shape", null, "a clean state without a list of issues");
  return null;
}
