import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import { realPath } from "../../adapters/files/real-path.ts";
import { readRegularFile } from "../../adapters/home/read-file.ts";
import { chooseRemote } from "../../adapters/share/choose-remote.ts";
import { readGitSettings, settingOf, type GitSetting } from "../../adapters/share/git-settings.ts";
import { openObjectStore, type ObjectStore } from "../../adapters/share/object-store.ts";
import { remoteEnv } from "../../adapters/share/remote-env.ts";
import type { RemoteSession } from "../../adapters/share/remote-session.ts";
import { expandPath, findSigningKey, ownSigner, type SigningKey } from "../../adapters/share/signing-key.ts";
import type { Trust } from "../../adapters/share/verify-signature.ts";
import { shownUrl } from "../../domain/share/shown-url.ts";
import { signerLine, type Signer } from "../../domain/share/signers.ts";
import type { Workspace } from "../workspace.ts";

/** Everything that push and fetch work with: the remote, the object store, whom to trust, what to sign with. */
export interface Sharing {
  readonly workspace: Workspace;
  readonly session: RemoteSession;
  readonly store: ObjectStore;
  readonly trust: Trust;
  /** `isBelieved`: what the key signs counts as one's own here. */
  readonly signing: { readonly key: SigningKey | null; readonly program: string; readonly isBelieved: boolean };
  readonly author: string;
  readonly host: string;
  /** What may come from the remote. */
  readonly maxBytes: number;
}

export interface SharingOptions {
  readonly remote: string | null;
  readonly seconds: number | null;
  /** null: as much as is usual. */
  readonly megabytes: number | null;
  readonly direction: "push" | "fetch";
}

export const defaultSeconds = 60;
const defaultMegabytes = 1024;

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
  const lists = trustLists(workspace, settings);
  const { own } = lists;
  return {
    workspace,
    session,
    store,
    trust: {
      lists: [
        lists.home,
        ...(own === null ? [] : [`${signerLine(own)}\n`]),
        ...(lists.git === null ? [] : [lists.git]),
      ],
      unreadable: lists.unreadable,
      revoked: revocationFile(workspace, settings),
      program,
      env,
    },
    signing: { key: findSigningKey(places, config.share.signingKey), program, isBelieved: own !== null },
    maxBytes: (options.megabytes ?? defaultMegabytes) * 1024 * 1024,
    author: short(redactor.redact(await workspace.author())),
    host: short(redactor.redact(readProcessIdentity(context.pid)?.host ?? "unknown")),
  };
}

export interface TrustLists {
  /** Text of the home's own list. */
  readonly home: string;
  /** The user's own key. */
  readonly own: Signer | null;
  /** Text of the list that git itself goes by; null where none is named, or it cannot be read. */
  readonly git: string | null;
  /** What is named and cannot be read, each with why. */
  readonly unreadable: readonly string[];
}

/** Everything that says whom to believe. Links are followed to git's list, as git does. */
export function trustLists({ context, scene, home }: Workspace, settings: readonly GitSetting[]): TrustLists {
  const places = { env: context.env, settings, root: scene.root };
  const path = settingOf(settings, "gpg.ssh.allowedsignersfile");
  const place = path === null ? null : expandPath(places, path);
  const file = place === null ? null : readRegularFile(realPath(place), 4 * 1024 * 1024);
  const lost =
    file === null || file.state === "read" ? null : file.state === "missing" ? "it is not there" : file.detail;
  return {
    home: home.shared.signers(),
    own: ownSigner(places),
    git: file?.state === "read" ? new TextDecoder().decode(file.bytes) : null,
    unreadable: lost === null ? [] : [`${place ?? ""}, git's list of allowed signers, cannot be read: ${lost}`],
  };
}

/** Keys that git believes no longer are believed by nobody here. */
export function revocationFile({ context, scene }: Workspace, settings: readonly GitSetting[]): string | null {
  const path = settingOf(settings, "gpg.ssh.revocationfile");
  return path === null ? null : expandPath({ env: context.env, root: scene.root }, path);
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 200).toWellFormed();
}
