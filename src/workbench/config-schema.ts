import * as v from "valibot";
import type { ArtifactKind } from "../domain/workbench.ts";
import { artifactKinds } from "./artifact-kinds.ts";
import { cleanCodes } from "./clean-codes.ts";

/** `passdown.config.json` after parsing: lists and numbers are completed with defaults, the rest may be missing. */
export interface ConfigFile {
  readonly $schema?: string | undefined;
  readonly acceptance: readonly (
    | string
    | { readonly command: string; readonly cwd: string; readonly timeout?: number | undefined }
  )[];
  readonly artifacts: Readonly<Partial<Record<ArtifactKind, string | readonly string[] | undefined>>>;
  readonly branches: readonly string[];
  readonly topic?: string | undefined;
  readonly language?: "en" | "zh" | undefined;
  readonly feedback: { readonly keepLast: number };
  readonly packet: { readonly maxAgeDays: number };
  readonly prerequisites: readonly (string | { readonly path: string; readonly why?: string | undefined })[];
  readonly budget: {
    readonly attempts?: number | undefined;
    readonly calls?: number | undefined;
    readonly costUsd?: number | undefined;
    readonly minutes?: number | undefined;
  };
  readonly clean: {
    readonly ignore: readonly string[];
    readonly tempFiles: readonly string[];
    readonly debugCode: readonly string[];
    readonly debugAllowedIn: readonly string[];
  };
  readonly context: { readonly quietAt: number; readonly wrapUpAt: number };
  readonly export?: string | undefined;
  readonly store?: string | undefined;
  readonly share: { readonly remote?: string | undefined; readonly signingKey?: string | undefined };
}

function text(description: string) {
  return v.pipe(v.string(), v.regex(/\S/), v.maxLength(4096), v.description(description));
}

function texts(description: string, entry: string) {
  return v.optional(v.pipe(v.array(text(entry)), v.description(description)), []);
}

function number(description: string, range: { readonly from: number; readonly to: number }) {
  return v.pipe(v.number(), v.minValue(range.from), v.maxValue(range.to), v.description(description));
}

function whole(description: string, range: { readonly from: number; readonly to: number }) {
  return v.pipe(v.number(), v.integer(), v.minValue(range.from), v.maxValue(range.to), v.description(description));
}

function pathsOf(description: string) {
  const path = text("Path of a file or folder, relative to the top of the repository.");
  return v.optional(v.pipe(v.union([path, v.array(path)]), v.description(description)));
}

const acceptance = v.optional(
  v.pipe(
    v.array(
      v.union([
        text("A shell command, as one would type it at the top of the repository."),
        v.pipe(
          v.strictObject({
            command: text("A shell command."),
            cwd: v.optional(
              v.pipe(v.string(), v.maxLength(4096), v.description("Folder it runs in, relative to the top.")),
              "",
            ),
            timeout: v.optional(number("Time limit in seconds.", { from: 1, to: 86_400 })),
          }),
          v.description("A command with the folder it runs in and a time limit."),
        ),
      ]),
    ),
    v.description("Commands that must pass before the work counts as verified."),
  ),
  [],
);

const prerequisites = v.optional(
  v.pipe(
    v.array(
      v.union([
        text("Path of the file, relative to the top of the repository."),
        v.pipe(
          v.strictObject({
            path: text("Path of the file, relative to the top of the repository."),
            why: v.optional(text("Why it must be read.")),
          }),
          v.description("A file and the reason to read it."),
        ),
      ]),
    ),
    v.description("Files that the next session must load before it acts; named in every packet."),
  ),
  [],
);

const artifactEntries = Object.fromEntries(
  Object.entries(artifactKinds).map(([kind, description]) => [kind, pathsOf(`${description}.`)]),
);

const limit = { from: 0, to: 1_000_000_000 };
const share = { from: 0.01, to: 1 };

