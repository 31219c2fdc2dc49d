import { fieldsOf, listOf, anyTextOf } from "../fields.ts";

/** Texts that Codex hands to its model in the user's name. */
const injected =
  /^\s*(?:<(?:environment_context|user_instructions|instructions|turn_aborted|user_shell_command|user_action|skill|skills|skills_instructions|permissions|permissions instructions|subagent_notification|subagents|goal_context|collaboration_mode|personality_spec|model_switch|image|plugins|apps|memory|memories)[ >\w]|<\/image>|# AGENTS\.md instructions|<INSTRUCTIONS>|Warning: )/;

/** An editor puts its own context in front of the request. */
const framed = /^\s*# (?:Context from my IDE setup|Files mentioned by the user|In app browser):?/;
const request = /^## My request for Codex:?[ \t]*\n?/m;

/** The user's own words in a message; null when there are none. */
export function wordsOf(message: string): string | null {
  if (injected.test(message)) return null;
  const marker = framed.test(message) ? request.exec(message) : null;
  const words = marker === null ? message : message.slice(marker.index + marker[0].length).trim();
  return words.trim() === "" ? null : words;
}

/** The texts of content items, each with its own type by version: text, Text, input_text, output_text. */
export function contentTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  return listOf(content)
    .map((item) => anyTextOf(fieldsOf(item)?.["text"]) ?? anyTextOf(item))
    .filter((text) => text !== null);
}

/** The user's words in an item of the model's history, block by block. */
export function wordsOfItem(content: unknown): string | null {
  const words = contentTexts(content)
    .map(wordsOf)
    .filter((text) => text !== null);
  return words.length === 0 ? null : words.join("\n");
}
