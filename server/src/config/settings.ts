import { resolve } from 'node:path';
import { operatorError } from '../lib/errors.ts';
import type { Env } from './env.ts';
import { reader } from './read-values.ts';

export type Settings = ReturnType<typeof decideSettings>;

const FEDERAL_PORTAL = 'https://data.transportation.gov';

/** Validates all settings and reports every invalid variable at once. */
export function decideSettings(env: Env) {
  const problems: string[] = [];
  const read = reader(env, problems);

  const mode = read.oneOf('MILEPOST_MODE', ['local', 'production'], 'local');
  const dataDir = resolve(env.DATA_DIR ?? 'data');
  const host = env.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1');
  const downloadsAtOnce = read.integer('DOWNLOADS_AT_ONCE', 32, 1, 1_000);
  const settings = {
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
      nodes: read.nodes('DATABASE_NODES'),
      poolSize: read.integer('DATABASE_POOL_SIZE', 6, 2, 200),
      /** Whether the embedded server may be used. */
      allowsEmbedded:
        read.oneOf('EMBEDDED_DATABASE', ['yes', 'no'], mode === 'local' ? 'yes' : 'no') === 'yes',
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
      corsOrigins: read.origins('CORS_ORIGINS'),
      metricsToken: read.secret('METRICS_TOKEN', 16),
    },
    /** Requests per minute of each class of routes (`http/plugins/rate-limit.ts`); 0 is unlimited. */
    rateLimits: {
      reads: read.integer('RATE_LIMIT_READS', 60_000, 0, 1e9),
      expensive: read.integer('RATE_LIMIT_EXPENSIVE_READS', 12_000, 0, 1e9),
      writes: read.integer('RATE_LIMIT_WRITES', 12_000, 0, 1e9),
      ingest: read.integer('RATE_LIMIT_INGEST', 60_000, 0, 1e9),
      auth: read.integer('RATE_LIMIT_AUTH', 1_200, 0, 1e9),
      open: read.integer('RATE_LIMIT_OPEN', 12_000, 0, 1e9),
      failures: read.integer('RATE_LIMIT_FAILURES', 6_000, 0, 1e9),
    },
    /** Private networks and hosts that images may be downloaded from. */
    outboundAllow: read.hosts('OUTBOUND_ALLOW'),
    /** Where `milepost work` serves health and metrics; it does not listen if `port` is null. */
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
      /** One key, or several separated by commas, newest first. */
      secretKeys: read.keys('SECRET_KEY', 32),
      signatureHeader: read.headerName('WEBHOOK_SIGNATURE_HEADER', 'X-GenLogs-Signature'),
    },
    alertMaxAgeHours: read.integer('ALERT_MAX_AGE_HOURS', 72, 1, 8_760),
    audit: { retentionDays: read.integer('AUDIT_RETENTION_DAYS', 2_557, 90, 36_500) },
    blobs: read.blobs('BLOB_URL', dataDir),
    /** False if images would be stored in DATA_DIR because nothing else is set. */
    isBlobUrlSet: env.BLOB_URL !== undefined,
    misspelled: env.misspelled ?? [],
    backups: env.BACKUP_URL === undefined ? null : read.blobs('BACKUP_URL', dataDir),
    images: {
      /** One secret, or several separated by commas, newest first. */
      linkSecrets: read.keys('LINK_SECRET', 32),
      linkSeconds: read.integer('IMAGE_LINK_HOURS', 24, 1, 24 * 366) * 3_600,
      downloadsAtOnce,
      downloadsPerOrganization: read.integer(
        'DOWNLOADS_PER_ORGANIZATION',
        Math.ceil(downloadsAtOnce / 2),
        1,
        1_000,
      ),
      minFreeBytes: read.integer('MIN_FREE_MB', 256, 0, 1e9) * 2 ** 20,
      dropsPrivateVehicles: read.oneOf('PRIVATE_VEHICLES', ['keep', 'drop'], 'keep') === 'drop',
    },
    recognition: {
      url: read.url('RECOGNIZER_URL', ['http:', 'https:']),
      token: read.secret('RECOGNIZER_TOKEN', 8),
      threads: read.integer('RECOGNITION_THREADS', env.cores, 1, 256),
      timeoutMs: read.integer('RECOGNITION_SECONDS', 30, 1, 600) * 1_000,
      memoryMb: read.integer('RECOGNITION_MEMORY_MB', 1_536, 1_024, 65_536),
      models: env.RECOGNITION_MODELS === undefined ? null : resolve(env.RECOGNITION_MODELS),
    },
    /** Images of dock checks that the API reads at the same time, in processes of its own. */
    dockCheckProcesses: read.integer('DOCK_CHECK_PROCESSES', 1, 1, 64),
    /** What is one sighting, and what is evidence (`domain/recognition/sighting/sighting-rules.ts`). */
    sightings: {
      passageMs: read.integer('SAME_TRUCK_SECONDS', 6, 0, 120) * 1_000,
      sharesEvidence: read.oneOf('SHARED_EVIDENCE', ['yes', 'no'], 'yes') === 'yes',
    },
    timeStampUrl: read.url('TIME_STAMP_URL', ['http:', 'https:']),
    federal: {
      portalUrl: (read.url('FEDERAL_PORTAL_URL', ['http:', 'https:']) ?? FEDERAL_PORTAL).replace(/\/+$/, ''),
      appToken: read.secret('FEDERAL_APP_TOKEN', 8),
      datasets: (env.IMPORT_DATASETS ?? '').split(/[\s,]+/).filter((name) => name !== ''),
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
      /** Hosts of identity providers that may have private addresses. */
      ssoPrivateHosts: read.hostsWithPorts('SSO_PRIVATE_HOSTS'),
      hashesAtOnce: read.integer('PASSWORD_HASHES_AT_ONCE', Math.min(env.cores, 4), 1, 64),
    },
  };
  if (problems.length > 0)
    throw operatorError(`Invalid configuration:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  return Object.freeze(settings);
}
