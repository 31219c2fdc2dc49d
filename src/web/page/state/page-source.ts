import type { Answer, ViewSource } from "../../../domain/view/view-model.ts";

/** What the views ask; `answer` is null where this page only shows. */
export interface PageSource extends ViewSource {
  readonly answer: ((answer: Answer) => Promise<void>) | null;
}

/** A question that was not answered, and why. */
export class AskFailure extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null) {
    super(message);
    this.name = "AskFailure";
    this.hint = hint;
  }
}
