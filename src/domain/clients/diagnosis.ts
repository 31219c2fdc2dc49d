import type { ClientName } from "../session/client-name.ts";

/** What `doctor` found wrong with one client; each says what next. */
export type DoctorProblemCode =
  | "not_installed"
  | "outdated"
  | "altered"
  | "duplicated"
  | "unreadable"
  | "skill_missing"
  | "mcp_missing"
  | "not_delivered"
  | "hook_failed"
  | "untrusted";

/** `plugin`: not in the user's configuration, but in a plugin of the client. */
export type ConfigState = "current" | "plugin" | "outdated" | "absent" | "unreadable" | "altered";

export interface Delivery {
  /** `delivered`: the hook's answer, in the form that this client takes, holds the packet of a test repository. */
  readonly state: "delivered" | "silent" | "failed" | "not_run";
  readonly detail: string | null;
}

/** `missing`: the client is known not to run the hooks yet; `recorded`: it has noted the user's trust. */
export interface Trust {
  readonly state: "not_needed" | "recorded" | "missing" | "unknown";
  readonly detail: string | null;
}

export interface ClientDiagnosis {
  readonly client: ClientName;
  readonly title: string;
  readonly program: { readonly path: string; readonly version: string | null } | null;
  readonly hooks: { readonly path: string; readonly state: ConfigState };
  readonly skill: { readonly path: string; readonly state: ConfigState };
  /** The entry of the MCP server; null: the client knows none. */
  readonly mcp: { readonly path: string; readonly state: ConfigState } | null;
  readonly delivery: Delivery;
  readonly trust: Trust;
  /** Event → UTC time of its last call in this home; null: never. */
  readonly fired: Readonly<Record<string, string | null>>;
  readonly problems: readonly { readonly code: DoctorProblemCode; readonly detail: string }[];
}
