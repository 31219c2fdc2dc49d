import { afterAll } from "vitest";
import { storeFolder } from "./machines.ts";
import { describeCommands } from "./team-commands.ts";

const store = storeFolder();
afterAll(() => store.remove());

describeCommands("a folder", () => store.address);
