import type { Scenario } from "../step.ts";

// Put together here, so that no file of ours holds a whole one.
const join = (...parts: readonly string[]): string => parts.join("");
const github = join("ghp", "_", "q7Rk2Xv9Lm4Tz8Wc1Yb6Nd3Hf5Jg0Ps2Au4E");
const anthropic = join(
  "sk-ant-",
  "api03-",
  "Zx8Qw2Lp5Vn7Rt3Ky9Bm4Hc6Jd1Gf0Ss",
  "-Ab3De6Gh9Jk2Mn5Pq8Rt1Vw4Yz7Bc0Ef3Gh6Jk9",
);
const aws = join("AKIA", "Q4ZT7YXW2LMNB5RC");
const awsSecret = join("wJ7rXk2TqEM1", "K9bPxRfiCY3zQ8LmN4vT6sHdGa5U");
const npm = join("npm", "_", "Vb3Nc6Xz9Lk2Jh5Gf8Ds1Qa4We7Rt0Yu3Io6");
const jwt = join(
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
  ".eyJzdWIiOiI0MjQyIiwibmFtZSI6IkFkYSBTdG9yZSJ9",
  ".k3Jx8Qv2Rm7Tz1Wc5Yb9Nd4Hf6Lg0PsAu2Ee7Xi",
);
const password = "t7Gq-vL93-xMz2";
const databasePassword = "Kd82mQxw7ZrT";
const pemBody = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";

const environment = [
  `GITHUB_TOKEN=${github}`,
  `ANTHROPIC_API_KEY=${anthropic}`,
  `AWS_ACCESS_KEY_ID=${aws}`,
  `AWS_SECRET_ACCESS_KEY=${awsSecret}`,
  `//registry.npmjs.org/:_authToken=${npm}`,
  `SESSION_JWT=${jwt}`,
  `DATABASE_URL=postgres://shop:${password}@db.internal:5432/shop`,
  `DB_PASSWORD=${databasePassword}`,
];
const pem = ["-----BEGIN PRIVATE ", `KEY-----\n${pemBody}\n`, "-----END PRIVATE ", "KEY-----"].join("");

/** Secrets of every kind in outputs, in what the user says and in the line that says why a command failed. */
export const secrets: Scenario = {
  name: "secrets",
  about: "seeded secrets in outputs, error lines and user texts",
  project: "node",
  foreign: { ".env": `${environment.join("\n")}\n`, "key.pem": `${pem}\n` },
  steps: [
    {
      do: "user",
      text: `The registry needs this token: ${npm}. Put the port 7070 into src/config.mjs and never commit .env.`,
      constraints: ["Put the port 7070 into src/config.mjs and never commit .env."],
    },
    { do: "run", command: "cat .env", look: true },
    { do: "run", command: "cat key.pem", look: true },
    { do: "edit", path: "src/config.mjs", old: "port: 8080", new: "port: 7070" },
    {
      do: "run",
      command: "node -e \"throw new Error('refused: ' + require('fs').readFileSync('.env', 'utf8').split('\\n')[6])\"",
      why: /^Error: refused/,
    },
    { do: "run", command: "npm test", check: "npm test" },
    {
      do: "user",
      text: `Try again with the password ${password} and the header "Authorization: Bearer ${jwt}", then tell me what happens.`,
    },
    { do: "say", text: "I will try once more with these." },
  ],
  next: ["src/config.mjs"],
  secrets: [github, anthropic, aws, awsSecret, npm, jwt, password, databasePassword, pemBody],
};
