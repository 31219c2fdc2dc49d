import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";
import { newRepository } from "./subject.ts";

const folder = mkdtempSync(join(tmpdir(), "passdown-tls-"));
let server: PostgresServer;

beforeAll(async () => {
  const { cert, key } = makeCertificate("right");
  makeCertificate("wrong");
  server = await startPostgres({ tls: { cert, key } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Signed by itself, for localhost alone. */
function makeCertificate(name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject],
    {
      stdio: "ignore",
    },
  );
  return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
}

const open = async (host: string, query: string): Promise<string> => {
  const address = `postgres://postgres@${host}:${server.port}/postgres${query}`;
  const store = await openTeamStore({ address, repository: newRepository(), holder: ownIdentity(process.pid) });
  await store.events.read({ after: 0, limit: 1 });
  await store.close();
  return "open";
};
const ca = (name: string): string => `&sslrootcert=${join(folder, `${name}.crt`)}`;

test("the right certificate of the right host opens the store", async () => {
  expect(await open("localhost", `?sslmode=verify-full${ca("right")}`)).toBe("open");
});

test.each([
  ["another certificate", "localhost", `?sslmode=verify-full${ca("wrong")}`],
  ["another host than the certificate names", "127.0.0.1", `?sslmode=verify-full${ca("right")}`],
  ["a certificate that nobody vouches for", "localhost", "?sslmode=verify-full"],
])("%s is refused", async (_what, host, query) => {
  await expect(open(host, query)).rejects.toMatchObject({ code: "store_refused" });
});

test("no connection is made without TLS where the server asks for it", async () => {
  await expect(open("localhost", "?sslmode=disable")).rejects.toMatchObject({ code: "store_refused" });
});
