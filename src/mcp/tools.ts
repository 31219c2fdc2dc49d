import type { Tool } from "./tool.ts";
import { checkTool } from "./tools/check.ts";
import { inspectTool } from "./tools/inspect.ts";
import { noteTool } from "./tools/note.ts";
import { packTool } from "./tools/pack.ts";
import { pickupTool } from "./tools/pickup.ts";
import { showTool } from "./tools/show.ts";
import { statusTool } from "./tools/status.ts";

/** In the order in which a session needs them. */
export const tools: readonly Tool[] = [pickupTool, statusTool, noteTool, checkTool, packTool, showTool, inspectTool];
