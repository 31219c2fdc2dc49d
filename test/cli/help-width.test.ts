import { afterAll, describe, expect, test } from "vitest";
import { makeSandbox } from "./run-cli.ts";

const box = makeSandbox();
afterAll(() => box.remove());

const calls = [["--help"], ["note", "--help"], ["pickup", "--help"], ["run", "step", "--help"], ["push", "--help"]];

describe("help", () => {
  test.each(calls)("%s %s is as wide as it may be, and says the same at every width", (...args) => {
    const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
    const whole = box.passdown(args).stdout;
    for (const columns of [40, 80, 120]) {
      const { stdout, exit } = box.passdown(args, { env: { COLUMNS: String(columns) } });
      expect(exit).toBe(0);
      expect(stdout.split("\n").filter((line) => line.length > Math.min(columns, 100))).toEqual([]);
      expect(words(stdout)).toEqual(words(whole));
    }
  });

  test("breaks a call between its arguments, and goes on in the column of what is said", () => {
    const { stdout } = box.passdown(["pickup", "--help"], { env: { COLUMNS: "60" } });
    expect(stdout).toContain(
      "  passdown pickup [--branch branch] [--topic topic]\n      [--tokens n] [--claim] [--takeover reason]\n      [--session id] [--json] [<id>]\n",
    );
    expect(stdout).toContain(
      "     [--topic]     Thread of work (default: the active task,\n                   else main)\n",
    );
  });
});

describe("through a pipe", () => {
  test("nothing is wrapped: a statement is one line for whoever reads it there", () => {
    box.passdown(["note", "next", "one step ".repeat(40).trim()]);
    box.passdown(["pack"]);
    for (const command of ["pickup", "status"]) {
      expect(box.passdown([command]).stdout).toContain("one step ".repeat(40).trim());
      const narrow = box.passdown([command], { env: { COLUMNS: "60" } }).stdout;
      expect(narrow.split("\n").filter((line) => line.length > 60)).toEqual([]);
    }
  });

  test.each(["", "0", "-1", "wide"])("a COLUMNS that names no width asks for nothing: %j", (columns) => {
    const { stdout } = box.passdown(["status"], { env: { COLUMNS: columns } });
    expect(stdout).toContain("one step ".repeat(40).trim());
  });
});
