import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '../lib/email.ts';
import { messageOf, operatorError } from '../lib/errors.ts';
import { type BlobLocation, blobLocation } from './blob-location.ts';
import type { Env } from './env.ts';
import type { VariableName } from './variables.ts';

export type Mode = 'local' | 'production';
export type Limit = { count: number; windowSeconds: number };

export type Settings = Readonly<{
  mode: Mode;
  dataDir: string;
  logLevel: string;
  logFormat: 'text' | 'json';
  database: Readonly<{
    url: string | null;
    readUrl: string | null;
    poolSize: number;
    statementTimeoutMs: number;
  }>;
  profile: Readonly<{ deadlineMs: number; connectionsPerSection: number }>;
  http: Readonly<{
    host: string;
    port: number;
    publicUrl: string | null;
    trustedProxies: readonly string[];
    metricsToken: string | null;
  }>;
  /** Requests per minute of each class of routes (`http/rate-classes.ts`); 0 is unlimited. */
  rateLimits: Readonly<{
    reads: number;
    expensiveReads: number;
    writes: number;
    ingest: number;
    auth: number;
    open: number;
    failures: number;
  }>;
  /** Private networks and hosts that images may be downloaded from. */
  outboundAllow: readonly string[];
  /** Where `milepost work` serves health and metrics; it does not listen if `port` is null. */
  operations: Readonly<{ host: string; port: number | null }>;
  tracing: Readonly<{
    endpoint: string | null;
    headers: Readonly<Record<string, string>>;
    serviceName: string;
    sampleRatio: number;
  }>;
  mail: Readonly<{
    smtpUrl: string | null;
    tls: 'required' | 'optional';
    from: string;
    fileDays: number;
    confirmRecipients: boolean;
  }>;
  /** `secretKeys`: one key, or several separated by commas, newest first. */
  webhooks: Readonly<{ secretKeys: string | null; signatureHeader: string }>;
  audit: Readonly<{ retentionDays: number }>;
  blobs: BlobLocation;
  backups: BlobLocation | null;
  images: Readonly<{
    /** One secret, or several separated by commas, newest first. */
    linkSecrets: string | null;
    linkSeconds: number;
    downloadsAtOnce: number;
    downloadsPerOrganization: number;
    minFreeBytes: number;
  }>;
  recognition: Readonly<{
    url: string | null;
    token: string | null;
    threads: number;
    timeoutMs: number;
    memoryMb: number;
    models: string | null;
  }>;
  federal: Readonly<{ portalUrl: string; appToken: string | null }>;
  identity: Readonly<{
    accessTokenSeconds: number;
    refreshTokenSeconds: number;
    limitPerAddress: Limit;
    limitPerAccount: Limit;
    limitPerSource: Limit;
    limitPerKey: Limit;
    /** Hosts of identity providers that may have private addresses. */
    ssoPrivateHosts: readonly string[];
    hashesAtOnce: number;
  }>;
}>;

/** Headers that every delivery has. */
const RESERVED_HEADERS =
  /^(webhook-.*|traceparent|host|connection|accept.*|user-agent|content-.*|transfer-encoding|expect|upgrade)$/i;
const FEDERAL_PORTAL = 'https://data.transportation.gov';

