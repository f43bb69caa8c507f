/** All settings. `settings.ts` parses them; `docs/config.md` is generated from this table. */
export type Variable = {
  name: string;
  /** The default, in words. */
  fallback: string;
  meaning: string;
  secret?: boolean;
};

export const variables = [
  {
    name: 'MILEPOST_MODE',
    fallback: '`local`',
    meaning:
      '`production` connects to public addresses only and requires HTTPS webhooks. `local` also connects to loopback addresses, accepts HTTP webhooks there, and loads the demo into an empty database.',
  },
  {
    name: 'PORT',
    fallback: '`8080`',
    meaning: 'Port of the API, the API reference and the console. 0 selects a free port.',
  },
  {
    name: 'HOST',
    fallback: '`127.0.0.1` in local mode, `0.0.0.0` in production',
    meaning: 'Address to listen on.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '`http://localhost:<PORT>`',
    meaning: 'The URL at which customers reach the service. Links in responses and emails start with it.',
  },
  {
    name: 'DATA_DIR',
    fallback: '`./data`',
    meaning: 'Folder for all local data: the embedded database, images, emails, generated secrets.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'an embedded PostgreSQL under DATA_DIR',
    meaning: 'PostgreSQL 15 or later: `postgres://user:password@host:5432/database`.',
    secret: true,
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '`10`',
    meaning: 'Maximum number of database connections per process, 2 to 200.',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: 'no replica',
    meaning:
      'A read replica for carrier observations and profiles. While it is unreachable, the primary database is used. Responses can be as old as the replication lag.',
    secret: true,
  },
  {
    name: 'PROFILE_DEADLINE_MS',
    fallback: '`2000`',
    meaning: 'Deadline for each section of a carrier profile. A section that exceeds it is null.',
  },
  {
    name: 'PROFILE_CONNECTIONS_PER_SECTION',
    fallback: '`2`',
    meaning:
      'Database connections per profile section and process, in addition to DATABASE_POOL_SIZE. Separate connections keep a slow section from delaying the others.',
  },
  {
    name: 'SMTP_URL',
    fallback: 'emails are saved as files under DATA_DIR',
    meaning: 'SMTP server: `smtp://user:password@host:587` or `smtps://…`.',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    fallback: '`milepost@milepost.example`',
    meaning: 'Sender address of emails. Most SMTP servers require one of their own addresses.',
  },
  {
    name: 'SECRET_KEY',
    fallback: 'generated once and stored under DATA_DIR',
    meaning:
      'Encrypts webhook secrets in the database. All machines on one database need the same value. At least 32 characters. To rotate it, put the new key first: `new,old`.',
    secret: true,
  },
  {
    name: 'WEBHOOK_SIGNATURE_HEADER',
    fallback: '`X-GenLogs-Signature`',
    meaning:
      'Name of the header with the `sha512=…` signature. The Standard Webhooks headers are sent as well.',
  },
  {
    name: 'BLOB_URL',
    fallback: 'files under DATA_DIR',
    meaning:
      'Where images are stored: `file:///folder`, or any S3-compatible store: `s3://key:secret@host:port/bucket/prefix?region=us-east-1`. `&tls=false` uses HTTP. With `&links=direct`, image links lead to the bucket instead of this service. Percent-encode the key and the secret.',
    secret: true,
  },
  {
    name: 'LOG_LEVEL',
    fallback: '`info`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: 'none',
    meaning: 'Comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-For` header is trusted.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '`/metrics` is available on loopback only',
    meaning:
      'Allows requests with `Authorization: Bearer <token>` to read `/metrics` from other addresses. At least 16 characters.',
    secret: true,
  },
  { name: 'ACCESS_TOKEN_HOURS', fallback: '`24`', meaning: 'Lifetime of an access token.' },
  {
    name: 'REFRESH_TOKEN_DAYS',
    fallback: '`30`',
    meaning: 'Lifetime of a refresh token. Refresh tokens are issued but not accepted.',
  },
  {
    name: 'TOKEN_LIMIT_PER_ADDRESS',
    fallback: '`10`',
    meaning: 'Token requests per minute for one account from one address.',
  },
  {
    name: 'TOKEN_LIMIT_PER_ACCOUNT',
    fallback: '`60`',
    meaning: 'Token requests per hour for one account from all addresses.',
  },
  {
    name: 'LINK_SECRET',
    fallback: 'generated once and stored under DATA_DIR',
    meaning:
      'Signs the expiring links to images. All machines behind one URL need the same value. At least 32 characters.',
    secret: true,
  },
  { name: 'PICTURE_LINK_HOURS', fallback: '`24`', meaning: 'Lifetime of an image link.' },
  {
    name: 'DOWNLOADS_AT_ONCE',
    fallback: '`32`',
    meaning: 'Maximum number of concurrent image downloads per process. Further requests get 429.',
  },
  {
    name: 'DOWNLOADS_PER_ORGANIZATION',
    fallback: 'half of DOWNLOADS_AT_ONCE',
    meaning: 'Maximum number of concurrent image downloads per process for one organization.',
  },
  {
    name: 'PASSWORD_HASHES_AT_ONCE',
    fallback: 'the number of cores, at most 4',
    meaning: 'Maximum number of concurrent password checks per process. Each uses 19 MiB.',
  },
  {
    name: 'RECOGNITION_THREADS',
    fallback: 'the number of cores',
    meaning: 'Pictures that one working process reads at the same time; each thread takes up to 500 MB.',
  },
  {
    name: 'RECOGNITION_SECONDS',
    fallback: '`30`',
    meaning:
      'How long reading one picture may take; then its thread is replaced and the picture tried again.',
  },
  {
    name: 'RECOGNIZER_URL',
    fallback: 'the built-in engine',
    meaning: 'URL of a custom recognizer, see docs/recognition.md. It may be in a private network.',
  },
  {
    name: 'RECOGNIZER_TOKEN',
    fallback: 'no token',
    meaning: 'Sent to RECOGNIZER_URL as `Authorization: Bearer <token>`.',
    secret: true,
  },
  {
    name: 'FEDERAL_PORTAL_URL',
    fallback: '`https://data.transportation.gov`',
    meaning: 'Source of `milepost import --download`: the federal portal or a mirror.',
  },
  {
    name: 'FEDERAL_APP_TOKEN',
    fallback: 'no token; the portal throttles downloads',
    meaning: 'A free app token of the portal, for a higher rate limit.',
    secret: true,
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]['name'];
