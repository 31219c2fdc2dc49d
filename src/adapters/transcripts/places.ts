import type { ClientName } from "../../domain/session/client-name.ts";
import type { ClientPlaces } from "./client-places.ts";
import { claudePlaces } from "./places/claude.ts";
import { codexPlaces } from "./places/codex.ts";
import { copilotPlaces } from "./places/copilot.ts";
import { cursorPlaces } from "./places/cursor.ts";
import { droidPlaces } from "./places/droid.ts";
import { geminiPlaces } from "./places/gemini.ts";
import { kimiPlaces } from "./places/kimi.ts";
import { opencodePlaces } from "./places/opencode.ts";
import { piPlaces } from "./places/pi.ts";
import { qwenPlaces } from "./places/qwen.ts";

const places: Readonly<Record<ClientName, ClientPlaces>> = {
  claude: claudePlaces,
  codex: codexPlaces,
  gemini: geminiPlaces,
  opencode: opencodePlaces,
  pi: piPlaces,
  copilot: copilotPlaces,
  qwen: qwenPlaces,
  kimi: kimiPlaces,
  droid: droidPlaces,
  cursor: cursorPlaces,
};

/** Where a client keeps its sessions. */
export function placesOf(client: ClientName): ClientPlaces {
  return places[client];
}
