import { expect, test } from "vitest";
import { readTold } from "../../src/app/sessions/read-told.ts";
import type { Workspace } from "../../src/app/workspace.ts";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { makeRecord } from "../feedback/make-record.ts";
import { createRepository } from "../git/repository.ts";
import { makeSnapshot } from "../verification/make-snapshot.ts";

const repository = createRepository("sha1", (made) => {
  made.write(".gitignore", "out/\n").write("a.md", "a").write(".env", "A=1").write("tls/b.pem", "b");
  made.commit("begin");
  made.write("out/c.md", "c").write("out/d.md", "d");
  for (let at = 0; at < 60; at += 1) made.write(`many/${at}.md`, "x");
});

/** What is told of a session that read some files by a tool, and ran a command. */
async function told(reads: readonly string[], shell: string): ReturnType<typeof readTold> {
  const fold = createSessionFold({ client: "claude", before: null, command: () => undefined });
  const at = "2026-11-30T07:00:00.000Z";
  reads.forEach((path) => fold.push({ kind: "read", path, at } as SessionEvent));
  const { scene, session } = makeSnapshot({ session: { client: "claude" } });
  const workspace = {
    context: { env: process.env },
    home: { sessionStates: { read: () => ({ facts: fold.facts() }) } },
    scene: { ...scene, root: repository.root, gitDir: `${repository.root}/.git` },
  } as unknown as Workspace;
  const feedback = [makeRecord({ command: { shell }, sessionId: session.id, startedAt: at })];
  return readTold(workspace, session, { hookLines: [], recorded: [], feedback });
}

test("words of a command tell no ignored and no secret file, and none that is not there", async () => {
  const { told: found, hashed } = await told([], "cat a.md .env tls/b.pem out/c.md gone.md many");
  expect([found.files, hashed]).toEqual([["a.md"], ["a.md"]]);
});

test("what a tool opened is told, but not looked at where it is ignored or secret", async () => {
  const { told: found, hashed } = await told(["a.md", ".env", "out/d.md", "gone.md"], "ls");
  expect([found.files.toSorted(), hashed]).toEqual([[".env", "a.md", "out/d.md"], ["a.md"]]);
});

test("no more files are told than a packet holds", async () => {
  const { told: found, hashed } = await told(
    Array.from({ length: 60 }, (_, at) => `many/${at}.md`),
    "ls",
  );
  expect([found.files.length, hashed.length]).toEqual([40, 40]);
});

test("a word that no file system takes as a name names no file", async () => {
  const { told: found } = await told([`${"y".repeat(300)}.md`], `cat a.md ${"x".repeat(400)}`);
  expect(found.files).toEqual(["a.md"]);
});
