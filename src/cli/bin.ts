#!/usr/bin/env node
import process from "node:process";
import { currentFolder } from "../current-folder.ts";
import { beginEarly } from "../launch/begin-early.ts";
import { endOnSignals } from "../launch/end-on-signals.ts";
import { type Program, loadProgram } from "../launch/load-program.ts";

let program: Program | null = null;
endOnSignals((name) => program?.signalRunning(name) ?? 0);
const begun = beginEarly({ argv: process.argv.slice(2), env: process.env, cwd: currentFolder() });
program = loadProgram(__dirname, process.argv[2]);
void program.runProgram({ begun });
