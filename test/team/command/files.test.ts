import { afterAll } from "vitest";
import { storeFolder } from "./machines.ts";
import { describeCommands } from "./team-commands.ts";

const store = storeFolder();
afterAll(() => store.remove());

// There a claim lives with the process that took it.
describeCommands("a folder", () => store.address, { shells: false });
