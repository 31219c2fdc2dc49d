import type { ClientName } from "../session/client-name.ts";
import type { ClientSetup } from "./client-setup.ts";
import type { RefusalCode } from "./merging.ts";

/** What of ours a file holds. */
export type FileKind = "hooks" | "hooks_and_mcp" | "plugin" | "skill" | "mcp" | "agents_md";

export interface InitFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly clients: readonly ClientName[];
  /** What happened, or would happen. */
  readonly action: "create" | "change" | "delete" | "none" | "refused";
  /** Like a unified diff; secrets are redacted. */
  readonly diff: readonly string[];
  /** What looks like ours and stays, since `init` did not write it; null: nothing. */
  readonly left: string | null;
  readonly refusal: { readonly code: RefusalCode; readonly detail: string } | null;
}

export interface InitClient {
  readonly client: ClientName;
  readonly title: string;
  readonly because: "asked" | "folder" | "program" | "receipt";
  /** What the client demands of the user before it runs hooks. */
  readonly trust: ClientSetup["trust"];
}

export interface InitResult {
  readonly mode: "install" | "remove";
  readonly dry_run: boolean;
  readonly clients: readonly InitClient[];
  readonly not_found: readonly ClientName[];
  readonly files: readonly InitFile[];
  /** The hook lies in a folder that a package runner empties. */
  readonly temporary: boolean;
}
