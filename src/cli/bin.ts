#!/usr/bin/env node
import process from "node:process";
import { createContext } from "../create-context.ts";
import { main } from "./main.ts";

// A reader that went away (`| head`) is not our failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
process.exitCode = await main({ argv: process.argv.slice(2), context: createContext() });
