// Loaded into a measured process: tells its peak memory, in KB, on stderr when it ends.
process.on("exit", () => require("node:fs").writeSync(2, `peak ${process.resourceUsage().maxRSS}\n`));
