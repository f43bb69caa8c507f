import { readEnv } from '../server/src/config/env.ts';
import { decideSettings } from '../server/src/config/settings.ts';
import { QUOTA_RULES, type QuotaRule } from '../server/src/contract/admin/quota-rules.ts';
import { RATE_CLASSES, type RateClass } from '../server/src/http/plugins/rate-limit.ts';

const { rateLimits } = decideSettings(readEnv({}));
const number = (value: number) => value.toLocaleString('en');
const variable = (policy: string) => `RATE_LIMIT_${policy.replace('-', '_').toUpperCase()}`;
const RESETS = { minute: 'every minute', day: 'at midnight UTC' };

const quotaRow = ({ name, fallback, period, meaning }: QuotaRule) =>
  `| \`${name}\` | ${number(fallback)} | ${period === null ? '' : RESETS[period]} | ${meaning} |`;
const classRow = ({ name, policy, key, meaning }: RateClass) =>
  `| \`${policy}\` | ${number(rateLimits[name])} | ${key} | ${meaning} | \`${variable(policy)}\` |`;

/** docs/limits.md, from the tables that the service uses. */
export function limitsText(): string {
  return `# Limits

Two kinds of limits apply to every organization: **quotas** limit how much it has and does, **rate limits** limit how fast it sends requests. Both respond with
429 and \`Retry-After\`. A rejected request changes nothing. \`npm run generate\` generates this page from \`server/src/contract/admin/quota-rules.ts\` and
\`server/src/http/plugins/rate-limit.ts\`.

## Quotas

| quota | default | resets | counts |
|---|---|---|---|
${QUOTA_RULES.map(quotaRow).join('\n')}

The response to a request that would exceed a quota names it:

\`\`\`
{"detail":"The quota alerts of your organization is reached: 10000.","quota":"alerts","limit":10000,"resets_at":null}
\`\`\`

- \`GET /quotas\` shows your organization's quotas and what is used of them.
- The operator sets quotas with \`PUT /admin/organizations/{organization_id}/quotas\` or \`milepost quota set\`; \`milepost quota list\` shows them. A change is effective
  immediately in every process, for images within a second. A limit below the current usage deletes nothing.
- Quotas are exact: any number of processes on one database cannot exceed them together.
- Emails above \`emails_per_day\` are held and sent, oldest first, when the quota allows it. Held emails are deleted after 30 days. Webhook deliveries continue.
- \`stored_bytes\` counts each image of each organization, also if two have the same bytes. It falls when images are deleted at the end of their retention.

## Rate limits

| class | requests per minute | per | routes | setting |
|---|---|---|---|---|
${RATE_CLASSES.map(classRow).join('\n')}

Each class is a token bucket: it holds the requests of one minute and is refilled evenly. \`/healthz\`, \`/livez\`, \`/readyz\` and \`/metrics\` have no limit.

Responses carry the headers of draft-ietf-httpapi-ratelimit-headers. \`q\` requests are allowed in \`w\` seconds; \`r\` are left, and all are available again after
\`t\` seconds:

\`\`\`
RateLimit-Policy: "reads";q=60000;w=60
RateLimit: "reads";r=59999;t=1
\`\`\`

- The buckets are in the memory of each process. Several processes behind a load balancer together admit the limit of each, so divide the limit by their number
  if the total matters. A restart fills the buckets.
- An address is that of the client, or of the proxy's client if the proxy is in \`TRUSTED_PROXIES\`. The addresses of an IPv6 /64 network share a bucket.
- The limits of token creation, of concurrent observation calls and of concurrent downloads apply in addition. Those of token creation and observations are exact
  across processes.

## Other limits

- Emails: with \`CONFIRM_RECIPIENTS=on\`, an address that is not a user of the organization receives alerts only after it confirmed a link. Its emails are held until
  then.
- \`POST /alerts/webhook/test\` without \`webhook_id\` sends to at most 20 webhooks.
- A database statement is cancelled after \`DATABASE_STATEMENT_SECONDS\`, and a transaction that is idle for 2 minutes is ended. Imports, score runs, migrations
  and index builds have 12 hours and 1 hour.
- Images are rejected while the disk has less than \`MIN_FREE_MB\` of free space.
- The subject of an alert email is the number of sightings and the name of the alert, on one line of at most 150 characters.
`;
}
