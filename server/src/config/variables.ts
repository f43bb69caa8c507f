export type Variable = {
  /** Default value, in words. */
  fallback: string;
  meaning: string;
  secret?: boolean;
};

/** All settings by name. `settings.ts` validates them; `docs/config.md` is generated from this list. */
export const variables = {
  // Processes: addresses, database, email, secrets, storage, logs, metrics and traces.
  MILEPOST_MODE: {
    fallback: '`local`',
    meaning:
      'In `production`, webhooks, images and downloads reach public addresses only, and webhooks must use https. In `local`, they may also reach loopback (webhooks over http, too), and an empty database is filled with the demo.',
  },
  PORT: {
    fallback: '`8080`',
    meaning: 'Port of the API, the documentation and the console. 0 selects a free port.',
  },
  HOST: { fallback: '`127.0.0.1` in local mode, `0.0.0.0` in production', meaning: 'Address to listen on.' },
  PUBLIC_URL: {
    fallback: '`http://localhost:<PORT>` in local mode',
    meaning:
      'The URL at which customers reach the service. Links in responses and emails start with it. Required in production, where it should be https.',
  },
  DATA_DIR: {
    fallback: '`./data`',
    meaning: 'Folder for all files: the embedded database, images, emails, generated secrets.',
  },
  DATABASE_URL: {
    fallback: 'an embedded PostgreSQL in DATA_DIR',
    meaning: 'PostgreSQL server, version 15 or newer: `postgres://user:password@host:5432/database`.',
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    fallback: '`6`',
    meaning:
      'Connections in the main pool of a process, 2 to 200. Observations and profiles each have a pool of half the size, and three connections are in no pool: at most 15 per process with the default.',
  },
  DATABASE_STATEMENT_SECONDS: {
    fallback: '`60`',
    meaning:
      'Time limit for a database statement. Imports, score runs, migrations and index builds have larger limits of their own.',
  },
  DATABASE_READ_URL: {
    fallback: 'all reads use DATABASE_URL',
    meaning:
      'Read replica for carrier observations and profiles. Responses may lag behind by the replication delay. While the replica is unreachable, reads use DATABASE_URL.',
    secret: true,
  },
  PROFILE_DEADLINE_MS: {
    fallback: '`2000`',
    meaning:
      'Time limit for each section of a carrier profile. A section that exceeds it is returned as null.',
  },
  PROFILE_CONNECTIONS_PER_SECTION: {
    fallback: '`2`',
    meaning:
      'Maximum number of connections that one profile section uses at a time, in each process. All sections share one pool of half of DATABASE_POOL_SIZE.',
  },
  SMTP_URL: {
    fallback: 'emails are written to files in DATA_DIR',
    meaning: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
    secret: true,
  },
  SMTP_TLS: {
    fallback: '`required` in production, `optional` in local mode',
    meaning:
      '`required`: emails are sent only over TLS with a valid certificate (`smtps://`, or STARTTLS). `optional`: without TLS if the mail server does not offer it; only for a relay on the same machine.',
  },
  MAIL_FROM: {
    fallback: '`milepost@milepost.example`',
    meaning: 'Sender of all emails. Most mail servers accept only their own addresses.',
  },
  MAIL_FILE_DAYS: {
    fallback: '`30`',
    meaning: 'Without SMTP_URL: days until the files of sent emails are deleted.',
  },
  CONFIRM_RECIPIENTS: {
    fallback: '`off`',
    meaning:
      'With `on`, an address that is not a user of the organization receives alert emails only after it confirmed a link in an email. Emails are held until then.',
  },
  SECRET_KEY: {
    fallback: 'generated once and stored in DATA_DIR',
    meaning:
      'Encrypts secrets in the database: of webhooks, single sign-on, one-time codes and links in emails. Must be the same in all processes that share a database; a process with another key does not start. At least 32 characters. To rotate it, put the new key first: `new,old`, see docs/operating.md.',
    secret: true,
  },
  WEBHOOK_SIGNATURE_HEADER: {
    fallback: '`X-GenLogs-Signature`',
    meaning: 'Header that carries `sha512=…`, in addition to the Standard Webhooks headers.',
  },
  BLOB_URL: {
    fallback: 'files in DATA_DIR',
    meaning:
      'Where images are stored: `file:///folder`, or an S3-compatible store: `s3://key:secret@host:port/bucket/prefix?region=us-east-1`. `&tls=false` uses http. With `&links=direct`, image links point to the bucket instead of this service. Percent-encode the key and the secret.',
    secret: true,
  },
  BACKUP_URL: {
    fallback: 'milepost backup and milepost restore need a folder or URL',
    meaning:
      'Where `milepost backup` writes and `milepost restore` reads if no other place is given: `file:///folder` or `s3://…`, as in BLOB_URL.',
    secret: true,
  },
  LOG_LEVEL: { fallback: '`info`', meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.' },
  LOG_FORMAT: {
    fallback: '`text` in local mode on a terminal, otherwise `json`',
    meaning:
      'Format of the log on standard error: `text` is one readable line per request, `json` is one JSON object per line.',
  },
  TRUSTED_PROXIES: {
    fallback: 'none',
    meaning: 'IP addresses or CIDR ranges, comma-separated, whose `X-Forwarded-For` header is trusted.',
  },
  METRICS_TOKEN: {
    fallback: 'only loopback can read `/metrics`',
    meaning:
      'Allows clients on other machines to read `/metrics` with `Authorization: Bearer <token>`. At least 16 characters.',
    secret: true,
  },
  METRICS_PORT: {
    fallback: '`milepost work` does not listen',
    meaning:
      'Port on which `milepost work` serves `/livez`, `/readyz` and `/metrics`. `start` and `serve` serve them on PORT.',
  },
  METRICS_HOST: { fallback: 'as HOST', meaning: 'Address that `milepost work` listens on for METRICS_PORT.' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: 'no traces',
    meaning:
      'Base URL of an OpenTelemetry collector. Traces are sent to `/v1/traces` below it, as OTLP over HTTP. See docs/monitoring.md.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    fallback: 'none',
    meaning: 'Headers of requests to the collector: `name=value`, comma-separated and percent-encoded.',
    secret: true,
  },
  OTEL_SERVICE_NAME: { fallback: '`milepost`', meaning: 'Name of this service in the traces.' },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '`1`',
    meaning:
      'Share of the traces that are recorded, 0 to 1. If a request has a `traceparent` header, its sampling decision is followed.',
  },
  // Features: sign-in, images, limits, recognition, federal data and the audit log.
  ACCESS_TOKEN_HOURS: { fallback: '`24`', meaning: 'Lifetime of an access token.' },
  REFRESH_TOKEN_DAYS: {
    fallback: '`30`',
    meaning: 'Lifetime of a refresh token. Refresh tokens are issued but not accepted.',
  },
  TOKEN_LIMIT_PER_ADDRESS: {
    fallback: '`10`',
    meaning: 'Token requests per minute for one account from one IP address.',
  },
  TOKEN_LIMIT_PER_SOURCE: {
    fallback: '`120`',
    meaning:
      'Token requests and sign-ins per minute from one IP address (IPv6: one /64 network), over all accounts.',
  },
  TOKEN_LIMIT_PER_KEY: { fallback: '`300`', meaning: 'Token requests per minute with one API key.' },
  SSO_PRIVATE_HOSTS: {
    fallback: 'none',
    meaning:
      'Host names of identity providers, comma-separated, that may have private addresses. Others must have public addresses.',
  },
  TOKEN_LIMIT_PER_ACCOUNT: {
    fallback: '`60`',
    meaning: 'Token requests per hour for one account from all IP addresses.',
  },
  LINK_SECRET: {
    fallback: 'generated once and stored in DATA_DIR',
    meaning:
      'Signs the expiring links to images. Must be the same in all processes that share a database; a process with another secret does not start. At least 32 characters. To rotate it, put the new secret first: `new,old`, see docs/operating.md.',
    secret: true,
  },
  IMAGE_LINK_HOURS: { fallback: '`24`', meaning: 'Lifetime of a link to an image.' },
  DOWNLOADS_AT_ONCE: {
    fallback: '`32`',
    meaning: 'Maximum number of concurrent image downloads per process. Further requests get status 429.',
  },
  DOWNLOADS_PER_ORGANIZATION: {
    fallback: 'half of DOWNLOADS_AT_ONCE',
    meaning: 'Maximum number of concurrent image downloads per organization and process.',
  },
  MIN_FREE_MB: {
    fallback: '`256`',
    meaning:
      'Images are rejected with status 500 and `Retry-After`, and `/readyz` fails, while the disk of DATA_DIR has less free space. 0 disables the check.',
  },
  OUTBOUND_ALLOW: {
    fallback: 'only public addresses',
    meaning:
      'CIDR ranges, addresses or host names, comma-separated, that images may be downloaded from although they are private: cameras in a private network. Webhooks never reach them. A metadata address of a cloud must be listed exactly.',
  },
  RATE_LIMIT_READS: {
    fallback: '`60000`',
    meaning: 'Requests per minute, organization and process; see docs/limits.md. 0 disables the limit.',
  },
  RATE_LIMIT_EXPENSIVE_READS: {
    fallback: '`12000`',
    meaning: 'The same for observations, profiles, search and previews.',
  },
  RATE_LIMIT_WRITES: { fallback: '`12000`', meaning: 'The same for changes.' },
  RATE_LIMIT_INGEST: { fallback: '`60000`', meaning: 'The same for requests that submit images.' },
  RATE_LIMIT_AUTH: {
    fallback: '`1200`',
    meaning: 'Token requests per minute and process, for an IP address and for an organization.',
  },
  RATE_LIMIT_OPEN: {
    fallback: '`12000`',
    meaning: 'Requests without credentials per minute, IP address and process.',
  },
  RATE_LIMIT_FAILURES: {
    fallback: '`6000`',
    meaning: 'Requests with rejected credentials per minute, IP address and process.',
  },
  PASSWORD_HASHES_AT_ONCE: {
    fallback: 'the number of cores, at most 4',
    meaning: 'Maximum number of concurrent password checks per process. Each takes 19 MiB.',
  },
  RECOGNITION_THREADS: {
    fallback: 'the number of cores',
    meaning:
      'Images that one working process reads at the same time, each in a child process that uses about 450 MB.',
  },
  RECOGNITION_SECONDS: {
    fallback: '`30`',
    meaning:
      'Time limit for reading one image. Its process is killed and replaced, and the image is retried: 3 attempts in all.',
  },
  RECOGNITION_MEMORY_MB: {
    fallback: '`1536`',
    meaning: 'Memory limit for reading one image, enforced in the same way.',
  },
  RECOGNITION_MODELS: {
    fallback: 'the built-in models',
    meaning:
      'Folder with a `manifest.json` and models that replace the built-in detector or readers, see docs/recognition.md. Their hashes are verified.',
  },
  RECOGNIZER_URL: {
    fallback: 'the built-in engine',
    meaning:
      'HTTP recognizer that reads the images instead of the built-in engine, see docs/recognition.md. It may be in a private network.',
  },
  RECOGNIZER_TOKEN: {
    fallback: 'no header is sent',
    meaning: 'Sent to RECOGNIZER_URL as `Authorization: Bearer <token>`.',
    secret: true,
  },
  FEDERAL_PORTAL_URL: {
    fallback: '`https://data.transportation.gov`',
    meaning:
      'The portal from which `milepost import --download` fetches the federal files, or a mirror of it.',
  },
  FEDERAL_APP_TOKEN: {
    fallback: 'the portal limits the download rate',
    meaning: 'A free app token of the portal, which raises the limit.',
    secret: true,
  },
  AUDIT_RETENTION_DAYS: {
    fallback: '`2557` (7 years)',
    meaning: 'Days after which entries of the audit log are deleted. At least 90.',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