/** Validates all settings and reports every invalid variable at once. */
export function decideSettings(env: Env): Settings {
  const problems: string[] = [];
  const read = reader(env, problems);

  const mode = read.oneOf('MILEPOST_MODE', ['local', 'production'], 'local');
  const dataDir = resolve(env.DATA_DIR ?? 'data');
  const host = env.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1');
  const downloadsAtOnce = read.integer('DOWNLOADS_AT_ONCE', 32, 1, 1_000);
  const settings: Settings = {
    mode,
    dataDir,
    logLevel: read.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFormat: read.oneOf(
      'LOG_FORMAT',
      ['text', 'json'],
      mode === 'local' && env.isTerminal ? 'text' : 'json',
    ),
    database: {
      url: read.databaseUrl('DATABASE_URL'),
      readUrl: read.databaseUrl('DATABASE_READ_URL'),
      poolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
      statementTimeoutMs: read.integer('DATABASE_STATEMENT_SECONDS', 60, 1, 3_600) * 1_000,
    },
    profile: {
      deadlineMs: read.integer('PROFILE_DEADLINE_MS', 2_000, 10, 60_000),
      connectionsPerSection: read.integer('PROFILE_CONNECTIONS_PER_SECTION', 2, 1, 50),
    },
    http: {
      host,
      port: read.integer('PORT', 8080, 0, 65_535),
      publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
      trustedProxies: read.addresses('TRUSTED_PROXIES'),
      metricsToken: read.secret('METRICS_TOKEN', 16),
    },
    rateLimits: {
      reads: read.integer('RATE_LIMIT_READS', 60_000, 0, 1e9),
      expensiveReads: read.integer('RATE_LIMIT_EXPENSIVE_READS', 12_000, 0, 1e9),
      writes: read.integer('RATE_LIMIT_WRITES', 12_000, 0, 1e9),
      ingest: read.integer('RATE_LIMIT_INGEST', 60_000, 0, 1e9),
      auth: read.integer('RATE_LIMIT_AUTH', 1_200, 0, 1e9),
      open: read.integer('RATE_LIMIT_OPEN', 12_000, 0, 1e9),
      failures: read.integer('RATE_LIMIT_FAILURES', 6_000, 0, 1e9),
    },
    outboundAllow: read.hosts('OUTBOUND_ALLOW'),
    operations: {
      host: env.METRICS_HOST ?? host,
      port: env.METRICS_PORT === undefined ? null : read.integer('METRICS_PORT', 0, 0, 65_535),
    },
    tracing: {
      endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
      headers: read.headers('OTEL_EXPORTER_OTLP_HEADERS'),
      serviceName: env.OTEL_SERVICE_NAME ?? 'milepost',
      sampleRatio: read.ratio('OTEL_TRACES_SAMPLER_ARG', 1),
    },
    mail: {
      smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
      tls: read.oneOf('SMTP_TLS', ['required', 'optional'], mode === 'production' ? 'required' : 'optional'),
      from: read.email('MAIL_FROM', 'milepost@milepost.example'),
      fileDays: read.integer('MAIL_FILE_DAYS', 30, 1, 36_500),
      confirmRecipients: read.oneOf('CONFIRM_RECIPIENTS', ['on', 'off'], 'off') === 'on',
    },
    webhooks: {
      secretKeys: read.keys('SECRET_KEY', 32),
      signatureHeader: read.headerName('WEBHOOK_SIGNATURE_HEADER', 'X-GenLogs-Signature'),
    },
    audit: { retentionDays: read.integer('AUDIT_RETENTION_DAYS', 2_557, 90, 36_500) },
    blobs: read.blobs('BLOB_URL', dataDir),
    backups: env.BACKUP_URL === undefined ? null : read.blobs('BACKUP_URL', dataDir),
    images: {
      linkSecrets: read.keys('LINK_SECRET', 32),
      linkSeconds: read.integer('PICTURE_LINK_HOURS', 24, 1, 24 * 366) * 3_600,
      downloadsAtOnce,
      downloadsPerOrganization: read.integer(
        'DOWNLOADS_PER_ORGANIZATION',
        Math.ceil(downloadsAtOnce / 2),
        1,
        1_000,
      ),
      minFreeBytes: read.integer('MIN_FREE_MB', 256, 0, 1e9) * 2 ** 20,
    },
    recognition: {
      url: read.url('RECOGNIZER_URL', ['http:', 'https:']),
      token: read.secret('RECOGNIZER_TOKEN', 8),
      threads: read.integer('RECOGNITION_THREADS', env.cores, 1, 256),
      timeoutMs: read.integer('RECOGNITION_SECONDS', 30, 1, 600) * 1_000,
      memoryMb: read.integer('RECOGNITION_MEMORY_MB', 1_536, 1_024, 65_536),
      models: env.RECOGNITION_MODELS === undefined ? null : resolve(env.RECOGNITION_MODELS),
    },
    federal: {
      portalUrl: (read.url('FEDERAL_PORTAL_URL', ['http:', 'https:']) ?? FEDERAL_PORTAL).replace(/\/+$/, ''),
      appToken: read.secret('FEDERAL_APP_TOKEN', 8),
    },
    identity: {
      accessTokenSeconds: read.integer('ACCESS_TOKEN_HOURS', 24, 1, 24 * 366) * 3_600,
      refreshTokenSeconds: read.integer('REFRESH_TOKEN_DAYS', 30, 1, 366) * 86_400,
      limitPerAddress: { count: read.integer('TOKEN_LIMIT_PER_ADDRESS', 10, 1, 10_000), windowSeconds: 60 },
      limitPerAccount: {
        count: read.integer('TOKEN_LIMIT_PER_ACCOUNT', 60, 1, 10_000),
        windowSeconds: 3_600,
      },
      limitPerSource: { count: read.integer('TOKEN_LIMIT_PER_SOURCE', 120, 1, 100_000), windowSeconds: 60 },
      limitPerKey: { count: read.integer('TOKEN_LIMIT_PER_KEY', 300, 1, 100_000), windowSeconds: 60 },
      ssoPrivateHosts: read.hostsWithPorts('SSO_PRIVATE_HOSTS'),
      hashesAtOnce: read.integer('PASSWORD_HASHES_AT_ONCE', Math.min(env.cores, 4), 1, 64),
    },
  };
  if (problems.length > 0)
    throw operatorError(`Invalid configuration:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  return Object.freeze(settings);
}

function reader(env: Env, problems: string[]) {
  const bad = (name: VariableName, expected: string) => problems.push(`${name} must be ${expected}`);
  return {
    oneOf<T extends string>(name: VariableName, allowed: readonly T[], fallback: T): T {
      const value = env[name] ?? fallback;
      const found = allowed.find((option) => option === value);
      if (found === undefined) bad(name, `one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
      return found ?? fallback;
    },
    integer(name: VariableName, fallback: number, min: number, max: number): number {
      const value = env[name];
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      bad(name, `an integer from ${min} to ${max}, not ${JSON.stringify(value)}`);
      return fallback;
    },
    /** The value is not shown, because the URL may contain a password. */
    url(name: VariableName, protocols: string[]): string | null {
      const value = env[name];
      if (value === undefined) return null;
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
      bad(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
      return null;
    },
    /** PostgreSQL also accepts `postgres://user@/database?host=/socket/folder`, which is not a valid URL. */
    databaseUrl(name: VariableName): string | null {
      const value = env[name];
      if (value !== undefined && !/^postgres(ql)?:\/\//.test(value))
        bad(name, 'a URL that starts with postgres://');
      return value ?? null;
    },
    blobs(name: VariableName, dataDir: string): BlobLocation {
      try {
        return blobLocation(env[name], dataDir);
      } catch (error) {
        bad(name, messageOf(error));
        return blobLocation(undefined, dataDir);
      }
    },
    secret(name: VariableName, minLength: number): string | null {
      const value = env[name];
      if (value !== undefined && (value.length < minLength || /\s/.test(value))) {
        bad(name, `at least ${minLength} characters long and contain no spaces`);
      }
      return value ?? null;
    },
    /** Several keys are separated by commas. */
    keys(name: VariableName, minLength: number): string | null {
      const value = env[name];
      if (value?.split(',').some((key) => key.length < minLength || /\s/.test(key))) {
        bad(name, `at least ${minLength} characters long and contain no spaces (each key of \`new,old\`)`);
      }
      return value ?? null;
    },
    email(name: VariableName, fallback: string): string {
      const value = env[name] ?? fallback;
      if (!isEmail(value)) bad(name, `an email address, not ${JSON.stringify(value)}`);
      return value;
    },
    headerName(name: VariableName, fallback: string): string {
      const value = env[name] ?? fallback;
      if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value) || RESERVED_HEADERS.test(value)) {
        bad(name, 'a header name of letters, digits and dashes that no delivery uses already');
      }
      return value;
    },
    ratio(name: VariableName, fallback: number): number {
      const value = env[name];
      if (value === undefined) return fallback;
      if (/^(0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1) return Number(value);
      bad(name, `a number from 0 to 1, not ${JSON.stringify(value)}`);
      return fallback;
    },
    /** The values are not shown, because they may contain credentials. */
    headers(name: VariableName): Record<string, string> {
      const pairs = (env[name] ?? '').split(',').filter((pair) => pair.trim() !== '');
      const found = pairs.map((pair) => /^\s*([A-Za-z][A-Za-z0-9-]*)=(.*?)\s*$/.exec(pair));
      if (found.includes(null)) bad(name, 'a list of name=value, separated by commas');
      try {
        return Object.fromEntries(found.map((one) => [one?.[1] ?? '', decodeURIComponent(one?.[2] ?? '')]));
      } catch {
        bad(name, 'percent-encoded');
        return {};
      }
    },
    hostsWithPorts(name: VariableName): string[] {
      const hosts = (env[name] ?? '').split(',').map((part) => part.trim().toLowerCase());
      const wrong = hosts.filter((host) => host !== '' && URL.parse(`https://${host}`)?.host !== host);
      if (wrong.length > 0) bad(name, `host names, not ${wrong.join(', ')}`);
      return hosts.filter((host) => host !== '');
    },
    addresses(name: VariableName): string[] {
      const addresses = listOf(env[name]);
      const wrong = addresses.filter((part) => isIP(part.split('/')[0] ?? '') === 0);
      if (wrong.length > 0) bad(name, `IP addresses or CIDR ranges, not ${wrong.join(', ')}`);
      return addresses;
    },
    hosts(name: VariableName): string[] {
      const entries = listOf(env[name]).map((entry) => entry.toLowerCase());
      const wrong = entries.filter((entry) => !isAddressRange(entry) && !HOST_NAME.test(entry));
      if (wrong.length > 0) bad(name, `IP addresses, CIDR ranges or host names, not ${wrong.join(', ')}`);
      return entries;
    },
  };
}

/** The last label of a name has a letter, so that a mistyped address is not a name. */
const HOST_NAME = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9-]{0,62}[a-z][a-z0-9-]{0,62}$/;

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
