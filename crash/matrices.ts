import { changedContext } from "./matrices/m11-changed-context.ts";
import { clock } from "./matrices/m10-clock.ts";
import { damagedBytes } from "./matrices/m05-damaged-bytes.ts";
import { failingDisk } from "./matrices/m03-failing-disk.ts";
import { killedRecord } from "./matrices/m02-killed-record.ts";
import { killedRun } from "./matrices/m01-killed-run.ts";
import { oldExecutor } from "./matrices/m08-old-executor.ts";
import { powerCut } from "./matrices/m07-power-cut.ts";
import { powerLoss } from "./matrices/m06-power-loss.ts";
import { race } from "./matrices/m09-race.ts";
import { shortWrite } from "./matrices/m04-short-write.ts";
import { simulation } from "./matrices/m13-simulation.ts";
import type { Matrix } from "./matrix.ts";

export const matrices: readonly Matrix[] = [
  killedRun,
  killedRecord,
  failingDisk,
  shortWrite,
  damagedBytes,
  powerLoss,
  powerCut,
  oldExecutor,
  race,
  clock,
  changedContext,
  simulation,
];
