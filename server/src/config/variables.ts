export type Variable = {
  /** Default value, in words. */
  fallback: string;
  meaning: string;
  secret?: boolean;
};

/** A setting with its default and its meaning. */
const plain = (fallback: string, meaning: string): Variable => ({ fallback, meaning });
const secret = (fallback: string, meaning: string): Variable => ({ fallback, meaning, secret: true });

/** All settings by name. `settings.ts` validates them; `docs/config.md` is generated from this list. */
export const variables = {
  // Processes: addresses, database, email, secrets, storage, logs, metrics and traces.
  MILEPOST_MODE: plain(
    '`local`',
    'In `production`, webhooks, images and downloads reach public addresses only, and webhooks must use https. In `local`, they may also reach loopback (webhooks over http, too), and an empty database is filled with the demo.',
  ),
  PORT: plain('`8080`', 'Port of the API, the documentation and the console. 0 selects a free port.'),
  HOST: plain('`127.0.0.1` in local mode, `0.0.0.0` in production', 'Address to listen on.'),
  PUBLIC_URL: plain(
    '`http://localhost:<PORT>` in local mode',
    'The URL at which customers reach the service. Links in responses and emails start with it. Required in production, where it should be https.',
  ),
  DATA_DIR: plain(
    '`./data`',
    'Folder for all files: the embedded database, images, emails, generated secrets.',
  ),
  DATABASE_URL: secret(
    'an embedded PostgreSQL in DATA_DIR',
    'PostgreSQL server, version 15 or newer: `postgres://user:password@host:5432/database`. Production needs it, or EMBEDDED_DATABASE.',
  ),
  EMBEDDED_DATABASE: plain(
    '`yes` in local mode, `no` in production',
    'With `yes`, production may store everything in the embedded PostgreSQL in DATA_DIR if DATABASE_URL is not set. Only for one machine with a permanent disk.',
  ),
  DATABASE_POOL_SIZE: plain(
    '`6`',
    'Connections in the main pool of a process, 2 to 200. Observations and profiles each have a pool of half the size, and three connections are in no pool: at most 15 per process with the default.',
  ),
  DATABASE_STATEMENT_SECONDS: plain(
    '`60`',
    'Time limit for a database statement. Imports, score runs, migrations and index builds have larger limits of their own.',
  ),
  DATABASE_NODES: plain(
    'the addresses that the coordinator knows',
    'How a process reaches the nodes of a Citus cluster, with the role and password of DATABASE_URL. Where addresses differ from those in `pg_dist_node`: `worker1:5432=10.0.0.5:5432,worker2:5432=10.0.0.6:5432`. With `coordinator`, no node is reached directly: every statement goes through the coordinator.',
  ),
  DATABASE_READ_URL: secret(
    'all reads use DATABASE_URL',
    'Read replica for carrier observations and profiles. Responses may lag behind by the replication delay. While the replica is unreachable, reads use DATABASE_URL.',
  ),
  PROFILE_DEADLINE_MS: plain(
    '`2000`',
    'Time limit for each section of a carrier profile. A section that exceeds it is returned as null.',
  ),
  PROFILE_CONNECTIONS_PER_SECTION: plain(
    '`2`',
    'Maximum number of connections that one profile section uses at a time, in each process. All sections share one pool of half of DATABASE_POOL_SIZE.',
  ),
  SMTP_URL: secret(
    'emails are written to files in DATA_DIR',
    'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
  ),
  SMTP_TLS: plain(
    '`required` in production, `optional` in local mode',
    '`required`: emails are sent only over TLS with a valid certificate (`smtps://`, or STARTTLS). `optional`: without TLS if the mail server does not offer it; only for a relay on the same machine.',
  ),
  MAIL_FROM: plain(
    '`milepost@milepost.example`',
    'Sender of all emails. Most mail servers accept only their own addresses.',
  ),
  MAIL_FILE_DAYS: plain('`30`', 'Without SMTP_URL: days until the files of sent emails are deleted.'),
  CONFIRM_RECIPIENTS: plain(
    '`off`',
    'With `on`, an address that is not a user of the organization receives alert emails only after it confirmed a link in an email. Emails are held until then.',
  ),
  SECRET_KEY: secret(
    'generated once and stored in DATA_DIR',
    'Encrypts secrets in the database: of webhooks, single sign-on, one-time codes and links in emails. Must be the same in all processes that share a database; a process with another key does not start. At least 32 characters. To rotate it, put the new key first: `new,old`, see docs/operating.md.',
  ),
  WEBHOOK_SIGNATURE_HEADER: plain(
    '`X-GenLogs-Signature`',
    'Header that carries `sha512=…`, in addition to the Standard Webhooks headers.',
  ),
  BLOB_URL: secret(
    'files in DATA_DIR in local mode; production needs a value',
    'Where images are stored: `file:///folder`, or an S3-compatible store: `s3://key:secret@host:port/bucket/prefix?region=us-east-1`. `&tls=false` uses http. With `&links=direct`, image links point to the bucket instead of this service. Percent-encode the key and the secret.',
  ),
  BACKUP_URL: secret(
    'milepost backup and milepost restore need a folder or URL',
    'Where `milepost backup` writes and `milepost restore` reads if no other place is given: `file:///folder` or `s3://…`, as in BLOB_URL.',
  ),
  LOG_LEVEL: plain('`info`', '`trace`, `debug`, `info`, `warn`, `error` or `silent`.'),
  LOG_FORMAT: plain(
    '`text` in local mode on a terminal, otherwise `json`',
    'Format of the log on standard error: `text` is one readable line per request, `json` is one JSON object per line.',
  ),
  TRUSTED_PROXIES: plain(
    'none',
    'IP addresses or CIDR ranges, comma-separated, whose `X-Forwarded-For` header is trusted.',
  ),
  CORS_ORIGINS: plain(
    'none',
    'Origins whose pages may call the API from a browser, comma-separated: `https://app.example`. Such pages send an API key and a token in headers; cookies are never accepted from them.',
  ),
  METRICS_TOKEN: secret(
    'only loopback can read `/metrics`',
    'Allows clients on other machines to read `/metrics` with `Authorization: Bearer <token>`. At least 16 characters.',
  ),
  METRICS_PORT: plain(
    '`milepost work` does not listen',
    'Port on which `milepost work` serves `/livez`, `/readyz` and `/metrics`. `start` and `serve` serve them on PORT.',
  ),
  METRICS_HOST: plain('as HOST', 'Address that `milepost work` listens on for METRICS_PORT.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: plain(
    'no traces',
    'Base URL of an OpenTelemetry collector. Traces are sent to `/v1/traces` below it, as OTLP over HTTP. See docs/monitoring.md.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    'none',
    'Headers of requests to the collector: `name=value`, comma-separated and percent-encoded.',
  ),
  OTEL_SERVICE_NAME: plain('`milepost`', 'Name of this service in the traces.'),
  OTEL_TRACES_SAMPLER_ARG: plain(
    '`1`',
    'Share of the traces that are recorded, 0 to 1. If a request has a `traceparent` header, its sampling decision is followed.',
  ),
  // Features: sign-in, images, limits, recognition, federal data and the audit log.
  ACCESS_TOKEN_HOURS: plain('`24`', 'Lifetime of an access token.'),
  REFRESH_TOKEN_DAYS: plain(
    '`30`',
    'Lifetime of a refresh token. Refresh tokens are issued but not accepted.',
  ),
  TOKEN_LIMIT_PER_ADDRESS: plain('`10`', 'Token requests per minute for one account from one IP address.'),
  TOKEN_LIMIT_PER_SOURCE: plain(
    '`120`',
    'Token requests and sign-ins per minute from one IP address (IPv6: one /64 network), over all accounts.',
  ),
  TOKEN_LIMIT_PER_KEY: plain('`300`', 'Token requests per minute with one API key.'),
  SSO_PRIVATE_HOSTS: plain(
    'none',
    'Host names of identity providers, comma-separated, that may have private addresses. Others must have public addresses.',
  ),
  TOKEN_LIMIT_PER_ACCOUNT: plain('`60`', 'Token requests per hour for one account from all IP addresses.'),
  LINK_SECRET: secret(
    'generated once and stored in DATA_DIR',
    'Signs the expiring links to images. Must be the same in all processes that share a database; a process with another secret does not start. At least 32 characters. To rotate it, put the new secret first: `new,old`, see docs/operating.md.',
  ),
  IMAGE_LINK_HOURS: plain('`24`', 'Lifetime of a link to an image.'),
  DOWNLOADS_AT_ONCE: plain(
    '`32`',
    'Maximum number of concurrent image downloads per process. Further requests get status 429.',
  ),
  DOWNLOADS_PER_ORGANIZATION: plain(
    'half of DOWNLOADS_AT_ONCE',
    'Maximum number of concurrent image downloads per organization and process.',
  ),
  MIN_FREE_MB: plain(
    '`256`',
    'Images are rejected with status 500 and `Retry-After`, and `/readyz` names the image store as degraded, while the disk of DATA_DIR has less free space. 0 disables the check.',
  ),
  OUTBOUND_ALLOW: plain(
    'only public addresses',
    'CIDR ranges, addresses or host names, comma-separated, that images may be downloaded from although they are private: cameras in a private network. Webhooks never reach them. A metadata address of a cloud must be listed exactly.',
  ),
  RATE_LIMIT_READS: plain(
    '`60000`',
    'Requests per minute, organization and process; see docs/limits.md. 0 disables the limit.',
  ),
  RATE_LIMIT_EXPENSIVE_READS: plain('`12000`', 'The same for observations, profiles, search and previews.'),
  RATE_LIMIT_WRITES: plain('`12000`', 'The same for changes.'),
  RATE_LIMIT_INGEST: plain('`60000`', 'The same for requests that submit images.'),
  RATE_LIMIT_AUTH: plain(
    '`1200`',
    'Token requests per minute and process, for an IP address and for an organization.',
  ),
  RATE_LIMIT_OPEN: plain('`12000`', 'Requests without credentials per minute, IP address and process.'),
  RATE_LIMIT_FAILURES: plain(
    '`6000`',
    'Requests with rejected credentials per minute, IP address and process.',
  ),
  PASSWORD_HASHES_AT_ONCE: plain(
    'the number of cores, at most 4',
    'Maximum number of concurrent password checks per process. Each takes 19 MiB.',
  ),
  ALERT_MAX_AGE_HOURS: plain(
    '`72`',
    'Alerts notify about images that are received at most this many hours after they were captured, 1 to 8760. Older ones become silent matches.',
  ),
  RECOGNITION_THREADS: plain(
    'the number of cores',
    'Images that one working process reads at the same time, each in a child process that uses up to 400 MB.',
  ),
  RECOGNITION_SECONDS: plain(
    '`30`',
    'Time limit for reading one image. Its process is killed and replaced, and the image is retried: 3 attempts in all.',
  ),
  RECOGNITION_MEMORY_MB: plain('`1536`', 'Memory limit for reading one image, enforced in the same way.'),
  DOCK_CHECK_PROCESSES: plain(
    '`1`',
    'Images of dock checks that one API process reads at the same time, each in a child process of up to 400 MB that starts with the first check and ends after 10 minutes without one.',
  ),
  RECOGNITION_MODELS: plain(
    'the built-in models',
    'Folder with a `manifest.json` and models that replace the built-in detector or readers, see docs/recognition.md. Their hashes are verified.',
  ),
  RECOGNIZER_URL: plain(
    'the built-in engine',
    'HTTP recognizer that reads the images instead of the built-in engine, see docs/recognition.md. It may be in a private network.',
  ),
  RECOGNIZER_TOKEN: secret('no header is sent', 'Sent to RECOGNIZER_URL as `Authorization: Bearer <token>`.'),
  TIME_STAMP_URL: plain(
    'none',
    'A time-stamp authority (RFC 3161), whose tokens vetting files and case packs get. It may be in a private network. See docs/brokers.md.',
  ),
  PRIVATE_VEHICLES: plain(
    '`keep`',
    'With `drop`, an image that shows no truck is deleted with its plate as soon as it is read, and in the others every plate but that of the truck is made illegible. See docs/privacy.md.',
  ),
  SAME_TRUCK_SECONDS: plain(
    '`6`',
    'Time in which one truck passes one camera, 0 to 120. Images with the same USDOT number, or the same plate without a state, are one sighting only within this time, because the trucks of a fleet follow each other. See docs/sightings.md.',
  ),
  SHARED_EVIDENCE: plain(
    '`yes`',
    'With `yes`, values that were read with High confidence in images of one organization are evidence for the sightings of the others, which are shown only the state and the day. With `no`, evidence stays within its organization. What a person typed always does. A change applies to sightings that are decided after it.',
  ),
  FEDERAL_PORTAL_URL: plain(
    '`https://data.transportation.gov`',
    'The portal from which `milepost import --download` fetches the federal files, or a mirror of it.',
  ),
  IMPORT_DATASETS: plain(
    'none',
    'Datasets, separated by spaces, that `milepost import --download` fetches if it names none; the daily timer does so. `milepost import --list` has the names.',
  ),
  FEDERAL_APP_TOKEN: secret(
    'the portal limits the download rate',
    'A free app token of the portal, which raises the limit.',
  ),
  AUDIT_RETENTION_DAYS: plain(
    '`2557` (7 years)',
    'Days after which entries of the audit log are deleted. At least 90.',
  ),
} satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
