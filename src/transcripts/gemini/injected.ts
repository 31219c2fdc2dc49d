import { absoluteOf } from "../fields.ts";

const injected = [
  /^\s*<session_context>/,
  /^\s*<hook_context>/,
  /^\s*<environment_context>/,
  /^\s*--- Content from referenced files ---/,
  /^\s*--- End of content ---/,
  // Files that a prompt names follow it, each under a line of its own.
  /^\s*Content from @\S+:\s*$/,
  // Said in the user's name when the model stopped without an answer.
  /^\s*(?:System: )?Please continue\.\s*$/,
];

/** A part of a user's message that the client wrote. */
export function isInjected(text: string): boolean {
  return injected.some((one) => one.test(text));
}

/** The folder that the client started in, from the context that it gives to the model at the beginning. */
export function contextFolder(text: string): string | null {
  if (!/^\s*<session_context>/.test(text)) return null;
  return absoluteOf(/\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)/.exec(text)?.[1]?.trim());
}
