import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { hasCitus } from '../db/distribute.ts';
import { openReader, type Reader } from '../db/reader.ts';
import { openSessionSlots } from '../db/session-slots.ts';
import { openDetailCache } from '../domain/carriers/detail/detail-cache.ts';
import {
  MAX_CONCURRENT_CALLS,
  type ObservationService,
} from '../domain/carriers/observations/observation-service.ts';
import { BUDGETS, type ProfileService } from '../domain/carriers/profile/profile-service.ts';
import { imageLinks } from '../domain/images/image-links.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { Gate } from '../lib/async/gate.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

type CarrierServices = {
  observations: ObservationService;
  profile: ProfileService;
  readers: { name: string; reader: Reader }[];
  close(): Promise<void>;
};

/**
 * Every query is about one carrier, so one generic plan fits them all, and planning costs more than running it. Citus
 * selects the shard when it plans, so it needs the value.
 */
async function planSetting(database: Database): Promise<string> {
  return (await hasCitus(database)) ? '' : '-c plan_cache_mode=force_generic_plan';
}

export async function buildCarriers(
  settings: Settings,
  database: Database,
  images: ImageService,
  clock: Clock,
  log: Log,
): Promise<CarrierServices> {
  const { readUrl, poolSize } = settings.database;
  const plans = await planSetting(database);
  const reader = openReader(database, {
    replicaUrl: readUrl,
    poolSize: Math.ceil(poolSize / 2),
    session: plans,
    log,
  });
  const details = await openDetailCache(database, reader, readUrl !== null, clock, log);
  const calls = openSessionSlots(database, MAX_CONCURRENT_CALLS, log);
  const { budgets, reader: profileReader } = openBudgets(settings, database, plans, log);
  return {
    profile: { budgets, clock, log },
    readers: [
      { name: 'observations', reader },
      { name: 'profile', reader: profileReader },
    ],
    observations: { reader, clock, details, calls, imageLinks: (imageIds) => imageLinks(images, imageIds) },
    async close() {
      await calls.close();
      await details.close();
      await profileReader.close();
      await reader.close();
    },
  };
}

/** One pool for all profile sections. The gate of a section limits its share, so that a slow one cannot use all. */
function openBudgets(
  { database: { readUrl, poolSize }, profile }: Settings,
  database: Database,
  plans: string,
  log: Log,
) {
  const { deadlineMs, connectionsPerSection } = profile;
  const session = `-c statement_timeout=${deadlineMs} ${plans}`;
  const reader = openReader(database, {
    replicaUrl: readUrl,
    poolSize: Math.ceil(poolSize / 2),
    session,
    log,
  });
  const open = () => ({ reader, gate: new Gate(connectionsPerSection), deadlineMs });
  const budgets = Object.fromEntries(BUDGETS.map((name) => [name, open()])) as ProfileService['budgets'];
  return { budgets, reader };
}
