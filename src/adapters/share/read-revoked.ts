import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPublicKey, type PublicKey } from "../../domain/share/public-key.ts";
import { realPath } from "../files/real-path.ts";
import type { Env } from "../git/git-env.ts";
import { withTemporaryFolder } from "../git/temporary-folder.ts";
import { readRegularFile } from "../home/read-file.ts";
import { runSshKeygen } from "./run-ssh-keygen.ts";

/** Whether git's list of revoked keys names a key; null: nobody can tell, since the list cannot be read. */
export async function isRevoked(
  key: PublicKey,
  { list, program, env }: { readonly list: string; readonly program: string; readonly env: Env },
): Promise<boolean | null> {
  const file = readRegularFile(realPath(list), 64 * 1024 * 1024);
  if (file.state !== "read") return null;
  const text = new TextDecoder("latin1").decode(file.bytes);
  if (!text.startsWith("SSHKRL\n")) return text.split("\n").some((line) => readPublicKey(line)?.blob === key.blob);
  return withTemporaryFolder(env, async (folder) => {
    const path = join(folder, "key.pub");
    writeFileSync(path, `${key.type} ${key.blob}\n`, { mode: 0o600 });
    const result = await runSshKeygen({ program, env, args: ["-Q", "-f", list, path], timeoutMs: 10_000 });
    if (result.kind === "failed" || result.code > 1) return null;
    return result.code === 1;
  });
}
