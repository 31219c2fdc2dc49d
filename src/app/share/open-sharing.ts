import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import { readRegularFile } from "../../adapters/home/read-file.ts";
import { chooseRemote } from "../../adapters/share/choose-remote.ts";
import { readGitSettings, settingOf, type GitSetting } from "../../adapters/share/git-settings.ts";
import { openObjectStore, type ObjectStore } from "../../adapters/share/object-store.ts";
import { remoteEnv } from "../../adapters/share/remote-env.ts";
import type { RemoteSession } from "../../adapters/share/remote-session.ts";
import { expandPath, findSigningKey, ownSigner, type SigningKey } from "../../adapters/share/signing-key.ts";
import type { Trust } from "../../adapters/share/verify-signature.ts";
import { shownUrl } from "../../domain/share/shown-url.ts";
import { signerLine } from "../../domain/share/signers.ts";
import type { Workspace } from "../workspace.ts";

/** Everything that push and fetch work with: the remote, the object store, whom to trust, what to sign with. */
export interface Sharing {
  readonly workspace: Workspace;
  readonly session: RemoteSession;
  readonly store: ObjectStore;
  readonly trust: Trust;
  readonly signing: { readonly key: SigningKey | null; readonly program: string };
  readonly author: string;
  readonly host: string;
}

export interface SharingOptions {
  readonly remote: string | null;
  readonly seconds: number | null;
  readonly direction: "push" | "fetch";
}

const defaultSeconds = 60;

export async function openSharing(workspace: Workspace, options: SharingOptions): Promise<Sharing> {
  const { context, scene, home, config, redactor } = workspace;
  const { env } = context;
  const store = await openObjectStore(home.path, scene, env);
  const settings = await readGitSettings(scene, env);
  const wanted = { named: options.remote ?? config.share.remote, branch: scene.head.branch };
  const remote = chooseRemote(settings, wanted);
  const url = options.direction === "push" ? remote.pushUrl : remote.fetchUrl;
  const seconds = options.seconds ?? defaultSeconds;
  const session: RemoteSession = {
    store,
    name: remote.name,
    url: redactor.redact(shownUrl(url)),
    rawUrl: url,
    env: remoteEnv(env, settings, { name: remote.name, url }),
    seconds,
    deadline: performance.now() + seconds * 1000,
  };
  const places = { env, settings, root: scene.root };
  const program = settingOf(settings, "gpg.ssh.program") ?? "ssh-keygen";
  return {
    workspace,
    session,
    store,
    trust: { lists: trustLists(workspace, settings), revoked: revocationFile(workspace, settings), program, env },
    signing: { key: findSigningKey(places, config.share.signingKey), program },
    author: short(redactor.redact(await workspace.author())),
    host: short(redactor.redact(readProcessIdentity(context.pid)?.host ?? "unknown")),
  };
}

/** The home's own list, the user's own key, and the list that git itself goes by. */
export function trustLists({ context, scene, home }: Workspace, settings: readonly GitSetting[]): readonly string[] {
  const places = { env: context.env, settings, root: scene.root };
  const own = ownSigner(places);
  const path = settingOf(settings, "gpg.ssh.allowedsignersfile");
  const file = path === null ? null : readRegularFile(expandPath(places, path), 4 * 1024 * 1024);
  return [
    home.shared.signers(),
    ...(own === null ? [] : [`${signerLine(own)}\n`]),
    ...(file?.state === "read" ? [new TextDecoder().decode(file.bytes)] : []),
  ];
}

/** Keys that git believes no longer are believed by nobody here. */
export function revocationFile({ context, scene }: Workspace, settings: readonly GitSetting[]): string | null {
  const path = settingOf(settings, "gpg.ssh.revocationfile");
  return path === null ? null : expandPath({ env: context.env, root: scene.root }, path);
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 200).toWellFormed();
}
