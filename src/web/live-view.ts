import type { Answer, ViewSource } from "../domain/view/view-model.ts";

/** What the server stands on: the answers, and a way to follow and to answer. */
export interface LiveView extends ViewSource {
  readonly answer: (answer: Answer) => Promise<void>;
  /** Changes when the home or the scene does. */
  readonly revision: () => Promise<string>;
  /** Each new revision, until the signal. */
  readonly watch: (signal: AbortSignal) => AsyncIterable<string>;
}

/** What a client is told of a failure. */
export interface Failure {
  readonly status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}
