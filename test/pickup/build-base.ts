import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openStand, type Stand } from "./stand.ts";

const files = `
git init -q --template= -b main . && mkdir .git/info
printf '*.log\\nbuild/\\n' > .gitignore
printf '*.txt text\\n' > .gitattributes
mkdir src docs
echo 'one' > src/a.js; echo 'two' > src/b.js; echo 'three' > src/c.js; echo 'old' > src/old.js
printf 'x\\ny\\n' > src/eol.txt; printf 'p\\nq\\n' > src/dirty-eol.txt
echo 'plan' > docs/plan.txt
echo 'echo tool' > tool.sh
echo 'test ! -e ../broken && grep -q one src/a.js' > check.sh
echo '{ "acceptance": ["sh check.sh"], "prerequisites": [{ "path": "docs/plan.txt" }] }' > passdown.config.json
git add -A
git commit -q -m 'Begin'
echo 'main' > src/main.js; git add -A; git commit -q -m 'Work on main'
git clone -q --template= --bare . ../origin.git
git remote add origin "$PWD/../origin.git"
git checkout -q -b topic
echo 'one and a half' > src/a.js; git commit -q -a -m 'Add half'
echo 'good' > src/good.js; git add -A; git commit -q -m 'Good so far'
`;

const theirs = `
git clone -q --template= ../origin.git ../theirs
cd ../theirs && echo theirs > theirs.js && git add -A && git commit -q -m Theirs && git push -q
`;

const head = `
echo 'head' > src/head.js; git add -A; git commit -q -m 'Go on'
`;

const uncommitted = `
echo 'two, changed' > src/b.js
chmod +x tool.sh
rm src/c.js
git mv src/old.js src/moved.js
printf 'p\\nq\\nr\\n' > src/dirty-eol.txt
echo 'notes' > notes.md
ln -s src/a.js link
echo 'ignored' > ignored.log
`;

/** Branch topic with uncommitted work, kept on purpose and verified; the last known good commit lies before the head. */
export async function buildWork(folder: string): Promise<Stand> {
  const stand = begin(folder);
  await stand.exec("sh", "check.sh");
  stand.sh(head);
  stand.sh(uncommitted);
  await stand.exec("sh", "check.sh");
  await stand.note({ kind: "next", text: "write the other half of src/b.js" });
  await stand.note({ kind: "keep", text: "half of the change" });
  return publish(stand);
}

/** The same branch with everything committed; the head is the last known good commit. */
export async function buildClean(folder: string): Promise<Stand> {
  const stand = begin(folder);
  stand.sh(head);
  await stand.exec("sh", "check.sh");
  await stand.note({ kind: "next", text: "begin the other half" });
  return publish(stand);
}

const plain = `
echo 'one' > a.txt; echo 'plan' > plan.txt
echo 'grep -q one a.txt' > check.sh
echo '{ "acceptance": ["sh check.sh"], "prerequisites": [{ "path": "plan.txt" }] }' > passdown.config.json
`;

/** A folder that is no repository. */
export async function buildFolder(folder: string): Promise<Stand> {
  return buildPlain(folder, ":");
}

/** A repository before its first commit. */
export async function buildUnborn(folder: string): Promise<Stand> {
  return buildPlain(folder, "git init -q --template= -b main .");
}

async function buildPlain(folder: string, init: string): Promise<Stand> {
  const stand = open(folder);
  stand.sh(init + plain);
  await stand.exec("sh", "check.sh");
  await stand.note({ kind: "next", text: "go on" });
  return publish(stand, "nothing can be committed yet");
}

/** A repository without a work tree. */
export async function buildBare(folder: string): Promise<Stand> {
  const stand = open(folder);
  stand.sh(`git init -q --template= --bare -b main . && git clone -q --template= . $SIDE 2> /dev/null && cd $SIDE
    date > a && git add a && git commit -q -m a && git push -q && cd - > /dev/null && rm -r $SIDE`);
  await stand.note({ kind: "next", text: "go on" });
  return publish(stand);
}

function begin(folder: string): Stand {
  const stand = open(folder);
  stand.sh(files);
  stand.sh(theirs);
  return stand;
}

function open(folder: string): Stand {
  const dir = join(folder, "repo");
  mkdirSync(dir, { recursive: true });
  return openStand(dir, join(folder, "side"));
}

async function publish(stand: Stand, force?: string): Promise<Stand> {
  const result = await stand.pack(force === undefined ? {} : { force });
  if (result.result !== "published") throw new Error(`the base was not packed: ${JSON.stringify(result, null, 1)}`);
  return stand;
}
