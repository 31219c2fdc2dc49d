import * as v from "valibot";

/** Parts of the documents that tools answer with. Documents hold more than these say: readers ignore what they do not know. */

export const decision: v.GenericSchema = v.picklist(["proceed", "reverify", "needs_human", "stop"]);

export const reasons: v.GenericSchema = v.array(v.looseObject({ code: v.string(), decision, detail: v.string() }));

const issue = v.looseObject({ code: v.string(), detail: v.string() });
export const cleanStateEntries: {
  readonly clean: v.GenericSchema;
  readonly blocking: v.GenericSchema;
  readonly warnings: v.GenericSchema;
} = { clean: v.boolean(), blocking: v.array(issue), warnings: v.array(issue) };

/** What was left out of a document that would have been too large. */
export const cut: v.GenericSchema = v.optional(
  v.looseObject({
    parts: v.array(v.looseObject({ at: v.string(), kept: v.number(), of: v.number() })),
    rest: v.string(),
  }),
);
