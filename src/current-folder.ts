import process from "node:process";

/** process.cwd() throws when the folder is gone; PWD still names it for the error message. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}
