export const ignored = "node_modules/\n__pycache__/\ndist/\n.deploy-url\n";

/** Calls the counting server; its address lies in a file that git ignores. */
export const deployScript = `#!/bin/sh
# deploy.sh TARGET: asks the release server to roll TARGET out.
url=$(cat .deploy-url) || exit 9
echo "deploy: asking for $1"
curl --silent --show-error --fail --request POST "$url/deploy/$1" || exit $?
echo "deploy: $1 rolled out"
`;

/** Pages that a long session reads and searches in: noise of the same form each time. */
export function manualPages(folder: string, count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, page) => [
      `${folder}/page-${String(page + 1).padStart(2, "0")}.md`,
      `# Page ${page + 1}\n\n${Array.from({ length: 40 }, (__, line) => lineOf(page, line)).join("\n")}\n`,
    ]),
  );
}

function lineOf(page: number, line: number): string {
  const words = ["ledger", "carton", "invoice", "parcel", "shelf", "tariff", "voucher"];
  const word = words[(page * 3 + line) % words.length];
  return `- ${word} ${page + 1}.${line + 1}: kept for ${(page + line) % 9} weeks, then counted with its ${words[line % words.length]}`;
}
