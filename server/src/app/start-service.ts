import { loadSecrets } from '../config/secret-file.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { DATABASE_WAIT_MS, openDatabase } from '../db/open-database.ts';
import type { Passwords } from '../domain/identity/password-hashing.ts';
import type { BlobStore } from '../domain/images/blob-store.ts';
import { migrateSchema } from '../domain/migrate-schema.ts';
import { holdSecrets } from '../domain/secrets/hold-secrets.ts';
import { buildHttp, buildOperations } from '../http/build-http.ts';
import type { App } from '../http/route.ts';
import { withDeadline } from '../lib/async/deadline.ts';
import type { Sealing } from '../lib/bytes/sealing.ts';
import { codeOf, messageOf, operatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { buildServices } from './build-services.ts';
import { startStages } from './start-stages.ts';

export type Parts = { api: boolean; work: boolean };

/** Fills an empty database while the service starts. */
export type Filling = {
  /** Called as soon as the tables exist. */
  prepare(database: Database): void;
  /** Called when the services exist. Requests are answered meanwhile; background work starts afterwards. */
  fill(parts: {
    database: Database;
    passwords: Passwords;
    blobs: BlobStore;
    sealing: Sealing;
  }): Promise<void>;
};

type Starting = {
  filling?: Filling | undefined;
  /** Ends the wait for a database that is starting. */
  signal?: AbortSignal;
};

export type Service = {
  database: Database;
  /** The address of the API; null in a worker process. */
  address: string | null;
  /** Where a worker process serves its health and metrics; null if it does not. */
  operationsAddress: string | null;
  databaseAt: string;
  /** Stops accepting requests, lets running work finish, releases leases and closes the database. */
  stop(): Promise<void>;
};

const FINISH_MS = 10_000;

/** Builds everything from the settings and starts it. The returned `stop` stops it in reverse order. */
export async function startService(
  settings: Settings,
  parts: Parts,
  log: Log,
  { filling, signal }: Starting = {},
): Promise<Service> {
  for (const { name, meant } of settings.misspelled)
    log.warn({ name }, `${name} is not a setting and is ignored. Did you mean ${meant}?`);
  checkPublicUrl(settings, log);
  checkBlobUrl(settings);
  const opened = await openDatabase(settings, log, { waitMs: DATABASE_WAIT_MS, ...(signal && { signal }) });
  const stops: (() => Promise<void>)[] = [opened.close];
  try {
    await migrateSchema(opened.database);
    filling?.prepare(opened.database);
    const secrets = await loadSecrets(settings);
    const held = await holdSecrets(opened.database, secrets, parts, log);
    stops.unshift(held.close);
    const { services, close } = await buildServices({ settings, db: opened.database, log, secrets });
    stops.unshift(close);
    const filled = filling?.fill({
      database: opened.database,
      passwords: services.identity.passwords,
      blobs: services.images.blobs,
      sealing: services.notifications.sealing,
    });
    // Reported below, after the server listens.
    filled?.catch(() => undefined);
    let closeListener = (): Promise<void> => Promise.resolve();
    let stopWork = (): Promise<void> => Promise.resolve();
    // Requests end before the background work, whichever of them started first.
    stops.unshift(
      () => closeListener(),
      () => stopWork(),
    );
    let address: string | null = null;
    let operationsAddress: string | null = null;
    if (parts.api) {
      const app = await buildHttp(services, log);
      closeListener = () => closeHttp(app);
      address = await listen(app, settings.http, 'PORT');
    } else if (settings.operations.port !== null) {
      const { host, port } = settings.operations;
      const app = buildOperations(services, log);
      closeListener = () => closeHttp(app);
      operationsAddress = await listen(app, { host, port }, 'METRICS_PORT');
    }
    await filled;
    if (parts.work) stopWork = (await startStages(services, log)).stop;
    return {
      database: opened.database,
      address,
      operationsAddress,
      databaseAt: opened.where,
      stop: () => stopAll(stops, log),
    };
  } catch (error) {
    await stopAll(stops, log);
    throw error;
  }
}

/** Without PUBLIC_URL, links in emails, webhooks and responses would point to the reader's own machine. */
function checkPublicUrl({ mode, http: { publicUrl } }: Settings, log: Log): void {
  if (mode !== 'production') return;
  if (publicUrl === null)
    throw operatorError(
      'PUBLIC_URL must be set in production: the https URL at which customers reach the service, such as https://milepost.example.com. Links in responses, webhooks and emails start with it.',
    );
  if (!publicUrl.startsWith('https:'))
    log.warn(
      'PUBLIC_URL is not https: credentials and images are sent unencrypted, and nobody can sign in to the console',
    );
}

/** A container or a second machine would keep the images on a disk that no other process sees. */
function checkBlobUrl({ mode, isBlobUrlSet }: Settings): void {
  if (mode === 'production' && !isBlobUrlSet)
    throw operatorError(
      'BLOB_URL must be set in production: file:///folder on a permanent disk, or s3://key:secret@host/bucket.',
    );
}

type Listening = { host: string; port: number };

async function listen(
  app: App,
  { host, port }: Listening,
  setting: 'PORT' | 'METRICS_PORT',
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw operatorError(`Port ${port} is already in use. Set ${setting} to another port.`, error);
    if (code === 'EACCES')
      throw operatorError(
        `This user is not allowed to listen on port ${port}. Set ${setting} to another port.`,
        error,
      );
    const hostSetting = setting === 'PORT' ? 'HOST' : 'METRICS_HOST';
    if (code === 'EADDRNOTAVAIL')
      throw operatorError(`${hostSetting} ${host} is not a local address.`, error);
    throw error;
  }
}

async function closeHttp(app: App): Promise<void> {
  await withDeadline(app.close(), FINISH_MS, 'Finishing requests').catch((error) =>
    app.log.warn(messageOf(error)),
  );
  app.server.closeAllConnections();
}

/** Runs every stop, even if an earlier one fails. */
async function stopAll(stops: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const stop of stops.splice(0)) {
    await stop().catch((error) => log.error({ error: messageOf(error) }, 'shutdown step failed'));
  }
}
