import type { Variable } from './variable.ts';

/** Settings of the features: sign-in, images, limits, recognition, federal data and the audit log. */
export const featureVariables = [
  {
    name: 'ACCESS_TOKEN_HOURS',
    fallback: '`24`',
    meaning: 'Lifetime of an access token.',
  },
  {
    name: 'REFRESH_TOKEN_DAYS',
    fallback: '`30`',
    meaning: 'Lifetime of a refresh token. Refresh tokens are issued but not accepted.',
  },
  {
    name: 'TOKEN_LIMIT_PER_ADDRESS',
    fallback: '`10`',
    meaning: 'Token requests per minute for one account from one IP address.',
  },
  {
    name: 'TOKEN_LIMIT_PER_SOURCE',
    fallback: '`120`',
    meaning:
      'Token requests and sign-ins per minute from one IP address (IPv6: one /64 network), over all accounts.',
  },
  {
    name: 'TOKEN_LIMIT_PER_KEY',
    fallback: '`300`',
    meaning: 'Token requests per minute with one API key.',
  },
  {
    name: 'SSO_PRIVATE_HOSTS',
    fallback: 'none',
    meaning:
      'Host names of identity providers, comma-separated, that may have private addresses. Others must have public addresses.',
  },
  {
    name: 'TOKEN_LIMIT_PER_ACCOUNT',
    fallback: '`60`',
    meaning: 'Token requests per hour for one account from all IP addresses.',
  },
  {
    name: 'LINK_SECRET',
    fallback: 'generated once and stored in DATA_DIR',
    meaning:
      'Signs the expiring links to images. Must be the same in all processes that share a database; a process with another secret does not start. At least 32 characters. To rotate it, put the new secret first: `new,old`, see docs/operating.md.',
    secret: true,
  },
  {
    name: 'IMAGE_LINK_HOURS',
    fallback: '`24`',
    meaning: 'Lifetime of a link to an image.',
  },
  {
    name: 'DOWNLOADS_AT_ONCE',
    fallback: '`32`',
    meaning: 'Maximum number of concurrent image downloads per process. Further requests get status 429.',
  },
  {
    name: 'DOWNLOADS_PER_ORGANIZATION',
    fallback: 'half of DOWNLOADS_AT_ONCE',
    meaning: 'Maximum number of concurrent image downloads per organization and process.',
  },
  {
    name: 'MIN_FREE_MB',
    fallback: '`256`',
    meaning:
      'Images are rejected with status 500 and `Retry-After`, and `/readyz` fails, while the disk of DATA_DIR has less free space. 0 disables the check.',
  },
  {
    name: 'OUTBOUND_ALLOW',
    fallback: 'only public addresses',
    meaning:
      'CIDR ranges, addresses or host names, comma-separated, that images may be downloaded from although they are private: cameras in a private network. Webhooks never reach them. A metadata address of a cloud must be listed exactly.',
  },
  {
    name: 'RATE_LIMIT_READS',
    fallback: '`60000`',
    meaning: 'Requests per minute, organization and process; see docs/limits.md. 0 disables the limit.',
  },
  {
    name: 'RATE_LIMIT_EXPENSIVE_READS',
    fallback: '`12000`',
    meaning: 'The same for observations, profiles, search and previews.',
  },
  { name: 'RATE_LIMIT_WRITES', fallback: '`12000`', meaning: 'The same for changes.' },
  { name: 'RATE_LIMIT_INGEST', fallback: '`60000`', meaning: 'The same for requests that submit images.' },
  {
    name: 'RATE_LIMIT_AUTH',
    fallback: '`1200`',
    meaning: 'Token requests per minute and process, for an IP address and for an organization.',
  },
  {
    name: 'RATE_LIMIT_OPEN',
    fallback: '`12000`',
    meaning: 'Requests without credentials per minute, IP address and process.',
  },
  {
    name: 'RATE_LIMIT_FAILURES',
    fallback: '`6000`',
    meaning: 'Requests with rejected credentials per minute, IP address and process.',
  },
  {
    name: 'PASSWORD_HASHES_AT_ONCE',
    fallback: 'the number of cores, at most 4',
    meaning: 'Maximum number of concurrent password checks per process. Each takes 19 MiB.',
  },
  {
    name: 'RECOGNITION_THREADS',
    fallback: 'the number of cores',
    meaning:
      'Images that one working process reads at the same time, each in a child process that uses about 450 MB.',
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
    name: 'RECOGNITION_MODELS',
    fallback: 'the built-in models',
    meaning:
      'Folder with a `manifest.json` and models that replace the built-in detector or readers, see docs/recognition.md. Their hashes are verified.',
  },
  {
    name: 'RECOGNIZER_URL',
    fallback: 'the built-in engine',
    meaning:
      'HTTP recognizer that reads the images instead of the built-in engine, see docs/recognition.md. It may be in a private network.',
  },
  {
    name: 'RECOGNIZER_TOKEN',
    fallback: 'no header is sent',
    meaning: 'Sent to RECOGNIZER_URL as `Authorization: Bearer <token>`.',
    secret: true,
  },
  {
    name: 'FEDERAL_PORTAL_URL',
    fallback: '`https://data.transportation.gov`',
    meaning:
      'The portal from which `milepost import --download` fetches the federal files, or a mirror of it.',
  },
  {
    name: 'FEDERAL_APP_TOKEN',
    fallback: 'the portal limits the download rate',
    meaning: 'A free app token of the portal, which raises the limit.',
    secret: true,
  },
  {
    name: 'AUDIT_RETENTION_DAYS',
    fallback: '`2557` (7 years)',
    meaning: 'Days after which entries of the audit log are deleted. At least 90.',
  },
] as const satisfies readonly Variable[];
