import { AppError } from "../../domain/errors.ts";

interface Explanation {
  readonly code: string;
  readonly why: string;
  readonly next: string;
}

const full = (why: string): Explanation => ({
  code: "disk_full",
  why,
  next: "free some space there and run the command again",
});
const denied: Explanation = {
  code: "permission_denied",
  why: "permission denied",
  next: "give this user the right to write there",
};
const unsupported: Explanation = {
  code: "file_system_unsupported",
  why: "the file system cannot do this",
  next: "use a folder on a local disk",
};
const blocked: Explanation = {
  code: "path_blocked",
  why: "something else lies in the way",
  next: "look at that path and move away what does not belong there",
};

const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: full("no space left on the device"),
  EDQUOT: full("the disk quota is used up"),
  EFBIG: full("the file would grow over the size limit"),
  EROFS: { code: "read_only", why: "the file system is read-only", next: "make it writable" },
  EACCES: denied,
  EPERM: denied,
  EMFILE: { code: "too_many_files", why: "too many open files", next: "raise the limit of open files (ulimit -n)" },
  ENFILE: { code: "too_many_files", why: "too many open files", next: "close some programs and run it again" },
  EIO: { code: "io_error", why: "input/output error", next: "check the disk" },
  EXDEV: unsupported,
  ENOSYS: unsupported,
  ENOTSUP: unsupported,
  EOPNOTSUPP: unsupported,
  ENOTDIR: blocked,
  EISDIR: blocked,
  ELOOP: blocked,
  EEXIST: blocked,
};

/** Turns what the operating system said about a path into an error that says what, where and what next. */
export function storageError(cause: unknown, doing: string, path: string): unknown {
  const errno = errnoOf(cause);
  if (errno === null) return cause;
  const known = explanations[errno];
  return new AppError({
    kind: "environment",
    code: known?.code ?? "storage_failed",
    message: `cannot ${doing} ${JSON.stringify(path)}: ${known?.why ?? "the operating system refused"} (${errno})`,
    hint: known?.next ?? "look at that path and run the command again",
    cause,
  });
}

/** ENOENT and the like; null when the error does not come from the operating system. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof AppError || !("code" in error)) return null;
  return typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}
