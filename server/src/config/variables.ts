/** Every setting there is. `settings.ts` decides what they mean; `docs/config.md` is written from this table. */
export type Variable = {
  name: string;
  /** What holds when it is not set, in words. */
  fallback: string;
  meaning: string;
  secret?: boolean;
};

export const variables = [
  {
    name: 'MILEPOST_MODE',
    fallback: '`local`',
    meaning:
      '`production` reaches public addresses only and takes https webhooks only; `local` reaches loopback too, takes http webhooks, and loads the demo into an empty database.',
  },
  {
    name: 'PORT',
    fallback: '`8080`',
    meaning: 'Port of the API, the docs and the console; 0 takes a free one.',
  },
  {
    name: 'HOST',
    fallback: '`127.0.0.1` in local mode, `0.0.0.0` in production',
    meaning: 'Address to listen on.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '`http://localhost:<PORT>`',
    meaning: 'The address under which customers reach the service; links in answers and mails start with it.',
  },
  {
    name: 'DATA_DIR',
    fallback: '`./data`',
    meaning: 'Folder for everything kept on disk: the embedded database, blobs, mails, generated secrets.',
  },
  {
    name: 'DATABASE_URL',
    fallback: 'an embedded PostgreSQL under DATA_DIR',
    meaning: 'A PostgreSQL server, 15 or newer: `postgres://user:password@host:5432/database`.',
    secret: true,
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '`10`',
    meaning: 'Connections that one process may hold, 2 to 200.',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: 'everything is read from the database itself',
    meaning:
      'A read replica that answers carrier observations and profiles. While it cannot be reached the database itself answers; what it answers may be as old as its lag.',
    secret: true,
  },
  {
    name: 'PROFILE_DEADLINE_MS',
    fallback: '`2000`',
    meaning: 'How long a section of a carrier profile may take; a section that takes longer is left out.',
  },
  {
    name: 'PROFILE_CONNECTIONS_PER_SECTION',
    fallback: '`2`',
    meaning:
      'Connections that one section of the profile may use at the same time in one process, beside DATABASE_POOL_SIZE: a section that hangs takes none from the others.',
  },
  {
    name: 'SMTP_URL',
    fallback: 'mails are kept as files under DATA_DIR',
    meaning: 'Mail server: `smtp://user:password@host:587` or `smtps://…`.',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    fallback: '`milepost@milepost.example`',
    meaning: 'The sender of mails; a mail server usually asks for one of its own addresses.',
  },
  {
    name: 'MAIL_FILE_DAYS',
    fallback: '`30`',
    meaning: 'Without SMTP_URL: days until the files of sent emails are deleted.',
  },
  {
    name: 'SECRET_KEY',
    fallback: 'made once and kept under DATA_DIR',
    meaning:
      'Seals the secrets of webhooks in the database. Several machines on one database must have the same. At least 32 characters; to change it, put the new one in front: `new,old`.',
    secret: true,
  },
  {
    name: 'WEBHOOK_SIGNATURE_HEADER',
    fallback: '`X-GenLogs-Signature`',
    meaning: 'The header that carries `sha512=…` beside the headers of Standard Webhooks.',
  },
  {
    name: 'BLOB_URL',
    fallback: 'files under DATA_DIR',
    meaning:
      'Where pictures are stored: `file:///folder`, or any S3-compatible store: `s3://key:secret@host:port/bucket/prefix?region=us-east-1`. With `&tls=false` it is asked over http; with `&links=direct` picture links lead to the bucket itself instead of through this service. Key and secret are percent-encoded.',
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
    meaning: 'Addresses or CIDR ranges, comma-separated, whose `X-Forwarded-For` is believed.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: 'only loopback may read `/metrics`',
    meaning:
      'Whoever sends `Authorization: Bearer <token>` may read `/metrics` from elsewhere. At least 16 characters.',
    secret: true,
  },
  { name: 'ACCESS_TOKEN_HOURS', fallback: '`24`', meaning: 'Lifetime of an access token.' },
  {
    name: 'REFRESH_TOKEN_DAYS',
    fallback: '`30`',
    meaning: 'Lifetime of a refresh token (issued, never accepted).',
  },
  {
    name: 'TOKEN_LIMIT_PER_ADDRESS',
    fallback: '`10`',
    meaning: 'Token requests a minute for one account from one address.',
  },
  {
    name: 'TOKEN_LIMIT_PER_ACCOUNT',
    fallback: '`60`',
    meaning: 'Token requests an hour for one account from all addresses together.',
  },
  {
    name: 'LINK_SECRET',
    fallback: 'made once and kept under DATA_DIR',
    meaning:
      'Signs the expiring links to pictures. Several machines behind one address must have the same. At least 32 characters.',
    secret: true,
  },
  { name: 'PICTURE_LINK_HOURS', fallback: '`24`', meaning: 'How long a link to a picture opens it.' },
  {
    name: 'DOWNLOADS_AT_ONCE',
    fallback: '`32`',
    meaning: 'Pictures that one process downloads at the same time; more are answered with 429.',
  },
  {
    name: 'DOWNLOADS_PER_ORGANIZATION',
    fallback: 'half of DOWNLOADS_AT_ONCE',
    meaning: 'How many of them may be of one organization.',
  },
  {
    name: 'PASSWORD_HASHES_AT_ONCE',
    fallback: 'the number of cores, at most 4',
    meaning: 'Password checks that run at the same time in one process; each takes 19 MiB.',
  },
  {
    name: 'RECOGNITION_THREADS',
    fallback: 'the number of cores',
    meaning:
      'Images that one working process reads at the same time, each in a process of its own that takes about 600 MB.',
  },
  {
    name: 'RECOGNITION_SECONDS',
    fallback: '`30`',
    meaning:
      'Time limit for reading one image. Its process is killed and replaced, and the image is retried: 3 attempts in all.',
  },
  {
    name: 'RECOGNITION_MEMORY_MB',
    fallback: '`1536`',
    meaning: 'Memory limit for reading one image, enforced in the same way.',
  },
  {
    name: 'RECOGNIZER_URL',
    fallback: 'the engine that comes with Milepost',
    meaning:
      'An HTTP recognizer of your own that reads the pictures instead, see docs/recognition.md. It may stand in a private network.',
  },
  {
    name: 'RECOGNIZER_TOKEN',
    fallback: 'none is sent',
    meaning: 'Sent to RECOGNIZER_URL as `Authorization: Bearer <token>`.',
    secret: true,
  },
  {
    name: 'FEDERAL_PORTAL_URL',
    fallback: '`https://data.transportation.gov`',
    meaning: 'Where `milepost import --download` fetches the federal files: the portal or a mirror of it.',
  },
  {
    name: 'FEDERAL_APP_TOKEN',
    fallback: 'downloads are throttled by the portal',
    meaning: 'A free app token of the portal; with it more requests are let through.',
    secret: true,
  },
] as const satisfies readonly Variable[];

export type VariableName = (typeof variables)[number]['name'];
