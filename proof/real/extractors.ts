import { claudeEvents } from "./events/claude.ts";
import { codexEvents } from "./events/codex.ts";
import { copilotEvents } from "./events/copilot.ts";
import { cursorEvents } from "./events/cursor.ts";
import { droidEvents } from "./events/droid.ts";
import { geminiEvents } from "./events/gemini.ts";
import { kimiEvents } from "./events/kimi.ts";
import { openCodeEvents } from "./events/opencode.ts";
import { piEvents } from "./events/pi.ts";
import { qwenEvents } from "./events/qwen.ts";
import type { Extract } from "./truth-event.ts";

/** By the folder of the corpus; what lies in `malformed` has Claude's shape. */
export const extractors: Readonly<Record<string, Extract>> = {
  claude: claudeEvents,
  codex: codexEvents,
  copilot: copilotEvents,
  cursor: cursorEvents,
  droid: droidEvents,
  gemini: geminiEvents,
  kimi: kimiEvents,
  malformed: claudeEvents,
  opencode: openCodeEvents,
  pi: piEvents,
  qwen: qwenEvents,
};
