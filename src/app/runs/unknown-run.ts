import { AppError } from "../../domain/errors.ts";
import { rootFlag } from "../../domain/runs/root-flag.ts";

export function unknownRun(run: string, root: string | null): AppError {
  const list = `passdown run list${rootFlag(root)}`;
  return new AppError({
    kind: "input",
    code: "run_unknown",
    message: `no run is called ${run}`,
    hint: `see \`${list}\`, or name the folder that holds \`runs\` with --root`,
  });
}
