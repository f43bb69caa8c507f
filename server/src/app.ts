import { publicOnly, publicOrLoopback } from './adapters/outbound/address-policy.ts';
import { createOutbound } from './adapters/outbound/create-outbound.ts';
import { buildCarriers } from './app/build-carriers.ts';
import { buildImages } from './app/build-images.ts';
import { buildNotifications } from './app/build-notifications.ts';
import { checkPublicUrl } from './app/check-public-url.ts';
import { startStages } from './app/start-stages.ts';
import { loadSecrets } from './config/secret-file.ts';
import type { Settings } from './config/settings.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import type { AlertService } from './domain/alerts/alert-service.ts';
import { MatchEvents } from './domain/alerts/match/match-events.ts';
import type { TokenService } from './domain/identity/create-token.ts';
import { type Credentials, openCredentials } from './domain/identity/credentials.ts';
import { openPasswords } from './domain/identity/passwords.ts';
import { migrateSchema } from './domain/migrate-schema.ts';
import { readDeliveries } from './domain/notifications/read-deliveries.ts';
import { recordFirings } from './domain/notifications/record-firing.ts';
import { holdSecrets } from './domain/secrets/hold-secrets.ts';
import type { Rings } from './domain/secrets/registry.ts';
import { buildHttp } from './http/app.ts';
import type { App, Services } from './http/route.ts';
import { withDeadline } from './lib/async/deadline.ts';
import { KeyedGate } from './lib/async/gate.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { codeOf, messageOf, operatorError } from './lib/errors.ts';
import type { Log } from './lib/log.ts';
import type { Outbound } from './lib/outbound.ts';

export type Parts = { api: boolean; work: boolean };

export type Service = {
  database: Database;
  tokens: TokenService;
  /** The address of the API; null in a worker process. */
  address: string | null;
  databaseAt: string;
  /** Stops accepting requests, lets running work finish, releases leases and closes the database. */
  stop(): Promise<void>;
};

const FINISH_MS = 10_000;
const PREVIEW_LIMITS = { width: 3, widthPerKey: 2, queuePerKey: 20 };

/** Builds everything from the settings and starts it. The returned `stop` stops it in reverse order. */
export async function startService(settings: Settings, parts: Parts, log: Log): Promise<Service> {
  checkPublicUrl(settings, log);
  const opened = await openDatabase(settings, log);
  const stops: (() => Promise<void>)[] = [opened.close];
  try {
    await migrateSchema(opened.database);
    const secrets = await loadSecrets(settings);
    const held = await holdSecrets(opened.database, secrets, parts, log);
    stops.unshift(held.close);
    const outbound = openOutbound(settings);
    const { services, close } = await buildServices(
      settings,
      opened.database,
      log,
      systemClock,
      outbound,
      secrets,
    );
    stops.unshift(close);
    if (parts.work) {
      const stages = await startStages(services, log);
      stops.unshift(stages.stop);
    }
    let address: string | null = null;
    if (parts.api) {
      const app = await buildHttp(services, log);
      stops.unshift(() => closeHttp(app));
      address = await listen(app, settings);
    }
    return {
      database: opened.database,
      tokens: services.tokens,
      address,
      databaseAt: opened.where,
      stop: () => stopAll(stops, log),
    };
  } catch (error) {
    await stopAll(stops, log);
    throw error;
  }
}

export async function buildServices(
  settings: Settings,
  database: Database,
  log: Log,
  clock: Clock = systemClock,
  outbound: Outbound = openOutbound(settings),
  secrets?: Rings,
) {
  const rings = secrets ?? (await loadSecrets(settings));
  const credentials: Credentials = await openCredentials(database, clock, log);
  const { accessTokenSeconds, refreshTokenSeconds, limitPerAddress, limitPerAccount, hashesAtOnce } =
    settings.identity;
  const tokens: TokenService = {
    db: database,
    clock,
    passwords: await openPasswords(hashesAtOnce),
    limits: { perAddress: limitPerAddress, perAccount: limitPerAccount },
    accessTokenSeconds,
    refreshTokenSeconds,
  };
  const images = await buildImages(settings, database, clock, outbound, rings.LINK_SECRET);
  const notifications = await buildNotifications(
    settings,
    database,
    clock,
    outbound,
    images,
    rings.SECRET_KEY,
  );
  const alerts: AlertService = {
    db: database,
    clock,
    notify: recordFirings(notifications),
    readDeliveries,
    previews: new KeyedGate<number>(PREVIEW_LIMITS),
  };
  const matchEvents = new MatchEvents(database, log);
  const { close: closeCarriers, ...carriers } = await buildCarriers(settings, database, images, clock, log);
  const services: Services = {
    settings,
    clock,
    database,
    credentials,
    tokens,
    images,
    alerts,
    matchEvents,
    notifications,
    ...carriers,
  };
  const close = async () => {
    await matchEvents.close();
    await closeCarriers();
    await notifications.mailer.close();
    await outbound.close();
    await images.blobs.close();
    await credentials.close();
  };
  return { services, close };
}

/** Requests to loopback addresses are allowed in local mode only. */
function openOutbound({ mode }: Settings): Outbound {
  return createOutbound({ allows: mode === 'local' ? publicOrLoopback : publicOnly, userAgent: 'Milepost' });
}

async function listen(app: App, { http }: Settings): Promise<string> {
  try {
    return await app.listen({ host: http.host, port: http.port });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE')
      throw operatorError(`Port ${http.port} is already in use. Set PORT to another port.`, error);
    if (code === 'EACCES')
      throw operatorError(
        `This user is not allowed to listen on port ${http.port}. Set PORT to another port.`,
        error,
      );
    if (code === 'EADDRNOTAVAIL') throw operatorError(`HOST ${http.host} is not a local address.`, error);
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
