import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { namespace } from "../../domain/share/signers.ts";
import type { Env } from "../git/git-env.ts";
import { withTemporaryFolder } from "../git/temporary-folder.ts";
import { runSshKeygen } from "./run-ssh-keygen.ts";
import type { SigningKey } from "./signing-key.ts";

/** A human may have to touch a key or answer a window. */
const timeoutMs = 60_000;

/** The armored signature of a text. A key that cannot sign is an error: nothing goes out unsigned by accident. */
export async function sign(
  text: string,
  { key, program, env }: { readonly key: SigningKey; readonly program: string; readonly env: Env },
): Promise<string> {
  return withTemporaryFolder(env, async (folder) => {
    const payload = join(folder, "origin.json");
    writeFileSync(payload, text, { mode: 0o600 });
    const path = key.kind === "file" ? key.path : join(folder, "key.pub");
    if (key.kind === "agent") writeFileSync(path, `${key.line}\n`, { mode: 0o600 });
    const agent = key.kind === "agent" ? ["-U"] : [];
    const args = ["-Y", "sign", "-n", namespace, "-f", path, ...agent, payload];
    const result = await runSshKeygen({ program, args, env, timeoutMs });
    if (result.kind === "ended" && result.code === 0) return readFileSync(`${payload}.sig`, "utf8");
    if (result.kind === "failed" && result.missing) {
      throw new AppError({
        kind: "environment",
        code: "ssh_keygen_missing",
        message: `${program}, which signs packets, ${result.why}`,
        hint: "install OpenSSH 8.2 or newer, or push without a signature: PASSDOWN_SIGNING_KEY=none",
      });
    }
    const name = key.kind === "file" ? key.path : "the key of user.signingKey";
    const why = result.kind === "failed" ? `${program} ${result.why}` : (result.stderr.trim().split("\n")[0] ?? "");
    throw new AppError({
      kind: "environment",
      code: "signing_failed",
      message: `the packet could not be signed with ${name}: ${why}`,
      hint: "give the key to the agent (ssh-add), name another one in PASSDOWN_SIGNING_KEY, or push without a signature: PASSDOWN_SIGNING_KEY=none",
    });
  });
}
