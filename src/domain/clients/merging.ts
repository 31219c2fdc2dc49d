import type { TextEdit } from "./text-edit.ts";

/** Why a file is left as it is. */
export type RefusalCode =
  | "not_text"
  | "not_parsed"
  | "unexpected_shape"
  | "read_only"
  | "foreign_file"
  | "altered"
  | "changed_meanwhile"
  | "not_a_file"
  | "not_written";

export interface Refusal {
  readonly kind: "refused";
  readonly code: RefusalCode;
  /** One line, lower case. */
  readonly detail: string;
}

/** What a text becomes. `kept`: containers that were there before us and stay when they get empty. */
export type Merged =
  | {
      readonly kind: "merged";
      readonly text: string;
      readonly edits: readonly TextEdit[];
      readonly kept: readonly string[];
    }
  | Refusal;

/** How a file was before us, as far as it is known. */
export interface Before {
  readonly kept: readonly string[];
  readonly created: boolean;
  /** The entry of the server stays: a human made it. */
  readonly spareServer: boolean;
}

/** How one kind of file takes up what is ours and gives it back. Text in, text out. */
export interface Merger {
  /** Everything of ours is there, once, as it is today, and nothing else of ours. */
  readonly isCurrent: (text: string) => boolean;
  /** Whether anything of ours is there. */
  readonly holdsOurs: (text: string) => boolean;
  /** For a text without anything of ours. null: a file that is not there. */
  readonly add: (text: string | null) => Merged;
  /** The text without what is ours; null: nothing is left of a file that we made. */
  readonly strip: (text: string, was: Before) => string | null | Refusal;
  /** Names an entry that starts our server, and that neither these edits wrote nor we would write; null: there is none. */
  readonly madeByHand: (text: string, edits: readonly TextEdit[]) => string | null;
}

export function refused(code: RefusalCode, detail: string): Refusal {
  return { kind: "refused", code, detail };
}
