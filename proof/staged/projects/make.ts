import { deployScript, ignored, manualPages } from "./common.ts";

/** Shell scripts with a Makefile: build, lint, test, a benchmark that takes its time. */
export const makeProject: Readonly<Record<string, string>> = {
  ".gitignore": ignored,
  "README.md": "# backup\n\n`make test`, `make lint`, `make build`.\n",
  Makefile: `.PHONY: test lint build bench

test:
	@sh test/run.sh

lint:
	@sh scripts/lint.sh

build:
	@mkdir -p dist && cat lib/*.sh > dist/backup.sh && echo "build: dist/backup.sh"

bench:
	@echo "bench: warming up"; sleep 40; echo "bench: done"
`,
  "lib/names.sh": 'archive_name() {\n  echo "backup-$1.tar"\n}\n',
  "lib/rotate.sh": "keep_count() {\n  echo 7\n}\n",
  "lib/paths.sh": 'store_path() {\n  echo "/var/backup/$1"\n}\n',
  "test/run.sh": `#!/bin/sh
for file in lib/*.sh; do . "./$file"; done
failed=0
expect() {
  if [ "$2" = "$3" ]; then echo "ok - $1"; else echo "not ok - $1: expected $3, got $2"; failed=1; fi
}
expect "archive name" "$(archive_name monday)" "backup-monday.tar"
expect "kept archives" "$(keep_count)" "7"
expect "store path" "$(store_path a)" "/var/backup/a"
exit $failed
`,
  "scripts/lint.sh": `#!/bin/sh
if grep -n "$(printf '\\140')" lib/*.sh; then
  echo "lint: error: backticks are not allowed, use \\$(...)" >&2
  exit 1
fi
echo "lint: clean"
`,
  "scripts/deploy.sh": deployScript,
  ...manualPages("docs/manual", 12),
};
