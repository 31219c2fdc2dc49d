import type { SecretKind } from "./placeholder.ts";

/**
 * A token format: literal heads (separated by blanks) and a pattern for what follows the head. Where the pattern has a
 * group, only the group is the secret; else the head belongs to it.
 */
export interface TokenShape {
  readonly kind: SecretKind;
  readonly heads: string;
  readonly rest: string;
  /** Total length where the format fixes one: says how far a token goes on after a line break. */
  readonly length?: number;
  /** Refuse a rest that is made of words: the head also begins ordinary names. */
  readonly random?: true;
  /** Its last part may be hex digits only, like an id. */
  readonly hex?: true;
  /** Counts only where a token can begin: other words or encoded bytes may hold the head. */
  readonly bounded?: true;
}

const w = "[A-Za-z0-9]";
const u = "[A-Za-z0-9_]";
const d = "[A-Za-z0-9_-]";
const hex = "[0-9a-f]";
/** Not inside another word, but after an escape that ends in a letter. */
const apart = `(?:(?<!${d})|(?<=\\\\[nrt]))`;
const uuid = `${hex}{8}-(?:${hex}{4}-){3}${hex}{12}`;

export const tokenShapes: readonly TokenShape[] = [
  { kind: "gh", heads: "ghp_ gho_ ghu_ ghs_ ghr_", rest: `${u}{20,}(?:\\.${d}{10,}){0,2}`, length: 40, random: true },
  { kind: "gh", heads: "github_pat_", rest: `${u}{20,}`, length: 93 },
  {
    kind: "gitlab",
    heads: "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-",
    rest: `${d}{16,}(?:\\.${d}{1,}){0,3}`,
  },
  { kind: "gitlab", heads: "GR1348941", rest: `${d}{16,}` },
  { kind: "npm", heads: "npm_", rest: `${u}{30,}`, length: 40, random: true },
  {
    kind: "slack",
    heads: "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xox",
    rest: "[A-Za-z0-9%-]{8,}",
    hex: true,
  },
  { kind: "slack", heads: "xapp-", rest: "[A-Za-z0-9-]{10,}", hex: true },
  { kind: "slack", heads: "hooks.slack.com/", rest: "(?:services|workflows|triggers)/([A-Za-z0-9/_-]{6,})" },
  { kind: "openai", heads: "sk-", rest: `${d}{10,120}T3BlbkFJ${d}{0,}` },
  { kind: "openai", heads: "sk-proj- sk-svcacct- sk-admin- sk-None- sk-service-", rest: `${d}{16,}` },
  { kind: "anthropic", heads: "sk-ant-", rest: `${d}{8,}` },
  { kind: "router", heads: "sk-or-v", rest: `\\d-${d}{16,}`, length: 73 },
  { kind: "openai", heads: "sk-", rest: `${d}{20,}`, random: true, bounded: true },
  { kind: "google", heads: "AIza", rest: `${d}{30,}`, length: 39, bounded: true },
  { kind: "google", heads: "ya29.", rest: "[A-Za-z0-9_-][A-Za-z0-9_.-]{5,}", bounded: true },
  { kind: "google", heads: "GOCSPX-", rest: `${d}{16,}` },
  { kind: "google", heads: "1//0", rest: `${d}{30,}`, bounded: true },
  { kind: "aws", heads: "AKIA ASIA", rest: "[A-Z0-9]{12,}", length: 20, bounded: true },
  { kind: "aws", heads: "A3T AGPA AIDA AROA AIPA ANPA ANVA ABIA ACCA", rest: "[A-Z0-9]{16,}(?![a-z_])", bounded: true },
  {
    kind: "aws",
    heads: "IQoJb3JpZ2luX2Vj FwoGZXIvYXdz FQoGZXIvYXdz",
    rest: "[A-Za-z0-9+/%]{40,}={0,2}",
    bounded: true,
  },
  { kind: "stripe", heads: "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", rest: `${w}{10,}`, random: true },
  { kind: "stripe", heads: "whsec_", rest: "[A-Za-z0-9+/=]{16,}" },
  { kind: "key", heads: "sk_", rest: `${w}{24,}`, random: true, bounded: true },
  { kind: "sendgrid", heads: "SG.", rest: `${d}{6,}\\.${d}{6,}`, random: true, bounded: true },
  { kind: "twilio", heads: "SK AC", rest: "[0-9a-f]{32}(?![0-9A-Za-z])", bounded: true },
  { kind: "mailgun", heads: "key-", rest: `${w}{32}(?!${w})`, random: true, bounded: true },
  { kind: "linear", heads: "lin_api_ lin_oauth_", rest: `${u}{16,}` },
  { kind: "face", heads: "hf_ api_org_", rest: `${w}{20,}`, length: 37, random: true, bounded: true },
  { kind: "pypi", heads: "pypi-", rest: `${d}{16,}`, random: true, bounded: true },
  { kind: "docker", heads: "dckr_pat_ dckr_oat_", rest: `${d}{16,}` },
  { kind: "ocean", heads: "dop_v1_ doo_v1_ dor_v1_", rest: "[A-Fa-f0-9]{32,}", length: 71 },
  { kind: "shopify", heads: "shpat_ shpca_ shppa_ shpss_ shptka_", rest: `${w}{16,}`, length: 38 },
  { kind: "vault", heads: "hvs. hvb. hvr.", rest: `${d}{20,}` },
  { kind: "age", heads: "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", rest: `${w}{20,}`, length: 74 },
  { kind: "discord", heads: "discord.com/api/webhooks/ discordapp.com/api/webhooks/", rest: `(\\d{1,}/${d}{10,})` },
  { kind: "discord", heads: "mfa.", rest: `${d}{60,}`, bounded: true },
  { kind: "teams", heads: "webhook.office.com/webhookb2/", rest: "([A-Za-z0-9@/-]{20,})" },
  { kind: "postman", heads: "PMAK-", rest: `${w}{20,}(?:-${w}{1,})?`, length: 64 },
  { kind: "sentry", heads: "sntrys_ sntryu_", rest: "[A-Za-z0-9+/=_-]{20,}" },
  { kind: "grafana", heads: "glc_", rest: "[A-Za-z0-9+/]{20,}={0,2}" },
  { kind: "grafana", heads: "glsa_", rest: `${w}{20,}(?:_[A-Fa-f0-9]{8,})?` },
  { kind: "notion", heads: "ntn_", rest: `${w}{30,}` },
  { kind: "figma", heads: "figd_ figo_ figu_", rest: `${d}{20,}` },
  { kind: "blob", heads: "vercel_blob_rw_", rest: `${u}{20,}` },
  { kind: "vercel", heads: "vcp_ vci_ vca_ vcr_ vck_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "scale", heads: "pscale_tkn_ pscale_pw_ pscale_oauth_", rest: "[A-Za-z0-9_.=-]{20,}" },
  { kind: "supabase", heads: "sbp_ sb_secret_", rest: `${d}{16,}`, random: true },
  {
    kind: "doppler",
    heads: "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
    rest: "[A-Za-z0-9_.-]{20,}",
    bounded: true,
  },
  { kind: "gems", heads: "rubygems_", rest: "[a-f0-9]{32,}" },
  { kind: "atlassian", heads: "ATATT3 ATCTT3 ATSTT3 ATBB", rest: "[A-Za-z0-9_=-]{20,}", bounded: true },
  { kind: "relic", heads: "NRAK- NRII- NRJS- NRAA- NRRA-", rest: `${d}{20,}` },
  { kind: "brevo", heads: "xkeysib-", rest: "[A-Za-z0-9-]{20,}" },
  { kind: "nvidia", heads: "nvapi-", rest: `${d}{20,}` },
  { kind: "tavily", heads: "tvly-", rest: `${d}{16,}`, random: true },
  { kind: "smith", heads: "lsv2_pt_ lsv2_sk_", rest: `${u}{20,}` },
  { kind: "pinecone", heads: "pcsk_", rest: `${u}{20,}` },
  { kind: "tailscale", heads: "tskey-", rest: "[a-z]{1,}-[A-Za-z0-9-]{12,}" },
  { kind: "circle", heads: "CCIPAT_", rest: `${u}{20,}` },
  { kind: "contentful", heads: "CFPAT-", rest: `${d}{20,}` },
  { kind: "square", heads: "sq0", rest: `[a-z]{3}-${d}{20,}`, bounded: true },
  { kind: "heroku", heads: "HRKU-", rest: `${d}{20,}` },
  { kind: "clojars", heads: "CLOJARS_", rest: `${w}{30,}` },
  { kind: "amazon", heads: "amzn.mws.", rest: uuid },
  { kind: "plaid", heads: "access-sandbox- access-development- access-production-", rest: uuid },
  { kind: "hubspot", heads: "pat-na1- pat-eu1- pat-na2-", rest: uuid },
  { kind: "cloud", heads: "v1.0-", rest: `${hex}{24}-${hex}{100,}` },
  { kind: "groq", heads: "gsk_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "xai", heads: "xai-", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "perplex", heads: "pplx-", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "replicate", heads: "r8_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "resend", heads: "re_", rest: `${w}{6,}_${w}{16,}`, random: true, bounded: true },
  { kind: "databricks", heads: "dapi", rest: "[A-Fa-f0-9]{32,}(?:-\\d)?", bounded: true },
  { kind: "airtable", heads: "pat", rest: `${w}{14}\\.[a-f0-9]{40,}`, bounded: true },
  { kind: "pulumi", heads: "pul-", rest: "[a-f0-9]{32,}", bounded: true },
  { kind: "netlify", heads: "nfp_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "graph", heads: "sgp_", rest: `${u}{30,}`, random: true, bounded: true },
  { kind: "posthog", heads: "phx_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "render", heads: "rnd_", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "flyio", heads: "fo1_ fm1_ fm2_", rest: "[A-Za-z0-9_+/=-]{30,}", random: true, bounded: true },
  { kind: "prefect", heads: "pnu_ pnb_", rest: `${w}{30,}`, random: true, bounded: true },
  { kind: "typeform", heads: "tfp_", rest: `${d}{30,}`, random: true, bounded: true },
  { kind: "readme", heads: "rdme_", rest: "[a-z0-9]{40,}", random: true, bounded: true },
  { kind: "buildkite", heads: "bkua_", rest: `${w}{30,}`, random: true, bounded: true },
  { kind: "alibaba", heads: "LTAI", rest: `${w}{12,30}`, random: true, bounded: true },
  { kind: "tencent", heads: "AKID", rest: `${w}{24,40}`, random: true, bounded: true },
  { kind: "nuget", heads: "oy2", rest: `[a-z0-9]{43}(?!${w})`, bounded: true },
  { kind: "facebook", heads: "EAA", rest: `(?<![A-Za-z0-9+/]EAA)${w}{60,}(?![+/=])`, bounded: true },
  { kind: "dropbox", heads: "sl. sl.u.", rest: `${d}{60,}`, bounded: true },
  { kind: "jfrog", heads: "AKCp", rest: `${w}{20,}`, random: true, bounded: true },
  { kind: "onepass", heads: "ops_ey", rest: "[A-Za-z0-9+/=_-]{20,}", bounded: true },
  { kind: "onepass", heads: "A3-", rest: "[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-){3,5}[A-Z0-9]{5}", bounded: true },
  { kind: "firebase", heads: "APA91b", rest: `${d}{100,}` },
  { kind: "wallet", heads: "xprv yprv zprv", rest: `${w}{80,}`, bounded: true },
  { kind: "mapbox", heads: "sk.eyJ", rest: `${d}{20,}(?:\\.${d}{1,})?`, bounded: true },
];

/** Formats known by a mark within: the first group, looked for backwards from the mark, is where the token begins. */
export const headlessShapes: readonly Omit<TokenShape, "heads">[] = [
  { kind: "hash", rest: "(\\$)(?:2[abxy]?|argon2(?:id?|d)|scrypt|apr1|[1567y])\\$[./A-Za-z0-9$=,+-]{20,}" },
  { kind: "telegram", rest: `:(?<=(?<!\\d)(\\d{8,10}):)(?:AA${d}{32,}|${d}{35}(?!${d}))` },
  { kind: "mailchimp", rest: `-(?<=${apart}(${hex}{32})-)us\\d{1,2}(?!${d})` },
  { kind: "mailgun", rest: `-(?<=${apart}(${hex}{32})-)${hex}{8}-${hex}{8}(?!${d})` },
  { kind: "terraform", rest: `\\.atlasv1\\.(?<=(${w}{14})\\.atlasv1\\.)${d}{20,}` },
  { kind: "azure", rest: `Q~(?<=([A-Za-z0-9_.~-]{3}\\d)Q~)[A-Za-z0-9_.~-]{31,34}` },
  { kind: "discord", rest: `\\.(?<=${apart}([MNO]${d}{23,27})\\.)${d}{6}\\.${d}{27,}`, random: true },
];
