/** Tags of what clients put into a user's message: their own words, not the user's. */
const wrappers =
  /<(system-reminder|system_reminder|system-notification|system_notification|environment_context|environment_details|user_instructions|external_links|attached_files|open_and_recently_viewed_files|current_datetime|task-notification|local-command-[a-z]+|bash-stdout|bash-stderr|bash-input|turn_aborted|skill|subagent_notification|user_shell_command|qwen:[\w-]+|ide_[a-z_]+|command-[a-z]+|image|timestamp|hook_context|teammate-message|session_context|rules|INSTRUCTIONS)\b[^>]*>[\s\S]*?(<\/\1>|$)/g;

const notices =
  /^(Caveat: |\[Request interrupted|This session is being continued|# AGENTS\.md instructions|Base directory for this skill:|\[Image: |Stop hook feedback|\[SYSTEM|Token limit reached|Tool budget (soft|hard) limit|Full transcript available at:|Another language model started)/;

/** The user's own words of a message; empty where it is all the client's. */
export function ownWords(message: string): string {
  const ide = message.split(/^## My request for Codex:\s*$/m);
  const asked = /<user_query>([\s\S]*?)<\/user_query>/.exec(message)?.[1];
  const words = (asked ?? ide[1] ?? message).replace(wrappers, "").trim();
  return notices.test(words) ? "" : words;
}
