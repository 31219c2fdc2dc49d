import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readRegularFile } from "../adapters/home/read-file.ts";
import { readGitSettings, settingOf } from "../adapters/share/git-settings.ts";
import { isRevoked } from "../adapters/share/read-revoked.ts";
import type { Context } from "../context.ts";
import { AppError } from "../domain/errors.ts";
import { readPublicKey, type PublicKey } from "../domain/share/public-key.ts";
import {
  isPrincipal,
  judgeEntry,
  readEntries,
  readSigners,
  signerLine,
  withoutSigner,
  type Standing,
} from "../domain/share/signers.ts";
import { inTurn } from "./share/in-turn.ts";
import { revocationFile, trustLists } from "./share/open-sharing.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export interface TrustedSigner {
  readonly principal: string;
  readonly key_type: string;
  readonly fingerprint: string;
  /** `home`: added here; `git`: the user's own key, or from git's list of allowed signers. */
  readonly source: "home" | "git";
}

/** A key that stands in a list, and what it is worth there. */
export interface ListedSigner extends TrustedSigner {
  /** `unknown`: the list of revoked keys cannot be read, so nothing that it signed is believed now. */
  readonly standing: Standing | "unknown";
}

/** What in the lists of signers counts for nothing. */
export interface TrustProblem {
  readonly source: "home" | "git";
  /** From 1; null for the file as a whole. */
  readonly line: number | null;
  readonly detail: string;
}

export interface TrustList {
  readonly signers: readonly ListedSigner[];
  readonly problems: readonly TrustProblem[];
}

export interface TrustChange {
  readonly result: "added" | "removed" | "unchanged";
  readonly signers: readonly TrustedSigner[];
}

/** Every key that stands in a list, and whether packets that it signed are believed. */
export async function listTrust(context: Context): Promise<TrustList> {
  const workspace = await openWorkspace(context, { tree: false });
  const { scene } = workspace;
  const settings = scene.kind === "folder" ? [] : await readGitSettings(scene, context.env);
  const lists = trustLists(workspace, settings);
  const revoked = revocationFile(workspace, settings);
  const program = settingOf(settings, "gpg.ssh.program") ?? "ssh-keygen";
  const own = lists.own === null ? "" : `${signerLine(lists.own)}\n`;
  const signers: ListedSigner[] = [];
  const problems: TrustProblem[] = lists.unreadable.map((detail) => ({ source: "git", line: null, detail }));
  for (const [source, text] of [
    ["home", lists.home] as const,
    ["git", own] as const,
    ["git", lists.git ?? ""] as const,
  ]) {
    for (const entry of readEntries(text)) {
      const { signer, line, problem } = entry;
      if (problem !== null) problems.push({ source, line, detail: problem });
      if (signer === null) continue;
      const isGone =
        revoked === null ? false : await isRevoked(signer.key, { list: revoked, program, env: context.env });
      const now = context.now().getTime();
      const standing = isGone === null ? "unknown" : judgeEntry(entry, { now, isRevoked: isGone });
      signers.push({ ...describe(signer, source), standing });
    }
  }
  if (signers.some(({ standing }) => standing === "unknown")) {
    problems.push({ source: "git", line: null, detail: `${revoked ?? ""}, the list of revoked keys, cannot be read` });
  }
  return { signers, problems };
}

/** Trusts a key: a file, the key itself, or the fingerprint of one that a fetch showed. Packets are taken by the next fetch. */
export async function addTrust(
  context: Context,
  { key: given, name }: { readonly key: string; readonly name: string | null },
): Promise<TrustChange> {
  const workspace = await openWorkspace(context, { tree: false });
  const { key, comment } = findKey(workspace, given);
  const principal = name ?? comment ?? key.fingerprint.slice(7, 19).replaceAll(/[^A-Za-z0-9]/g, "-");
  if (!isPrincipal(principal)) {
    throw new AppError({
      kind: "usage",
      code: "signer_name_invalid",
      message: `not a name for a signer: ${JSON.stringify(principal.slice(0, 60))}`,
      hint: "give one word with --name, such as a mail address: letters, digits and @ . _ + -",
    });
  }
  const signer = { principal, key };
  const signers = [describe(signer, "home")];
  const { shared } = workspace.home;
  return inTurn(workspace, turn, async () => {
    const text = shared.signers();
    const same = readSigners(text).find((one) => one.key.fingerprint === key.fingerprint);
    if (same?.principal === principal) return { result: "unchanged", signers };
    const rest = withoutSigner(text, key.fingerprint).trimEnd();
    shared.writeSigners(`${rest === "" ? "" : `${rest}\n`}${signerLine(signer)}\n`);
    return { result: "added", signers };
  });
}

