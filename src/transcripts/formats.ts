import type { ClientName } from "../domain/session/client-name.ts";
import type { ClientFormat } from "./client-format.ts";
import { claudeFormat } from "./claude/format.ts";
import { codexFormat } from "./codex/format.ts";
import { copilotFormat } from "./copilot/format.ts";
import { cursorFormat } from "./cursor/format.ts";
import { droidFormat } from "./droid/format.ts";
import { geminiFormat } from "./gemini/format.ts";
import { kimiFormat } from "./kimi/format.ts";
import { opencodeFormat } from "./opencode/format.ts";
import { piFormat } from "./pi/format.ts";
import { qwenFormat } from "./qwen/format.ts";

/** Every transcript format that can be read. Where two know a file equally well, the earlier one has it. */
export const formats: readonly ClientFormat[] = [
  claudeFormat,
  codexFormat,
  opencodeFormat,
  geminiFormat,
  qwenFormat,
  piFormat,
  copilotFormat,
  kimiFormat,
  droidFormat,
  cursorFormat,
];

export function formatOf(client: ClientName): ClientFormat | undefined {
  return formats.find((format) => format.client === client);
}
