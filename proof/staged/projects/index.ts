import type { ProjectName } from "../step.ts";
import { makeProject } from "./make.ts";
import { nodeProject } from "./node.ts";
import { pythonProject } from "./python.ts";

/** Files of the first commit, by path. */
export const projects: Readonly<Record<ProjectName, Readonly<Record<string, string>>>> = {
  node: nodeProject,
  python: pythonProject,
  make: makeProject,
};
