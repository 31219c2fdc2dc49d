/** A step of each kind that people have: three whose effect shows only outside, two that make an artifact. */
export type StepName = "file" | "folder" | "command" | "http" | "commit";

export const stepNames: readonly StepName[] = ["file", "folder", "command", "http", "commit"];

const line = "one line of an export that is long enough to be cut\n";

/** What the artifacts hold. */
export const files: Partial<Record<StepName, Readonly<Record<string, string>>>> = {
  file: { "export.txt": line.repeat(20) },
  folder: { "a.txt": line, "below/b.txt": line.repeat(3), "below/c.txt": "c\n" },
};
