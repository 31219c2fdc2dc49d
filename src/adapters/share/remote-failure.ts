import { AppError } from "../../domain/errors.ts";
import { firstComplaint } from "../git/git-failure.ts";

interface Failure {
  readonly remote: string;
  /** Shown URL. */
  readonly url: string;
  readonly stderr: string;
}

const refusals =
  /authentication failed|could not read (?:username|password)|terminal prompts disabled|permission denied|access denied|returned error: 40[13]|not authorized|host key verification failed/i;
const absences =
  /could not resolve|connection (?:refused|timed out|reset|closed)|no route to host|network is unreachable|unable to (?:access|connect)|does not appear to be a git repository|repository .*not found|no such file or directory|unable to look up|failed to connect/i;

/** git could not speak with the remote: whether it refused us, was not there, or said something else. */
export function remoteFailure({ remote, url, stderr }: Failure): AppError {
  const said = firstComplaint(stderr.replaceAll(/^remote: /gm, "")) || "git gave no reason";
  if (refusals.test(stderr)) {
    return new AppError({
      kind: "environment",
      code: "remote_auth_refused",
      message: `the remote ${remote} (${url}) refused access: ${said}`,
      hint: `git never asks for a password here: see whether git ls-remote ${remote} works without a question, then try again`,
    });
  }
  if (absences.test(stderr)) {
    return new AppError({
      kind: "environment",
      code: "remote_unreachable",
      message: `the remote ${remote} (${url}) cannot be reached: ${said}`,
      hint: `see whether git ls-remote ${remote} works; nothing was lost, so the same command can be repeated`,
    });
  }
  return new AppError({
    kind: "environment",
    code: "remote_failed",
    message: `git could not speak with the remote ${remote} (${url}): ${said}`,
    hint: `see whether git ls-remote ${remote} works; nothing was lost, so the same command can be repeated`,
  });
}

/** The remote did not answer in the time that it was given. */
export function remoteTimeout({ remote, url }: Omit<Failure, "stderr">, seconds: number): AppError {
  return new AppError({
    kind: "environment",
    code: "remote_timeout",
    message: `the remote ${remote} (${url}) did not answer within ${seconds} s`,
    hint: "nothing was lost: repeat the command, with --timeout SECONDS for a slow remote",
  });
}

/** More came than was to come; what did was taken away again. */
export function remoteTooLarge({ name, url }: { readonly name: string; readonly url: string }, most: string): AppError {
  return new AppError({
    kind: "environment",
    code: "remote_too_large",
    message: `the remote ${name} (${url}) sends more than ${most}`,
    hint: "let more come with --max-size MB, or see who put that there: git ls-remote",
  });
}
