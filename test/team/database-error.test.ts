import { expect, test } from "vitest";
import { databaseError } from "../../src/adapters/team/postgres/database-error.ts";

const fromServer = (code: string): Error => Object.assign(new Error("said so"), { code, severity: "ERROR" });
const unknown = expect.stringContaining("unknown whether it was written");
const nothing = expect.stringContaining("nothing was written");

test.each([
  ["40003", "store_unreachable", unknown],
  ["08006", "store_unreachable", unknown],
  ["57P01", "store_unreachable", unknown],
  ["XX000", "store_unreachable", unknown],
  ["40001", "store_busy", nothing],
  ["40P01", "store_busy", nothing],
  ["53300", "store_busy", nothing],
  ["42501", "store_refused", expect.stringContaining("refused")],
])("SQLSTATE %s after the call was sent is %s", (sqlState, code, message) => {
  expect(databaseError(fromServer(sqlState), "sent")).toMatchObject({ code, message });
});
