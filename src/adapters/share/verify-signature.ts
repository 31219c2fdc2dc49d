import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { signerOf } from "../../domain/share/public-key.ts";
import { namespace, readSigners } from "../../domain/share/signers.ts";
import type { Env } from "../git/git-env.ts";
import { withTemporaryFolder } from "../git/temporary-folder.ts";
import { runSshKeygen } from "./run-ssh-keygen.ts";

/** Whom to believe, and with what to check it. */
export interface Trust {
  /** Texts of the form of git's `allowedSigners`. */
  readonly lists: readonly string[];
  readonly program: string;
  readonly env: Env;
}

export interface SignatureCheck {
  /** Name that the list gives to the key; null when it is not known, or the signature does not hold. */
  readonly signer: string | null;
  readonly fingerprint: string | null;
  /** The key of the signature, as one line of ssh. */
  readonly key: string | null;
  /** Why it is not trusted; null when it is. */
  readonly untrusted: string | null;
}

/** Whether a known signer signed this very text. The program is asked only where the key is known at all. */
export async function verifySignature(text: string, signature: string | null, trust: Trust): Promise<SignatureCheck> {
  if (signature === null) return { ...nobody, untrusted: "it is not signed" };
  const key = signerOf(signature, namespace);
  if (key === null) return { ...nobody, untrusted: "its signature cannot be read" };
  const { fingerprint } = key;
  const who = { fingerprint, key: `${key.type} ${key.blob}` };
  const lists = trust.lists.filter(
    (list) => /\bcert-authority\b/i.test(list) || readSigners(list).some((one) => one.key.blob === key.blob),
  );
  let untrusted = `it is signed by ${fingerprint}, a key that is not known here`;
  for (const list of lists) {
    const answer = await check(text, { signature, list, trust });
    if (answer.signer !== null) return { signer: answer.signer, ...who, untrusted: null };
    untrusted = answer.why;
  }
  return { signer: null, ...who, untrusted };
}

const nobody = { signer: null, fingerprint: null, key: null };

interface Question {
  readonly signature: string;
  readonly list: string;
  readonly trust: Trust;
}

type Answer = { readonly signer: string } | { readonly signer: null; readonly why: string };

function check(text: string, { signature, list, trust }: Question): Promise<Answer> {
  const { program, env } = trust;
  return withTemporaryFolder(env, async (folder) => {
    const [signers, sig] = [join(folder, "signers"), join(folder, "origin.sig")];
    writeFileSync(signers, list, { mode: 0o600 });
    writeFileSync(sig, signature, { mode: 0o600 });
    const found = await runSshKeygen({ program, env, args: ["-Y", "find-principals", "-f", signers, "-s", sig] });
    if (found.code === null) {
      return { signer: null, why: `its signature could not be checked: ${program} is not there` };
    }
    for (const principal of found.stdout.split(/[\n,]/).map((name) => name.trim())) {
      if (principal === "") continue;
      const args = ["-Y", "verify", "-f", signers, "-I", principal, "-n", namespace, "-s", sig];
      if ((await runSshKeygen({ program, env, args, input: text })).code === 0) return { signer: principal };
    }
    return {
      signer: null,
      why: "its signature does not hold: what was signed is something else, or the key is not valid for packets",
    };
  });
}
