import type { Matrix } from "./matrix.ts";
import { killedRun } from "./matrices/m01-killed-run.ts";
import { killedRecord } from "./matrices/m02-killed-record.ts";
import { damagedBytes } from "./matrices/m05-damaged-bytes.ts";
import { powerLoss } from "./matrices/m06-power-loss.ts";
import { simulation } from "./matrices/m13-simulation.ts";
import { failingDisk } from "./matrices/m03-failing-disk.ts";

export const matrices: readonly Matrix[] = [killedRun, killedRecord, failingDisk, damagedBytes, powerLoss, simulation];
