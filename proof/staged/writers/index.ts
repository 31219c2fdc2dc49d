import { claudeWriter } from "./claude.ts";
import { codexWriter } from "./codex.ts";
import { copilotWriter } from "./copilot.ts";
import { droidWriter } from "./droid.ts";
import { geminiWriter } from "./gemini.ts";
import { kimiWriter } from "./kimi.ts";
import { opencodeWriter } from "./opencode.ts";
import { piWriter } from "./pi.ts";
import { qwenWriter } from "./qwen.ts";
import type { TranscriptWriter } from "./writer.ts";

export const writers: readonly TranscriptWriter[] = [
  claudeWriter,
  codexWriter,
  geminiWriter,
  opencodeWriter,
  piWriter,
  copilotWriter,
  kimiWriter,
  qwenWriter,
  droidWriter,
];
