import { createHash } from "node:crypto";

/** Deterministic characters of an alphabet: the shapes are put together here, so that no file holds one as a literal. */
export function random(alphabet: string, length: number, seed: string): string {
  let out = "";
  for (let round = 0; out.length < length; round += 1) {
    for (const byte of createHash("sha256").update(`${seed}/${round}`).digest())
      out += alphabet[byte % alphabet.length];
  }
  return out.slice(0, length);
}

const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
export const word: string = upper + upper.toLowerCase() + digits;
export const dashed: string = `${word}_-`;
export const base64: string = `${word}+/`;
export const hex: string = "0123456789abcdef";
const letters = upper + upper.toLowerCase();

export interface Shape {
  readonly name: string;
  /** The whole text that holds the secret. */
  readonly write: (secret: string) => string;
  readonly secret: (seed: string) => string;
}

function token(name: string, secret: (seed: string) => string): Shape {
  return { name, write: (text) => text, secret };
}

function within(name: string, write: (secret: string) => string, secret: (seed: string) => string = password): Shape {
  return { name, write, secret };
}

/** A password with letters, digits and signs. */
export function password(seed: string): string {
  return `${random(word, 7, seed)}${random(digits, 2, `${seed}d`)}${random("!@%+~*", 1, `${seed}s`)}${random(word, 5, `${seed}e`)}`;
}

