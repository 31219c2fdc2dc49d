import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import type { StepSpec } from "./core.ts";
import { files, type StepName } from "./step-names.ts";
import { noteBegun, type TruthFolder } from "./truth.ts";

/** `note-…` steps leave a line outside and nothing else. */
export function describeStep(name: string, truth: TruthFolder): StepSpec<unknown> {
  const content = files[name as StepName];
  const base = { key: name, inputs: { step: name }, free: true };
  const begun = (): void => noteBegun(truth, name);
  if (content !== undefined) {
    return {
      ...base,
      artifact: `artifact/${name}`,
      do: ({ folder }) => {
        begun();
        for (const [path, text] of Object.entries(content)) {
          mkdirSync(dirname(join(folder ?? "", path)), { recursive: true });
          writeFileSync(join(folder ?? "", path), text);
        }
        return { files: Object.keys(content).length };
      },
    };
  }
  switch (name) {
    case "command":
      return {
        ...base,
        do: () => {
          begun();
          must("sh", ["-c", 'echo done >> "$0"', join(truth.path, "command")]);
        },
      };
    case "http": {
      const ask = (method: string, operation: string): Promise<number> =>
        call(method, `http://127.0.0.1:${truth.port}/${truth.token}/${operation}`);
      return {
        ...base,
        safeToRetry: true,
        retry: true,
        probe: async ({ operation }) => answer(await ask("GET", operation)),
        do: async ({ operation, progress }) => {
          begun();
          progress({ remote: operation });
          return ask("POST", operation);
        },
      };
    }
    case "commit": {
      const repository = join(truth.path, "repository");
      return {
        ...base,
        safeToRetry: true,
        retry: true,
        probe: () => answer(commitsIn(repository)),
        do: ({ operation }) => {
          begun();
          const who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
          must("git", ["init", "-q", "--template=", repository]);
          must("git", ["-C", repository, ...who, "commit", "-q", "--allow-empty", "-m", operation]);
        },
      };
    }
    default:
      return {
        ...base,
        do: () => {
          begun();
          appendFileSync(join(truth.path, "noted"), `${name}\n`);
        },
      };
  }
}

function answer(count: number): { readonly answer: "done" | "not_done"; readonly detail: string } {
  return { answer: count > 0 ? "done" : "not_done", detail: `it counts ${count}` };
}

function commitsIn(repository: string): number {
  const { stdout } = spawnSync("git", ["-C", repository, "log", "--format=%s"], { encoding: "utf8" });
  return (stdout ?? "").split("\n").filter((text) => text !== "").length;
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}

async function call(method: string, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve(Number(text)));
    })
      .on("error", reject)
      .end();
  });
}
