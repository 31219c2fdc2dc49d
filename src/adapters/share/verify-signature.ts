import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { signerOf } from "../../domain/share/public-key.ts";
import { namespace, readSigners } from "../../domain/share/signers.ts";
import { realPath } from "../files/real-path.ts";
import type { Env } from "../git/git-env.ts";
import { withTemporaryFolder } from "../git/temporary-folder.ts";
import { readRegularFile } from "../home/read-file.ts";
import { runSshKeygen, type KeygenResult } from "./run-ssh-keygen.ts";

/** Whom to believe, and with what to check it. */
export interface Trust {
  /** Texts of the form of git's `allowedSigners`. */
  readonly lists: readonly string[];
  /** Lists that are named and cannot be read, each with why: a key may well stand there. */
  readonly unreadable: readonly string[];
  /** `gpg.ssh.revocationFile`: keys that git believes no longer, whatever a list says; null where none is named. */
  readonly revoked: string | null;
  readonly program: string;
  readonly env: Env;
}

export interface SignatureCheck {
  /** `unchecked`: nobody could tell, so it is not trusted now; that says nothing against it. */
  readonly outcome: "good" | "bad" | "unchecked";
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
  const who = { signer: null, fingerprint, key: `${key.type} ${key.blob}` };
  const lost = trust.unreadable[0];
  const unknown = `it is signed by ${fingerprint}, a key that is not known here`;
  const answers: Answer[] = [];
  for (const list of trust.lists) {
    if (!isIn(list, key.blob)) continue;
    const answer = await check(text, { signature, list, trust });
    if (answer.outcome === "good") return { ...who, outcome: "good", signer: answer.signer, untrusted: null };
    answers.push(answer);
  }
  // What could not be checked may hold all the same: it outweighs another list's no.
  const told = answers.find(({ outcome }) => outcome === "unchecked") ?? answers.at(-1);
  if (told === undefined && lost !== undefined) {
    return { ...who, outcome: "unchecked", untrusted: `its signature could not be checked: ${lost}` };
  }
  if (told === undefined || told.outcome === "good") return { ...who, outcome: "bad", untrusted: unknown };
  const words = told.outcome === "bad" ? "its signature does not hold" : "its signature could not be checked";
  return { ...who, outcome: told.outcome, untrusted: `${words}: ${told.why}` };
}

/** Whether it names a key that might be believed: reads alone, and proves nothing. */
export function isKeyKnown(signature: string, { lists }: Trust): boolean {
  const key = signerOf(signature, namespace);
  return key !== null && lists.some((list) => isIn(list, key.blob));
}

const nobody = { outcome: "bad", signer: null, fingerprint: null, key: null } as const;

/** Behind an authority of certificates there may be any key. */
function isIn(list: string, blob: string): boolean {
  return /\bcert-authority\b/i.test(list) || readSigners(list).some((one) => one.key.blob === blob);
}

interface Question {
  readonly signature: string;
  readonly list: string;
  readonly trust: Trust;
}

type Answer =
  | { readonly outcome: "good"; readonly signer: string }
  | { readonly outcome: "bad" | "unchecked"; readonly why: string };

/** It only computes: whoever takes longer than this waits for something that never comes. */
const timeoutMs = 10_000;

function check(text: string, { signature, list, trust }: Question): Promise<Answer> {
  const { program, env, revoked } = trust;
  if (revoked !== null && readRegularFile(realPath(revoked), 64 * 1024 * 1024).state !== "read") {
    return Promise.resolve({ outcome: "unchecked", why: `the list of revoked keys ${revoked} cannot be read` });
  }
  return withTemporaryFolder(env, async (folder): Promise<Answer> => {
    const [signers, sig] = [join(folder, "signers"), join(folder, "origin.sig")];
    writeFileSync(signers, list, { mode: 0o600 });
    writeFileSync(sig, signature, { mode: 0o600 });
    const ask = (args: readonly string[], input = ""): Promise<KeygenResult> =>
      runSshKeygen({ program, env, args: ["-Y", ...args], input, timeoutMs });
    const found = await ask(["find-principals", "-f", signers, "-s", sig]);
    if (found.kind === "failed" || found.code !== 0) return explain(found, { folder, program });
    const principals = found.stdout.split(/[\n,]/).map((name) => name.trim());
    let last: Answer = { outcome: "bad", why: "no name in the list stands for its key" };
    for (const principal of principals.filter((name) => name !== "")) {
      const args = ["verify", "-f", signers, "-I", principal, "-n", namespace, "-s", sig];
      const verified = await ask([...args, ...(revoked === null ? [] : ["-r", revoked])], text);
      if (verified.kind === "ended" && verified.code === 0) return { outcome: "good", signer: principal };
      last = explain(verified, { folder, program });
      if (last.outcome !== "bad" || revoked === null) continue;
      const without = await ask(args, text);
      if (without.kind === "ended" && without.code === 0) last = { outcome: "bad", why: "its key is revoked" };
    }
    return last;
  });
}

/**
 * A no is a no only in ssh-keygen's own words with its own exit code: an older program, a wrapper that broke, a kill are
 * none. Its reasons begin with the place in our temporary file.
 */
function explain(result: KeygenResult, { folder, program }: { folder: string; program: string }): Answer {
  if (result.kind === "failed") return { outcome: "unchecked", why: `${program} ${result.why}` };
  const said = `${result.stderr}\n${result.stdout}`;
  const reason = said
    .split("\n")
    .map((line) => line.replace(`${join(folder, "signers")}:`, "line ").trim())
    .find((line) => line !== "" && !verdicts.test(line));
  if (result.code === 255 && said.split("\n").some((line) => verdicts.test(line))) {
    return { outcome: "bad", why: reason?.slice(0, 200) ?? "the key is not valid for packets" };
  }
  return {
    outcome: "unchecked",
    why: `${program} ended with exit code ${result.code}: ${reason?.slice(0, 200) ?? ""}`,
  };
}

const verdicts = /^(?:No principal matched|Could not verify signature)\.$/;