function uuid(seed: string): string {
  const text = random(hex, 32, seed);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

/** Tokens that their own form gives away. */
export const tokens: readonly Shape[] = [
  token("AWS access key id", (seed) => `AKIA${random(`${upper}234567`, 16, seed)}`),
  token("AWS temporary key id", (seed) => `ASIA${random(`${upper}234567`, 16, seed)}`),
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((head) =>
    token(`GitHub ${head}`, (seed) => `${head}_${random(word, 36, seed)}`),
  ),
  token("GitHub fine-grained", (seed) => `github_pat_${random(word, 22, seed)}_${random(word, 59, `${seed}x`)}`),
  token("GitLab", (seed) => `glpat-${random(dashed, 20, seed)}`),
  token("GitLab routable", (seed) => `glpat-${random(dashed, 27, seed)}.01.${random(hex, 9, `${seed}x`)}`),
  token("npm", (seed) => `npm_${random(word, 36, seed)}`),
  token(
    "Slack bot",
    (seed) => `xoxb-${random(digits, 12, seed)}-${random(digits, 12, `${seed}x`)}-${random(word, 24, `${seed}y`)}`,
  ),
  token(
    "Slack user",
    (seed) => `xoxp-${random(digits, 12, seed)}-${random(digits, 12, `${seed}x`)}-${random(hex, 32, `${seed}y`)}`,
  ),
  token(
    "Slack app",
    (seed) =>
      `xapp-1-${random(`${upper}${digits}`, 11, seed)}-${random(digits, 13, `${seed}x`)}-${random(hex, 64, `${seed}y`)}`,
  ),
  token("OpenAI", (seed) => `sk-${random(word, 20, seed)}T3BlbkFJ${random(word, 20, `${seed}x`)}`),
  token("OpenAI without its mark", (seed) => `sk-${random(word, 48, seed)}`),
  token("OpenAI project", (seed) => `sk-proj-${random(dashed, 74, seed)}T3BlbkFJ${random(dashed, 74, `${seed}x`)}`),
  token("Anthropic", (seed) => `sk-ant-api03-${random(dashed, 93, seed)}AA`),
  token("OpenRouter", (seed) => `sk-or-v1-${random(hex, 64, seed)}`),
  token("Google API", (seed) => `AIza${random(dashed, 35, seed)}`),
  token("Google OAuth", (seed) => `ya29.${random(dashed, 60, seed)}`),
  token("Google client secret", (seed) => `GOCSPX-${random(dashed, 28, seed)}`),
  token("Stripe secret", (seed) => `sk_live_${random(word, 24, seed)}`),
  token("Stripe restricted", (seed) => `rk_live_${random(word, 40, seed)}`),
  token("Stripe webhook", (seed) => `whsec_${random(word, 32, seed)}`),
  token("SendGrid", (seed) => `SG.${random(dashed, 22, seed)}.${random(dashed, 43, `${seed}x`)}`),
  token("Twilio key", (seed) => `SK${random(hex, 32, seed)}`),
  token("Mailgun", (seed) => `key-${random(hex, 32, seed)}`),
  token("Mailchimp", (seed) => `${random(hex, 32, seed)}-us12`),
  token("Linear", (seed) => `lin_api_${random(word, 40, seed)}`),
  token("Hugging Face", (seed) => `hf_${random(letters, 34, seed)}`),
  token("JWT", (seed) =>
    [`{"alg":"HS256","typ":"JWT"}`, `{"sub":"${seed}","iat":1516239022}`]
      .map((part) => Buffer.from(part).toString("base64url"))
      .concat(random(dashed, 43, seed))
      .join("."),
  ),
  token("PyPI", (seed) => `pypi-AgEIcHlwaS5vcmc${random(dashed, 120, seed)}`),
  token("Docker", (seed) => `dckr_pat_${random(dashed, 27, seed)}`),
  token("DigitalOcean", (seed) => `dop_v1_${random(hex, 64, seed)}`),
  token("Shopify", (seed) => `shpat_${random(hex, 32, seed)}`),
  token("Telegram bot", (seed) => `${random("123456789", 10, seed)}:AA${random(dashed, 33, `${seed}x`)}`),
  token(
    "Discord bot",
    (seed) => `M${random(word, 23, seed)}.${random(dashed, 6, `${seed}x`)}.${random(dashed, 38, `${seed}y`)}`,
  ),
  token("Vault", (seed) => `hvs.${random(dashed, 95, seed)}`),
  token("age", (seed) => `AGE-SECRET-KEY-1${random("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58, seed)}`),
  token("Grafana", (seed) => `glsa_${random(word, 32, seed)}_${random(hex, 8, `${seed}x`)}`),
  token("Notion", (seed) => `ntn_${random(digits, 11, seed)}${random(word, 35, `${seed}x`)}`),
  token("Figma", (seed) => `figd_${random(dashed, 43, seed)}`),
  token("Databricks", (seed) => `dapi${random(hex, 32, seed)}`),
  token("Groq", (seed) => `gsk_${random(word, 52, seed)}`),
  token("Vercel", (seed) => `vcp_${random(word, 56, seed)}`),
  token("Sentry", (seed) => `sntrys_${random(base64, 90, seed)}`),
  token("Postman", (seed) => `PMAK-${random(hex, 24, seed)}-${random(hex, 34, `${seed}x`)}`),
  token("RubyGems", (seed) => `rubygems_${random(hex, 48, seed)}`),
  token("Atlassian", (seed) => `ATATT3${random(dashed, 180, seed)}=${random(hex, 8, `${seed}x`).toUpperCase()}`),
  token("Terraform", (seed) => `${random(word, 14, seed)}.atlasv1.${random(dashed, 60, `${seed}x`)}`),
  token("Azure client secret", (seed) => `${random(word, 3, seed)}8Q~${random(`${word}_.~-`, 33, `${seed}x`)}A`),
  token("Plaid", (seed) => `access-production-${uuid(seed)}`),
];

/** Secrets that what stands around them gives away. */
export const contexts: readonly Shape[] = [
  within(
    "Slack webhook",
    (secret) => `https://hooks.slack.com/services/${secret}`,
    (seed) =>
      `T${random(`${upper}${digits}`, 9, seed)}/B${random(`${upper}${digits}`, 9, `${seed}x`)}/${random(word, 24, `${seed}y`)}`,
  ),
  within(
    "AWS secret in an env file",
    (secret) => `aws_secret_access_key=${secret}`,
    (seed) => random(base64, 40, seed),
  ),
  within(
    "AWS secret in an INI file",
    (secret) => `[default]\naws_secret_access_key = ${secret}\nregion = eu-west-1`,
    (seed) => random(base64, 40, seed),
  ),
  within(
    "AWS secret in JSON",
    (secret) => `{"SecretAccessKey": "${secret}"}`,
    (seed) => random(base64, 40, seed),
  ),
  within(
    "AWS secret beside its id",
    (secret) => `AKIA${random(`${upper}234567`, 16, secret)},${secret}`,
    (seed) => random(base64, 40, seed),
  ),
  within("npmrc", (secret) => `//registry.npmjs.org/:_authToken=${secret}`, uuid),
  within(
    "npmrc basic",
    (secret) => `//npm.example.org/:_password=${secret}`,
    (seed) => Buffer.from(password(seed)).toString("base64"),
  ),
  within("env password", (secret) => `DB_PASSWORD=${secret}`),
  within("exported password", (secret) => `export MYSQL_ROOT_PASSWORD='${secret}'`),
  within("password before a command", (secret) => `PGPASSWORD=${secret} psql -h db`),
  within("password in lower case", (secret) => `password=${secret}`),
  within("passwd", (secret) => `passwd: ${secret}`),
  within(
    "JSON with blanks",
    (secret) => `{"user": "x", "password": "${secret}", "n": 1}`,
    (seed) => `correct ${random(word, 8, seed)} battery staple`,
  ),
  within("JSON in JSON", (secret) => JSON.stringify({ text: JSON.stringify({ password: secret, next: "x" }) })),
  within("JSON three deep", (secret) => JSON.stringify(JSON.stringify(JSON.stringify({ api_key: secret })))),
  within("YAML", (secret) => `db:\n  user: app\n  password: ${secret}\n  port: 5432`),
  within(
    "YAML word",
    (secret) => `db:\n  password: ${secret}\n`,
    (seed) => random("abcdefghijklmnop", 12, seed),
  ),
  within(
    "YAML quoted with blanks",
    (secret) => `  password: '${secret}' # old`,
    (seed) => `two words ${random(word, 6, seed)}`,
  ),
  within(
    "YAML block",
    (secret) => `secret: |\n  ${secret}\n`,
    (seed) => random(word, 24, seed),
  ),
  within("Kubernetes env", (secret) => `- name: DB_PASSWORD\n  value: "${secret}"`),
  within("container definition", (secret) => `{"name":"API_TOKEN","value":"${secret}"}`),
  within("INI", (secret) => `[db]\npassword = ${secret}\nport = 1`),
  within("properties", (secret) => `spring.datasource.password=${secret}`),
  within("TOML", (secret) => `client_secret = "${secret}"`),
  within("assignment in code", (secret) => `const apiKey = "${secret}";`),
  within("typed assignment", (secret) => `password: str = "${secret}"`),
  within("environment in code", (secret) => `os.environ["API_TOKEN"] = "${secret}"`),
  within("hash rocket", (secret) => `:password => '${secret}',`),
  within("define", (secret) => `#define WIFI_PASSWORD "${secret}"`),
  within("comparison in code", (secret) => `if (password === "${secret}") {`),
  within(
    "query",
    (secret) => `GET /v1/items?page=2&token=${secret}&x=1 HTTP/1.1`,
    (seed) => random(word, 20, seed),
  ),
  within(
    "encoded query",
    (secret) => `next=%2Fa%3Ftoken%3D${secret}`,
    (seed) => random(word, 20, seed),
  ),
  within(
    "signed URL",
    (secret) => `https://x.blob.core.windows.net/c?sv=2022&sig=${secret}&se=2030`,
    (seed) => `${random(word, 40, seed)}%2B${random(word, 3, `${seed}x`)}%3D`,
  ),
  within(
    "S3 signature",
    (secret) => `https://b.s3.amazonaws.com/k?X-Amz-Signature=${secret}`,
    (seed) => random(hex, 64, seed),
  ),
  within("flag with a blank", (secret) => `deploy --password ${secret} --force`),
  within("flag with =", (secret) => `deploy --token=${secret}`),
  within("quoted flag", (secret) => `deploy --api-key "${secret}" now`),
  within(
    "flag with a word",
    (secret) => `deploy --password ${secret}`,
    (seed) => random("abcdefghijklmnop", 8, seed),
  ),
  within("flag in a list of arguments", (secret) => `["deploy", "--password", "${secret}"]`),
  within("mysql -p", (secret) => `mysql -uroot -p${secret} -h db`),
  within("mysql in a list of arguments", (secret) => JSON.stringify(["mysql", "-u", "root", `-p${secret}`])),
  within("sshpass in a list of arguments", (secret) => JSON.stringify(["sshpass", "-p", secret, "ssh", "h"])),
  within("curl in a list of arguments", (secret) => JSON.stringify(["curl", "-u", `me:${secret}`, "https://x"])),
  within("sshpass", (secret) => `sshpass -p ${secret} ssh host`),
  within("docker login", (secret) => `docker login -u me -p ${secret} registry.example.org`),
  within("curl -u", (secret) => `curl -s -u me:${secret} https://example.org`),
  within("redis-cli", (secret) => `redis-cli -h h -a ${secret} ping`),
  within("SQL", (secret) => `CREATE USER app IDENTIFIED BY '${secret}';`),
  within("netrc", (secret) => `machine example.org login me password ${secret}`),
  within("XML", (secret) => `<server><password>${secret}</password></server>`),
  within("app setting", (secret) => `<add key="ApiSecret" value="${secret}" />`),
  within(
    "hidden input",
    (secret) => `<input type="hidden" name="csrf_token" value="${secret}">`,
    (seed) => random(word, 32, seed),
  ),
  within("Dockerfile", (secret) => `ENV DB_PASSWORD ${secret}`),
  within("npm config", (secret) => `npm config set //registry.npmjs.org/:_authToken ${secret}`, uuid),
  within(
    "AWS prompt",
    (secret) => `AWS Secret Access Key [None]: ${secret}`,
    (seed) => random(base64, 40, seed),
  ),
  within("label", (secret) => `API key: ${secret}`),
  within("sentence", (secret) => `the password is ${secret}`),
  within(
    "Chinese label",
    (secret) => `数据库密码：${secret}，请勿外传`,
    (seed) => random(word, 12, seed),
  ),
  within(
    "Bearer",
    (secret) => `Authorization: Bearer ${secret}`,
    (seed) => `${random(word, 20, seed)}/${random(word, 6, `${seed}x`)}+${random(word, 5, `${seed}y`)}==`,
  ),
  within(
    "short Bearer",
    (secret) => `Authorization: Bearer ${secret}`,
    (seed) => `ya29.${random(word, 6, seed)}`,
  ),
  within(
    "Bearer in JSON",
    (secret) => `{"Authorization": "Bearer ${secret}"}`,
    (seed) => random(word, 30, seed),
  ),
  within(
    "Bearer in curl",
    (secret) => `curl -H 'authorization: bearer ${secret}' https://x`,
    (seed) => random(word, 30, seed),
  ),
  within(
    "Bearer alone",
    (secret) => `sent Bearer ${secret} to host`,
    (seed) => random(word, 30, seed),
  ),
  within(
    "Basic",
    (secret) => `Authorization: Basic ${secret}`,
    (seed) => Buffer.from(`me:${password(seed)}`).toString("base64"),
  ),
  within(
    "Basic alone",
    (secret) => `using Basic ${secret}`,
    (seed) => Buffer.from(`me:${password(seed)}`).toString("base64"),
  ),
  within(
    "token scheme",
    (secret) => `Authorization: token ${secret}`,
    (seed) => random(hex, 40, seed),
  ),
  within(
    "header of its own",
    (secret) => `X-Api-Key: ${secret}`,
    (seed) => random(word, 24, seed),
  ),
  within(
    "private token header",
    (secret) => `PRIVATE-TOKEN: ${secret}`,
    (seed) => random(word, 20, seed),
  ),
  within(
    "Cookie",
    (secret) => `Cookie: theme=dark; sessionid=${secret}; lang=en`,
    (seed) => random(word, 26, seed),
  ),
  within(
    "Set-Cookie",
    (secret) => `Set-Cookie: connect.sid=${secret}; Path=/; HttpOnly`,
    (seed) => `s%3A${random(dashed, 32, seed)}.${random(word, 43, `${seed}x`)}`,
  ),
  within(
    "second cookie after a date",
    (secret) => `Set-Cookie: a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; token=${secret}`,
    (seed) => random(word, 24, seed),
  ),
  within(
    "URL",
    (secret) => `https://me:${secret}@example.org/path`,
    (seed) => random(word, 16, seed),
  ),
  within(
    "URL without user",
    (secret) => `redis://:${secret}@cache:6379/0`,
    (seed) => random(word, 16, seed),
  ),
  within(
    "URL with a token as user",
    (secret) => `https://${secret}@github.com/o/r.git`,
    (seed) => random(hex, 40, seed),
  ),
  within(
    "URL with x-oauth-basic",
    (secret) => `https://${secret}:x-oauth-basic@github.com/o/r`,
    (seed) => random(hex, 40, seed),
  ),
  within(
    "Postgres",
    (secret) => `postgres://app:${secret}@db:5432/app?sslmode=require`,
    (seed) => random(word, 12, seed),
  ),
  within(
    "Postgres, not encoded",
    (secret) => `postgresql://app:${secret}@db.example.org/app`,
    (seed) => `${random(word, 6, seed)}/p@s?s#${random(word, 6, `${seed}x`)}`,
  ),
  within(
    "MongoDB",
    (secret) => `mongodb+srv://app:${secret}@cluster0.example.net/db`,
    (seed) => random(word, 12, seed),
  ),
  within(
    "any scheme",
    (secret) => `svn+ssh://me:${secret}@host/repo`,
    (seed) => random(word, 12, seed),
  ),
  within(
    "Azure account key",
    (secret) => `DefaultEndpointsProtocol=https;AccountName=n;AccountKey=${secret};EndpointSuffix=core.windows.net`,
    (seed) => `${random(base64, 86, seed)}==`,
  ),
  within("SQL connection string", (secret) => `Server=db;User Id=sa;Password=${secret};Encrypt=true`),
  within(
    "Azure service bus",
    (secret) => `Endpoint=sb://n.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${secret}`,
    (seed) => `${random(base64, 43, seed)}=`,
  ),
  within(
    "Discord webhook",
    (secret) => `https://discord.com/api/webhooks/${secret}`,
    (seed) => `${random(digits, 18, seed)}/${random(dashed, 68, `${seed}x`)}`,
  ),
  within(
    "docker auth",
    (secret) => `{"auths":{"r.example.org":{"auth":"${secret}"}}}`,
    (seed) => Buffer.from(`me:${password(seed)}`).toString("base64"),
  ),
  within(
    "hex private key",
    (secret) => `private_key=${secret}`,
    (seed) => random(hex, 64, seed),
  ),
  within(
    "hex private key with 0x",
    (secret) => `PRIVATE_KEY="0x${secret}"`,
    (seed) => random(hex, 64, seed),
  ),
  within(
    "Twilio auth token",
    (secret) => `TWILIO_AUTH_TOKEN=${secret}`,
    (seed) => random(hex, 32, seed),
  ),
  within(
    "JSON web key",
    (secret) => `{"kty":"EC","crv":"P-256","x":"abc","d":"${secret}"}`,
    (seed) => random(dashed, 43, seed),
  ),
  within(
    "bcrypt hash",
    (secret) => `admin ${secret}`,
    (seed) => `$2b$12$${random(`${word}./`, 53, seed)}`,
  ),
];