const file = v.pipe(
  v.strictObject({
    $schema: v.optional(text("Where an editor finds the schema of this file.")),
    acceptance,
    artifacts: v.optional(
      v.pipe(
        v.strictObject(artifactEntries),
        v.description("Where artifacts of the workbench lie, by kind; looked at before the usual places."),
      ),
      {},
    ),
    branches: texts(
      "Branches that work is expected on; any other branch is not clean. Empty: every branch will do.",
      "A branch name or a glob such as feature/*.",
    ),
    topic: v.optional(text("Topic of every packet; the default is the active task, else main.")),
    language: v.optional(
      v.pipe(v.picklist(["en", "zh"]), v.description("Language of handoff.md (default en) and of the terminal.")),
    ),
    feedback: v.optional(
      v.pipe(
        v.strictObject({
          keepLast: v.optional(
            whole("Newest commands that a packet carries beside the failures.", { from: 1, to: 30 }),
            5,
          ),
        }),
        v.description("How much of the feedback log goes into a packet."),
      ),
      {},
    ),
    packet: v.optional(
      v.pipe(
        v.strictObject({
          maxAgeDays: v.optional(
            number("Days after which pickup asks for a new check.", { from: 0.01, to: 36_500 }),
            30,
          ),
        }),
        v.description("How long a packet stands."),
      ),
      {},
    ),
    prerequisites,
    budget: v.optional(
      v.pipe(
        v.strictObject({
          attempts: v.optional(whole("Attempts.", limit)),
          calls: v.optional(whole("Model calls.", limit)),
          costUsd: v.optional(number("Cost in US dollars.", limit)),
          minutes: v.optional(number("Working time in minutes.", limit)),
        }),
        v.description("Limits over all sessions of a task; what is missing has no limit."),
      ),
      {},
    ),
    clean: v.optional(
      v.pipe(
        v.strictObject({
          ignore: v.optional(
            v.pipe(v.array(v.picklist(cleanCodes)), v.description("Codes that are not checked here.")),
            [],
          ),
          tempFiles: texts(
            "More globs of temporary files; !glob takes one out.",
            "A glob, relative to the top of the repository.",
          ),
          debugCode: texts(
            "More patterns of debug code.",
            "A JavaScript regular expression, tried on each added line.",
          ),
          debugAllowedIn: texts("Where debug code may stay.", "A glob, relative to the top of the repository."),
        }),
        v.description("Rules of the clean-state check."),
      ),
      {},
    ),
    context: v.optional(
      v.pipe(
        v.strictObject({
          quietAt: v.optional(number("From this share on no new work is proposed.", share), 0.5),
          wrapUpAt: v.optional(number("From this share on the session is told to close.", share), 0.75),
        }),
        v.description("Shares of the context window (0 to 1) at which a session is told to come to an end."),
      ),
      {},
    ),
    export: v.optional(text("Folder that published packets are copied to; relative to the top, or absolute.")),
    store: v.optional(text("Address of a store that a team shares.")),
    share: v.optional(
      v.pipe(
        v.strictObject({
          remote: v.optional(text("Name of the git remote that packets are shared through.")),
          signingKey: v.optional(text("Path of the ssh key that signs packets; ~/ is the user's home.")),
        }),
        v.description("Sharing of packets through a git remote."),
      ),
      {},
    ),
  }),
  v.title("passdown.config.json"),
  v.description("Configuration of passdown. Every key is optional."),
);

/** Schema of `passdown.config.json`; the published JSON Schema is made from it. */
export const configFileSchema: v.GenericSchema<unknown, ConfigFile> = file;

/** The keys that the schema knows at a place: ["feedback"] → keepLast. */
export function knownKeys(path: readonly string[]): readonly string[] {
  const { entries } = file.pipe[0];
  const [section] = path;
  if (section === undefined) return Object.keys(entries);
  const known: Readonly<Record<string, object>> = {
    acceptance: acceptance.wrapped.pipe[0].item.options[1].pipe[0].entries,
    prerequisites: prerequisites.wrapped.pipe[0].item.options[1].pipe[0].entries,
    artifacts: artifactEntries,
    feedback: entries.feedback.wrapped.pipe[0].entries,
    packet: entries.packet.wrapped.pipe[0].entries,
    budget: entries.budget.wrapped.pipe[0].entries,
    clean: entries.clean.wrapped.pipe[0].entries,
    context: entries.context.wrapped.pipe[0].entries,
    share: entries.share.wrapped.pipe[0].entries,
  };
  return Object.hasOwn(known, section) ? Object.keys(known[section] ?? {}) : [];
}
