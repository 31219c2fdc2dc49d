import type { Config } from "../../domain/config.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { defaultConfig, parseConfig } from "../../workbench/parse-config.ts";
import { realRoot } from "./real-root.ts";
import { readRegularFile } from "./read-regular-file.ts";

const configFileName = "passdown.config.json";

const maxBytes = 1024 * 1024;
/** Problems named beside the first. */
const maxOthers = 4;

/** The configuration at the top of the work tree; the defaults when there is no file. An invalid file is an error. */
export async function readConfig(root: string): Promise<{ readonly config: Config; readonly sha256: string | null }> {
  const file = readRegularFile({ root: realRoot(root), path: configFileName, limit: maxBytes, longer: "refuse" });
  if (file.kind === "absent") return { config: defaultConfig, sha256: null };
  if (file.kind === "refused") {
    throw new AppError({
      kind: file.code === "unreadable" ? "environment" : "config",
      code: `config_${file.code}`,
      message: `${configFileName}: ${file.detail}`,
      hint: `make ${configFileName} a readable file of the repository, or remove it`,
    });
  }
  const parsed = parseConfig(decode(file.bytes));
  if (parsed.ok) return { config: parsed.config, sha256: sha256(file.bytes) };
  const [first, ...others] = parsed.problems.map(({ place, message }) =>
    place === "" ? message : `${place}: ${message}`,
  );
  const more = others.length > maxOthers ? `; and ${others.length - maxOthers} more` : "";
  throw new AppError({
    kind: "config",
    code: "config_invalid",
    message: `${configFileName}: ${first}`,
    hint:
      others.length === 0
        ? `correct ${configFileName}`
        : `correct that, and: ${others.slice(0, maxOthers).join("; ")}${more}`,
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError({
      kind: "config",
      code: "config_invalid",
      message: `${configFileName}: is not UTF-8 text`,
      hint: `save ${configFileName} as UTF-8`,
      cause,
    });
  }
}
