import { join } from "node:path";

/** Files that the build puts beside the program: found from the program's own folder. */
export function serverFile(): string {
  return join(__dirname, "..", "web", "server.cjs");
}

/** The page without data. */
export function pageFile(): string {
  return join(__dirname, "..", "page", "page.html");
}
