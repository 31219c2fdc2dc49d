import { expect, test } from "vitest";
import { isSecretFile } from "../../src/domain/session/is-secret-file.ts";

test.each([".env", "web/.env.local", "tls/server.pem", "id_rsa", ".ssh/id_ed25519", ".npmrc", "conf/secrets.yml"])(
  "holds secrets by its name: %s",
  (path) => {
    expect(isSecretFile(path)).toBe(true);
  },
);

test.each([".env.example", "id_rsa.pub", "src/env.ts", "key.ts", "credentials.test.ts", "docs/secrets.md"])(
  "holds none: %s",
  (path) => {
    expect(isSecretFile(path)).toBe(false);
  },
);
