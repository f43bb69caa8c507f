import pLimit from 'p-limit';
import { loadSecrets } from '../config/secret-file.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import { MatchEvents } from '../domain/alerts/match/match-events.ts';
import { auditKeys } from '../domain/audit/audit-keys.ts';
import { AuditLog } from '../domain/audit/audit-log.ts';
import { openCredentials } from '../domain/identity/credentials.ts';
import { recordFirings } from '../domain/notifications/record-firing.ts';
import type { Services } from '../http/services.ts';
import { KeyedGate } from '../lib/async/keyed-gate.ts';
import { sealing } from '../lib/bytes/sealing.ts';
import { buildCarriers } from './build-carriers.ts';
import { buildDockChecks } from './build-dock-checks.ts';
import { buildIdentity } from './build-identity.ts';
import { buildImages } from './build-images.ts';
import { buildNotifications } from './build-notifications.ts';
import { buildTelemetry, checkStores } from './build-telemetry.ts';
import { buildTimeStamps } from './build-time-stamps.ts';
import { type Base, openOutbound } from './builder-base.ts';
import { measureDatabase, measurePools } from './database-metrics.ts';

/** Each may hold the images of a pack in memory. */
const MAX_PACKS_AT_ONCE = 2;
const PREVIEW_LIMITS = { width: 3, widthPerKey: 2, queuePerKey: 20 };

/** The parts of a `Base` that the caller must provide, and those that it may replace. */
type Given = Pick<Base, 'settings' | 'db' | 'log'> & Partial<Base>;

/** Builds all services. `close` closes what they have open, including `outbound`, but not the database. */
export async function buildServices(given: Given): Promise<{ services: Services; close(): Promise<void> }> {
  const base = await openBase(given);
  const { settings, db, clock, log, telemetry, secrets, outbound } = base;
  const { metrics, tracing } = telemetry;
  const credentials = await openCredentials(db, clock, log);
  const keys = auditKeys(secrets.SECRET_KEY.keys);
  const auditLog = new AuditLog(db, keys, clock, log);
  const { close: closeImages, ...images } = await buildImages(base);
  const { close: closeDockChecks, ...dockChecks } = buildDockChecks(base, images);
  const notifications = buildNotifications(base, images);
  const { close: closeIdentity, ...identity } = await buildIdentity(base, notifications);
  const alerts: AlertService = {
    db,
    clock,
    notify: recordFirings(notifications),
    previews: new KeyedGate<number>(PREVIEW_LIMITS),
    tracing,
    log,
    maxAgeHours: settings.alertMaxAgeHours,
  };
  const matchEvents = new MatchEvents(db, log);
  const { close: closeCarriers, readers, ...carriers } = await buildCarriers(base, images);
  const { close: closeTimeStamps, timeStamps } = buildTimeStamps(base);
  checkStores(base, images.blobs);
  measurePools(metrics, db, readers);
  const closeFigures = measureDatabase(metrics, db, log);
  const services: Services = {
    settings,
    clock,
    database: db,
    credentials,
    identity,
    images,
    dockChecks,
    alerts,
    matchEvents,
    notifications,
    ...carriers,
    vetting: {
      db,
      reader: carriers.observations.reader,
      profile: carriers.profile,
      notifications,
      clock,
      sealing: sealing(secrets.SECRET_KEY),
      timeStamps,
    },
    watchlists: { db, profile: carriers.profile, notifications, clock },
    cases: {
      ...{ db, images, clock },
      reader: carriers.observations.reader,
      sealing: sealing(secrets.SECRET_KEY),
      timeStamps,
      packsAtOnce: pLimit(MAX_PACKS_AT_ONCE),
    },
    auditLog,
    auditKeys: keys,
    telemetry,
  };
  const close = async () => {
    await closeFigures();
    await auditLog.close();
    await matchEvents.close();
    await closeCarriers();
    await notifications.mail.mailer.close();
    await closeIdentity();
    await outbound.close();
    await closeTimeStamps();
    await closeDockChecks();
    await closeImages();
    await credentials.close();
    await tracing.close();
    base.closeClock();
  };
  return { services, close };
}

async function openBase(given: Given): Promise<Base & { closeClock(): void }> {
  const { settings, db, log } = given;
  const { clock, closeClock } = given.clock
    ? { clock: given.clock, closeClock: () => undefined }
    : await openDatabaseClock(db, log);
  return {
    ...given,
    clock,
    closeClock,
    telemetry: given.telemetry ?? (await buildTelemetry(settings, log)),
    secrets: given.secrets ?? (await loadSecrets(settings)),
    outbound: given.outbound ?? openOutbound(settings),
  };
}
