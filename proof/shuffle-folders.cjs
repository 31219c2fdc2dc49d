// Runs the program that is its first argument where folders list their entries in the reverse order, as another file
// system might. It is no `--require`: with that, node reads the package.json of the folder it stands in.
const fs = require("node:fs");

const reversed = (entries) => (Array.isArray(entries) ? entries.toReversed() : entries);
const { readdir, readdirSync } = fs;
const readLater = fs.promises.readdir;
fs.readdirSync = (...args) => reversed(readdirSync(...args));
fs.readdir = (...args) => {
  const done = args.pop();
  readdir(...args, (error, entries) => done(error, reversed(entries)));
};
fs.promises.readdir = async (...args) => reversed(await readLater(...args));

process.argv.splice(1, 1);
require(process.argv[1]);
