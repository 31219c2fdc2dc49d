const names =
  /^(?:\.env(?:\..+)?|\.envrc|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfstate|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.(?:npmrc|netrc|pypirc|pgpass|htpasswd|git-credentials)|credentials(?:\.(?:json|ya?ml|csv|toml))?|secrets?\.(?:json|ya?ml|toml)|kubeconfig)$/i;
const examples = /\.(?:example|sample|template|dist|defaults?)$/i;

/** A file that by its name holds secrets: nothing about its content is kept. */
export function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return names.test(name) && !examples.test(name);
}
