#!/usr/bin/env node
import process from "node:process";
import { currentFolder } from "../current-folder.ts";
import { beginEarly } from "../launch/begin-early.ts";
import { loadProgram } from "../launch/load-program.ts";

const begun = beginEarly({ argv: process.argv.slice(2), env: process.env, cwd: currentFolder() });
void loadProgram(__dirname).runProgram({ begun });
