/**
 * How much a key says that its value is a secret. `strong`: a password, a secret, an API key. `plain`: a word that also
 * names other things (`token`). `weak`: the value has to look like a secret by itself.
 */
export interface KeyJudgement {
  readonly strength: "strong" | "plain" | "weak";
  /** Word of the placeholder. */
  readonly kind: "pass" | "token" | "key" | "auth";
  /** Written like an environment variable. */
  readonly upper: boolean;
}

/** Words that make a key worth a look; they anchor the search for pairs. The second list needs other alphabets. */
export const keyPatterns: readonly RegExp[] = [
  /pass|pwd|pw(?![a-z])|secret|token|key|auth|credential|kennwort|contrase|sessid|sessionid|dsn|creds?(?![a-z])/gi,
  /парол|密码|密碼|口令|密钥|密鑰|令牌/gi,
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

const passwordWords = words(
  "password passwd passphrase passcode passwort kennwort pwd pswd pw contraseña contrasena пароль 密码 密碼 口令",
);
const secretWords = words("secret apikey accesskey secretkey privatekey accountkey sharedkey 密钥 密鑰");
const tokenWords = words("token authtoken 令牌");

/** `API key` and `secret access key`: the words before it make a key of two or three words. */
export function isKeyLabel(word: string): boolean {
  return secretBeforeKey.has(word.toLowerCase());
}

/** What turns a `key` into a secret one, what keeps it harmless; with anything else the value decides. */
const secretBeforeKey = words(
  "api access secret private signing encryption account shared master auth service license ssh hmac jwt webhook consumer subscription functions admin",
);
const harmlessBeforeKey = words(
  "public primary foreign cache sort partition index map composite unique object property json translation i18n message react query group hot arrow enter tab search lookup dedupe idempotency config registry state data column row field route item node list host parent child session config the a this that each per any",
);
/** What makes a token one of many that are no secret: of a parser, of a page. */
const harmlessBeforeToken = words(
  "next page continuation unexpected significant arrow current first last prev previous eof per input output start end syntax special pad",
);

/** Last words after which a value is about the secret, not the secret. */
const about = words(
  "file path dir directory folder name type count length len size limit id url uri endpoint host port expiry expiration ttl at " +
    "policy field label prompt hint required enabled disabled min max format prefix suffix version kind class env var ref " +
    "reference store storage manager provider usage used budget digest hash sha sha1 sha256 sha512 md5 fingerprint algorithm " +
    "alg method mode status state error message code regex pattern rotation reset change changed input output placeholder " +
    "description title help text schema spec config rule check validator validation strength age history test index pos start " +
    "end line column offset arn command cmd source scope audience issuer service callback handler function fn generator " +
    "factory builder parser lexer stream bucket window cost price total sum rate left remaining cache sock socket agent user " +
    "username email role group header cookie domain template form page link button view dialog component helper util",
);
/** Last words that say nothing: `PASSWORD_B64`, `SECRET_KEY_BASE`, `token2`. */
const transparent = words(
  "base value val b64 base64 raw plain plaintext string str prod production dev development staging live old new current default primary secondary local main root here 1 2 3 01 02",
);

/** Lower-case words of a key, split at separators, changes of case, and before a secret word glued to another. */
function splitKey(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const glued =
        /^(.+?)(password|passwd|passphrase|secret|token|apikey|accesskey|secretkey|privatekey|accountkey|密码|密碼|口令|密钥|密鑰|令牌)(\d*)$/.exec(
          word,
        );
      return glued === null ? [word] : glued.slice(1);
    })
    .filter((word) => word !== "");
}

/** null: the key names nothing secret. */
export function judgeKey(key: string): KeyJudgement | null {
  const upper = /^[A-Z][A-Z0-9]{2,}(?:_[A-Z0-9]+)*$/.test(key);
  const parts = splitKey(key);
  let end = parts.length;
  while (end > 1 && transparent.has(parts[end - 1] ?? "")) end -= 1;
  const named = judgeWords(parts.slice(0, end), upper);
  if (named !== null) return named;
  const last = parts.at(-1) ?? "";
  const inside = parts
    .slice(0, -1)
    .some((part) => passwordWords.has(part) || secretWords.has(part) || tokenWords.has(part));
  return !inside || about.has(last) || last.endsWith("s") ? null : { strength: "weak", kind: "token", upper };
}

function judgeWords(parts: readonly string[], upper: boolean): KeyJudgement | null {
  const last = parts.at(-1) ?? "";
  const before = parts.at(-2);
  if ((last === "pwd" || last === "pw") && before === undefined) return { strength: "weak", kind: "pass", upper };
  if (passwordWords.has(last)) return { strength: "strong", kind: "pass", upper };
  if (upper && /^(?:ssh|db|mysql|sql|pg|ftp|smtp|mail|user|root|admin|http|app|redis|mongo)pass$/.test(last)) {
    return { strength: "strong", kind: "pass", upper };
  }
  if (last === "pass") return { strength: upper && before !== undefined ? "plain" : "weak", kind: "pass", upper };
  if (secretWords.has(last)) return { strength: "strong", kind: "key", upper };
  if (tokenWords.has(last)) {
    const harmless = before === undefined || harmlessBeforeToken.has(before);
    return { strength: harmless ? "plain" : "strong", kind: "token", upper };
  }
  if (last === "key") {
    if (before === undefined || harmlessBeforeKey.has(before)) return null;
    return { strength: secretBeforeKey.has(before) ? "strong" : "weak", kind: "key", upper };
  }
  if (last === "id" && before === "key" && parts.at(-3) === "private") return { strength: "plain", kind: "key", upper };
  if (authWords.has(last)) return { strength: "weak", kind: "auth", upper };
  return null;
}

const authWords = words("auth credential credentials cred creds dsn phpsessid jsessionid sessid sessionid");
