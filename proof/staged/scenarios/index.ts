import type { Scenario } from "../step.ts";
import { repaired, threeWays } from "./attempts.ts";
import { maskedTold, maskedUntold, staleGreen, tickedWithoutEvidence, twoChecks } from "./checks.ts";
import { doneBeforeCompaction, interrupted, killedEffect, refusedEffect } from "./effects.ts";
import { branches, renames, subdirectory } from "./places.ts";
import { secrets } from "./secrets.ts";
import { chinese, corrections, longSession } from "./words.ts";

export const scenarios: readonly Scenario[] = [
  threeWays,
  repaired,
  maskedUntold,
  maskedTold,
  staleGreen,
  twoChecks,
  tickedWithoutEvidence,
  longSession,
  corrections,
  chinese,
  killedEffect,
  doneBeforeCompaction,
  refusedEffect,
  interrupted,
  branches,
  renames,
  subdirectory,
  secrets,
];
