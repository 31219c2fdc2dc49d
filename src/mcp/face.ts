import type { GenericSchema } from "valibot";
import type { ToolHints } from "./tool.ts";

/** What the protocol is served from. The library that speaks it is loaded apart and knows nothing else of passdown. */
export interface Face {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ToolListing[];
  /** null: there is no such tool. */
  readonly call: (name: string, args: unknown, client: ClientSide) => Promise<CallAnswer | null>;
  readonly templates: readonly ResourceTemplate[];
  /** null: no page begins at this cursor. */
  readonly listResources: (cursor: string | null, client: ClientSide) => Promise<ResourcePage | null>;
  readonly readResource: (uri: string, client: ClientSide) => Promise<ResourceText>;
  /** Resolves once everything that was begun has ended. */
  readonly settled: () => Promise<void>;
}

export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: GenericSchema;
  readonly output: GenericSchema;
  readonly hints: ToolHints;
}

export interface CallAnswer {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** What can be asked of whoever is at the other end. */
export interface ClientSide {
  /** Folders that the client works in, as `file:` addresses; empty where it does not say. */
  readonly roots: () => Promise<readonly string[]>;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface ResourcePage {
  readonly resources: readonly {
    readonly uri: string;
    readonly name: string;
    readonly description: string;
    readonly mimeType: string;
  }[];
  readonly nextCursor: string | null;
}

/** `absent`: there is no such resource; `failed`: there is, and it cannot be given. */
export type ResourceText =
  | { readonly kind: "text"; readonly uri: string; readonly mimeType: string; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string; readonly hint: string | null };

/** Speaks the protocol over stdin and stdout; resolves when the client is gone. */
export type Serve = (face: Face) => Promise<void>;
