import { fields, list, text, type Fields } from "../json-fields.ts";
import type { ToolUse } from "../truth-event.ts";
import { patchPaths } from "./patch-paths.ts";

const shell =
  /^(bash|shell|powershell|execute|run_shell_command|run_terminal_cmd|exec_command|shell_command|local_shell)$/i;
const writing =
  /^(write|edit|multiedit|notebookedit|create|replace|write_file|writefile|strreplacefile|str_replace|edit_file|search_replace)$/i;
const reading = /^(read|view|read_file|readfile|notebookread|read_many_files)$/i;
const looking = /^(grep|glob|ls|find|grep_search|list_directory|search_file_content|listdir|list_dir|multi_grep)$/i;
const patching = /^(apply_patch|applypatch)$/i;

/** What a call asks for, by the names that the clients give their tools and arguments. */
export function toolUse(tool: string, input: Fields): ToolUse {
  const none = {
    tool,
    command: null,
    workdir: null,
    reads: [],
    writes: [],
    deletes: [],
    looks: [],
    input: compact(input),
  };
  const paths = pathsOf(input);
  if (shell.test(tool)) {
    const command = commandOf(input);
    return { ...none, command, workdir: text(input["workdir"] ?? input["cwd"] ?? input["dir_path"]) || null };
  }
  if (patching.test(tool)) {
    const patch = text(input["patchText"] ?? input["input"] ?? input["patch"]);
    return { ...none, ...patchPaths(patch), input: patch };
  }
  if (writing.test(tool)) return { ...none, writes: paths };
  if (reading.test(tool)) return { ...none, reads: paths };
  if (looking.test(tool)) return { ...none, looks: paths };
  return none;
}

/** A command line, or the words of one; `bash -lc X` is X. */
function commandOf(input: Fields): string {
  const command = input["command"] ?? input["cmd"] ?? input["script"];
  if (typeof command === "string") return command;
  const words = list(command).map(text);
  const inner = /(^|\/)(bash|sh|zsh)$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "") ? words[2] : undefined;
  return inner ?? words.join(" ");
}

const pathNames = [
  "file_path",
  "filePath",
  "notebook_path",
  "absolute_path",
  "path",
  "dir_path",
  "target_file",
] as const;

function pathsOf(input: Fields): readonly string[] {
  const single = pathNames.map((name) => text(input[name])).filter((path) => path !== "");
  const edited = list(input["files"]).map((file) => text(fields(file)["path"]) || text(file));
  const several = list(input["paths"]).map(text);
  return [...single.slice(0, 1), ...edited, ...several].filter((path) => path !== "");
}

function compact(input: Fields): string {
  return JSON.stringify(input);
}
