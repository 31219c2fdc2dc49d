import { posix } from "node:path";

const suffixes = [
  "-legacy",
  "-helpers",
  "_v2",
  "-backup",
  "-utils",
  "_old",
  "-draft",
  "-internal",
  "_copy",
  "-extra",
] as const;
const commands = [
  "npm run test:smoke-extra",
  "pytest tests/regression_old -x",
  "cargo clippy --all-targets --workspace",
  "go test ./internal/legacyqueue/...",
  "make release-check-all",
  "git push origin hotfix/rollback-v9",
  "docker push registry.example.net/app:rc7",
  "npx eslint src/legacy --max-warnings 3",
  "kubectl rollout restart deployment/legacy-worker",
  "gh pr merge 99871 --squash",
] as const;
const strangers = [
  "src/legacy-queue.ts",
  "lib/old_session.py",
  "pkg/rollback_v9.go",
  "docs/migration-v9.md",
  "config/release-rc7.yaml",
] as const;

/** Five paths beside known ones and five commands: plausible, false, and nowhere in the transcript. */
export function decoysOf(paths: ReadonlySet<string>, transcript: string): readonly string[] {
  const unknown = (candidate: string): boolean => !paths.has(candidate) && !transcript.includes(candidate);
  const siblings = [...paths]
    .sort()
    .filter((path) => posix.extname(path) !== "")
    .map((path, nth) => {
      const { dir, name, ext } = posix.parse(path);
      return posix.join(dir, `${name}${suffixes[nth % suffixes.length]}${ext}`);
    });
  return [...[...siblings, ...strangers].filter(unknown).slice(0, 5), ...commands.filter(unknown).slice(0, 5)];
}
