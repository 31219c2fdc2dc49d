import { expect, test } from "vitest";
import { readHookCall } from "../../src/domain/hooks/hook-call.ts";
import { safeSessionId } from "../../src/domain/hooks/safe-session-id.ts";
import { tokens } from "../secrets/shapes.ts";

test.each([
  "d5eda5ef-f62e-49ef-979c-f923223260fd",
  "019F0000-0000-7000-8000-000000000001",
  "T-d5eda5ef-f62e-49ef-979c-f923223260fd",
  "session_d5eda5ef-f62e-49ef-979c-f923223260fd",
  "ses_3f2a9c1d4ffeXk9pQ2vL8mZ4tR",
  "s-1",
  "my session",
  "session-2026-04-01T10-11-ab12cd34",
  "../../etc",
  "checkout-service-v2",
])("%s stays", (id) => {
  expect(safeSessionId(id)).toBe(id);
});

test.each(tokens.map(({ name, secret }) => [name, secret("id")] as const))("%s is no name", (_name, id) => {
  for (const inside of [`run-${id}`, `X_${id}`, `of ${id} here`]) expect(safeSessionId(inside)).not.toContain(id);
  expect(safeSessionId(id)).toMatch(/^x[gs][0-9a-f]{16}$/);
  const call = readHookCall(JSON.stringify({ session_id: id, transcript_path: `/home/me/${id}.jsonl` }));
  expect(call.sessionId).toBe(safeSessionId(id));
  expect(call.transcriptIsSecret).toBe(true);
});