/** Others hold the list for a moment only. */
const turn = { name: "trust", seconds: 10 } as const;

/** Trusts a key no longer. What was taken in before stays. */
export async function removeTrust(context: Context, which: string): Promise<TrustChange> {
  const workspace = await openWorkspace(context, { tree: false });
  const { shared } = workspace.home;
  return inTurn(workspace, turn, async () => {
    const text = shared.signers();
    const gone = readSigners(text).filter(({ principal, key }) => principal === which || key.fingerprint === which);
    if (gone.length === 0) {
      throw new AppError({
        kind: "input",
        code: "signer_unknown",
        message: `no signer that was added here is ${JSON.stringify(which.slice(0, 100))}`,
        hint: "see `passdown trust list`; keys of git's own list are removed there",
      });
    }
    shared.writeSigners(gone.reduce((left, { key }) => withoutSigner(left, key.fingerprint), text));
    return { result: "removed", signers: gone.map((signer) => describe(signer, "home")) };
  });
}

function describe({ principal, key }: { principal: string; key: PublicKey }, source: "home" | "git"): TrustedSigner {
  return { principal, key_type: key.type, fingerprint: key.fingerprint, source };
}

interface FoundKey {
  readonly key: PublicKey;
  /** Name that the line gives it; null when it is none to use. */
  readonly comment: string | null;
}

function findKey(workspace: Workspace, given: string): FoundKey {
  const line = /^sha256:/i.test(given) ? knownKey(workspace, given) : (fileText(workspace, given) ?? given);
  const key = readPublicKey(line);
  if (key !== null) {
    const comment =
      line
        .slice(line.indexOf(key.blob) + key.blob.length)
        .trim()
        .split(/\s/)[0] ?? "";
    return { key, comment: isPrincipal(comment) ? comment : null };
  }
  throw new AppError({
    kind: "input",
    code: "key_unreadable",
    message: `no ssh public key: ${JSON.stringify(given.slice(0, 80))}`,
    hint: "name a .pub file, give the line in it, or the fingerprint (SHA256:…) that `passdown fetch` showed",
  });
}

/**
 * The key of a packet that was fetched, or one that is trusted already. Whoever gives its fingerprint has compared it
 * with what its owner says. A fingerprint alone holds no key.
 */
function knownKey({ home }: Workspace, given: string): string {
  const fingerprint = `SHA256:${given.slice("SHA256:".length).replace(/=+$/, "")}`;
  const { offers } = home.shared.state();
  const offered = offers.find((one) => one.fingerprint === fingerprint)?.key;
  const trusted = readSigners(home.shared.signers()).find(({ key }) => key.fingerprint === fingerprint);
  const line =
    offered ?? (trusted === undefined ? null : `${trusted.key.type} ${trusted.key.blob} ${trusted.principal}`);
  if (line !== null) return line;
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(fingerprint)) {
    throw new AppError({
      kind: "input",
      code: "fingerprint_unknown",
      message: `no whole fingerprint: ${JSON.stringify(given.slice(0, 80))}`,
      hint: "it is SHA256: and 43 characters, as `passdown fetch`, `passdown status` and ssh-keygen -l print it",
    });
  }
  const shown = [...new Set(offers.flatMap((one) => one.fingerprint ?? []))];
  throw new AppError({
    kind: "input",
    code: "fingerprint_unknown",
    message: `no packet that was fetched here is signed by the key ${fingerprint}, and a fingerprint alone holds no key`,
    hint: [
      "ask its owner for the public key: passdown trust add FILE.pub; or bring a packet that it signed: passdown fetch",
      ...(shown.length === 0 ? [] : [`fetched so far: ${shown.slice(0, 5).join(", ")}`]),
    ].join("; "),
  });
}

function fileText({ context }: Workspace, path: string): string | null {
  const file = resolve(context.cwd, path);
  if (/^(?:ssh|ecdsa|sk)-\S+\s/.test(path) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const read = readRegularFile(file, 64 * 1024);
  return read.state === "read" ? (new TextDecoder().decode(read.bytes).split("\n")[0] ?? "") : null;
}
