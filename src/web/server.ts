/** The file that `passdown view` loads when it serves: everything of the web server is in it and nowhere else. */
export { servePage } from "./serve-page.ts";
