import type { ClientWords } from "../client-words.ts";

export const clients: ClientWords = {
  init: {
    nobody:
      "No client was found: neither a configuration folder nor a program on PATH. Name one: `passdown init --client NAME`",
    found: {
      asked: "as you asked",
      folder: "its configuration folder is there",
      program: "its program is on PATH",
      receipt: "passdown is installed there",
    },
    actions: {
      create: "made",
      change: "changed",
      delete: "deleted",
      none: "as it should be",
      refused: "left as it is",
    },
    would: { create: "would be made", change: "would be changed", delete: "would be deleted" },
    kinds: {
      hooks: "hooks",
      hooks_and_mcp: "hooks and MCP server",
      plugin: "plugin",
      skill: "skill",
      mcp: "MCP server",
      agents_md: "pointer for agents",
    },
    left: "it stays; take it out by hand if it is not wanted any more",
    refusals: {
      not_text: "look at the file; save it as UTF-8 and run the command again",
      not_parsed: "mend the file, then run the command again; its own program names the place of the error",
      unexpected_shape: "put the named part into the form that the client documents, then run the command again",
      read_only:
        "make it writable, or add the hooks with the tool that manages it: `passdown init --dry-run` shows them elsewhere",
      foreign_file: "move the file away, then run the command again",
      altered: "keep your changes elsewhere and delete the file, then run the command again",
      changed_meanwhile: "close the client and run the command again",
      not_a_file: "look at that path and move away what does not belong there, then run the command again",
      not_written: "give this user the right to write there, then run the command again",
    },
    installed: "passdown is installed: {n} {n|file|files} changed. `passdown init --remove` takes it out again.",
    removed: "passdown is taken out: {n} {n|file|files} changed.",
    wouldChange: "Nothing was written: {n} {n|file|files} would change.",
    nothingToDo: "Nothing to do: everything is as it should be.",
    nothingToRemove: "Nothing to remove: no configuration holds anything that `passdown init` wrote.",
    refusedFiles: "{n} {n|file was|files were} left as {n|it is|they are}:",
    trustTitle: "What only you can do:",
    trust: {
      codex:
        "{client} runs no hook before you trust it, and says nothing: start `codex`, type `/hooks` and trust those of passdown; `--dangerously-bypass-hook-trust` does it for one run",
      gemini:
        "{client} runs hooks in trusted folders only: answer its question at the first start there, or type `/permissions`",
      copilot:
        "{client} runs these hooks everywhere; those of a project file only in folders of `trustedFolders` in its `config.json`",
      opencode:
        "{client} installs `@opencode-ai/plugin` beside its configuration when a plugin is there: its next start needs the network once",
      cursor:
        "{client} has not been tried: its hooks follow its documentation; look at its settings whether it lists them",
    },
    temporary:
      "the hooks name a copy that a package runner may delete; install passdown for good (`npm install -g passdown`) and run the command again",
    next: "`passdown doctor` shows whether it works.",
  },
  doctor: {
    nobody:
      "No client was found: neither a configuration folder nor a program on PATH. Name one: `passdown doctor --client NAME`",
    well: "All is well with {n} {n|client|clients}.",
    wrong: "{n} {n|thing is|things are} wrong:",
    labels: {
      program: "program",
      hooks: "hooks",
      skill: "skill",
      mcp: "MCP server",
      delivery: "delivery",
      trust: "trust",
      fired: "last call",
    },
    noMcp: "the client knows none",
    noProgram: "not on PATH",
    noVersion: "tells no version",
    config: {
      current: "in place",
      plugin: "in the client's plugin",
      outdated: "not as `passdown init` writes it now",
      absent: "not there",
      unreadable: "cannot be read",
      altered: "changed by somebody",
    },
    delivery: {
      delivered: "the brief of a test packet came out as this client takes it",
      silent: "the hook ran, and no brief came out",
      failed: "the hook could not be run",
      not_run: "not tried",
    },
    trust: {
      not_needed: "none needed",
      recorded: "given",
      missing: "not given",
      unknown: "cannot be seen",
    },
    never: "never here",
    notOnPath:
      "`passdown` is not on PATH: agents that are told to run it will not find it; install it for good (`npm install -g passdown`)",
    problems: {
      not_installed: "`passdown init --client {client}`",
      outdated: "`passdown init --client {client}` renews it",
      altered: "keep your changes elsewhere and delete the file, then `passdown init --client {client}`",
      duplicated: "use one of both: `passdown init --remove --client {client}`, or remove the plugin in the client",
      unreadable: "mend the file; the client cannot read it either",
      skill_missing: "`passdown init --client {client}`",
      mcp_missing: "`passdown init --client {client}`",
      not_delivered: "install passdown again, then `passdown init --client {client}`",
      hook_failed:
        "see whether node and passdown still lie where the command says; `passdown init --client {client}` renews it",
      untrusted: "the client waits for your word: see `passdown init --client {client}`",
    },
  },
};
