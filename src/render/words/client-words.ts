import type { ConfigState, DoctorProblemCode } from "../../domain/clients/diagnosis.ts";
import type { FileKind } from "../../domain/clients/init-result.ts";
import type { RefusalCode } from "../../domain/clients/merging.ts";

/** What `init` and `doctor` say. */
export interface ClientWords {
  readonly init: InitWords;
  readonly doctor: DoctorWords;
}

interface InitWords {
  readonly nobody: string;
  readonly found: Readonly<Record<"asked" | "folder" | "program" | "receipt", string>>;
  readonly actions: Readonly<Record<"create" | "change" | "delete" | "none" | "refused", string>>;
  readonly would: Readonly<Record<"create" | "change" | "delete", string>>;
  readonly kinds: Readonly<Record<FileKind, string>>;
  /** After what stays in a file. */
  readonly left: string;
  readonly refusals: Readonly<Record<RefusalCode, string>>;
  readonly installed: string;
  readonly removed: string;
  readonly wouldChange: string;
  readonly nothingToDo: string;
  readonly nothingToRemove: string;
  readonly refusedFiles: string;
  readonly trustTitle: string;
  readonly trust: Readonly<Record<"codex" | "gemini" | "copilot" | "opencode" | "cursor", string>>;
  readonly temporary: string;
  readonly next: string;
}

interface DoctorWords {
  readonly nobody: string;
  readonly well: string;
  readonly wrong: string;
  readonly labels: Readonly<Record<"program" | "hooks" | "skill" | "mcp" | "delivery" | "trust" | "fired", string>>;
  readonly noMcp: string;
  readonly noProgram: string;
  readonly noVersion: string;
  readonly config: Readonly<Record<ConfigState, string>>;
  readonly delivery: Readonly<Record<"delivered" | "silent" | "failed" | "not_run", string>>;
  readonly trust: Readonly<Record<"not_needed" | "recorded" | "missing" | "unknown", string>>;
  readonly never: string;
  readonly notOnPath: string;
  readonly problems: Readonly<Record<DoctorProblemCode, string>>;
}
