import type { Variable } from './variable.ts';

/** Settings of the processes: addresses, database, email, secrets, storage, logs, metrics and traces. */
export const serviceVariables = [
  {
    name: 'MILEPOST_MODE',
    fallback: '`local`',
    meaning:
      'In `production`, webhooks, images and downloads reach public addresses only, and webhooks must use https. In `local`, they may also reach loopback (webhooks over http, too), and an empty database is filled with the demo.',
  },
  {
    name: 'PORT',
    fallback: '`8080`',
    meaning: 'Port of the API, the documentation and the console. 0 selects a free port.',
  },
  {
    name: 'HOST',
    fallback: '`127.0.0.1` in local mode, `0.0.0.0` in production',
    meaning: 'Address to listen on.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '`http://localhost:<PORT>` in local mode',
    meaning:
      'The URL at which customers reach the service. Links in responses and emails start with it. Required in production, where it should be https.',
  },
  {
    name: 'DATA_DIR',
    fallback: '`./data`',
    meaning: 'Folder for all files: the embedded database, images, emails, generated secrets.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'an embedded PostgreSQL in DATA_DIR',
    meaning: 'PostgreSQL server, version 15 or newer: `postgres://user:password@host:5432/database`.',
    secret: true,
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '`6`',
    meaning:
      'Connections in the main pool of a process, 2 to 200. Observations and profiles each have a pool of half the size, and three connections are in no pool: at most 15 per process with the default.',
  },
  {
    name: 'DATABASE_STATEMENT_SECONDS',
    fallback: '`60`',
    meaning:
      'Time limit for a database statement. Imports, score runs, migrations and index builds have larger limits of their own.',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: 'all reads use DATABASE_URL',
    meaning:
      'Read replica for carrier observations and profiles. Responses may lag behind by the replication delay. While the replica is unreachable, reads use DATABASE_URL.',
    secret: true,
  },
  {
    name: 'PROFILE_DEADLINE_MS',
    fallback: '`2000`',
    meaning:
      'Time limit for each section of a carrier profile. A section that exceeds it is returned as null.',
  },
  {
    name: 'PROFILE_CONNECTIONS_PER_SECTION',
    fallback: '`2`',
    meaning:
      'Maximum number of connections that one profile section uses at a time, in each process. All sections share one pool of half of DATABASE_POOL_SIZE.',
  },
  {
    name: 'SMTP_URL',
    fallback: 'emails are written to files in DATA_DIR',
    meaning: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
    secret: true,
  },
  {
    name: 'SMTP_TLS',
    fallback: '`required` in production, `optional` in local mode',
    meaning:
      '`required`: emails are sent only over TLS with a valid certificate (`smtps://`, or STARTTLS). `optional`: without TLS if the mail server does not offer it; only for a relay on the same machine.',
  },
  {
    name: 'MAIL_FROM',
    fallback: '`milepost@milepost.example`',
    meaning: 'Sender of all emails. Most mail servers accept only their own addresses.',
  },
  {
    name: 'MAIL_FILE_DAYS',
    fallback: '`30`',
    meaning: 'Without SMTP_URL: days until the files of sent emails are deleted.',
  },
  {
    name: 'CONFIRM_RECIPIENTS',
    fallback: '`off`',
    meaning:
      'With `on`, an address that is not a user of the organization receives alert emails only after it confirmed a link in an email. Emails are held until then.',
  },
  {
    name: 'SECRET_KEY',
    fallback: 'generated once and stored in DATA_DIR',
    meaning:
      'Encrypts secrets in the database: of webhooks, single sign-on, one-time codes and links in emails. Must be the same in all processes that share a database; a process with another key does not start. At least 32 characters. To rotate it, put the new key first: `new,old`, see docs/operating.md.',
    secret: true,
  },
  {
    name: 'WEBHOOK_SIGNATURE_HEADER',
    fallback: '`X-GenLogs-Signature`',
    meaning: 'Header that carries `sha512=…`, in addition to the Standard Webhooks headers.',
  },
  {
    name: 'BLOB_URL',
    fallback: 'files in DATA_DIR',
    meaning:
      'Where images are stored: `file:///folder`, or an S3-compatible store: `s3://key:secret@host:port/bucket/prefix?region=us-east-1`. `&tls=false` uses http. With `&links=direct`, image links point to the bucket instead of this service. Percent-encode the key and the secret.',
    secret: true,
  },
  {
    name: 'BACKUP_URL',
    fallback: 'milepost backup and milepost restore need a folder or URL',
    meaning:
      'Where `milepost backup` writes and `milepost restore` reads if no other place is given: `file:///folder` or `s3://…`, as in BLOB_URL.',
    secret: true,
  },
  {
    name: 'LOG_LEVEL',
    fallback: '`info`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error` or `silent`.',
  },
  {
    name: 'LOG_FORMAT',
    fallback: '`text` in local mode on a terminal, otherwise `json`',
    meaning:
      'Format of the log on standard error: `text` is one readable line per request, `json` is one JSON object per line.',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: 'none',
    meaning: 'IP addresses or CIDR ranges, comma-separated, whose `X-Forwarded-For` header is trusted.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: 'only loopback can read `/metrics`',
    meaning:
      'Allows clients on other machines to read `/metrics` with `Authorization: Bearer <token>`. At least 16 characters.',
    secret: true,
  },
  {
    name: 'METRICS_PORT',
    fallback: '`milepost work` does not listen',
    meaning:
      'Port on which `milepost work` serves `/livez`, `/readyz` and `/metrics`. `start` and `serve` serve them on PORT.',
  },
  {
    name: 'METRICS_HOST',
    fallback: 'as HOST',
    meaning: 'Address that `milepost work` listens on for METRICS_PORT.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: 'no traces',
    meaning:
      'Base URL of an OpenTelemetry collector. Traces are sent to `/v1/traces` below it, as OTLP over HTTP. See docs/monitoring.md.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: 'none',
    meaning: 'Headers of requests to the collector: `name=value`, comma-separated and percent-encoded.',
    secret: true,
  },
  {
    name: 'OTEL_SERVICE_NAME',
    fallback: '`milepost`',
    meaning: 'Name of this service in the traces.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '`1`',
    meaning:
      'Share of the traces that are recorded, 0 to 1. If a request has a `traceparent` header, its sampling decision is followed.',
  },
] as const satisfies readonly Variable[];
