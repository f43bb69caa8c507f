import pLimit from 'p-limit';
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
import type { ImageService } from '../domain/images/image-service.ts';
import { imageLinks } from '../domain/images/signed-image-links.ts';
import { LaneIndex } from '../domain/lanes/lane-index.ts';
import type { LaneService } from '../domain/lanes/search-lanes.ts';
import type { Base } from './builder-base.ts';

type CarrierServices = {
  observations: ObservationService;
  lanes: LaneService;
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

export async function buildCarriers(base: Base, images: ImageService): Promise<CarrierServices> {
  const { settings, db, clock, log } = base;
  const { readUrl } = settings.database;
  const plans = await planSetting(db);
  const reader = openCarrierReader(base, plans);
  const details = await openDetailCache(db, reader, readUrl !== null, clock, log);
  const calls = openSessionSlots(db, MAX_CONCURRENT_CALLS, log);
  const { budgets, reader: profileReader } = openBudgets(base, plans);
  return {
    profile: { budgets, clock, log },
    readers: [
      { name: 'observations', reader },
      { name: 'profile', reader: profileReader },
    ],
    observations: { reader, clock, details, calls, imageLinks: (imageIds) => imageLinks(images, imageIds) },
    lanes: { db, reader, index: new LaneIndex() },
    async close() {
      await calls.close();
      await details.close();
      await profileReader.close();
      await reader.close();
    },
  };
}

/** One pool for all profile sections. The gate of a section limits its share, so that a slow one cannot use all. */
function openBudgets(base: Base, plans: string) {
  const { deadlineMs, connectionsPerSection } = base.settings.profile;
  const reader = openCarrierReader(base, `-c statement_timeout=${deadlineMs} ${plans}`);
  const open = () => ({ reader, limit: pLimit(connectionsPerSection), deadlineMs });
  const budgets = Object.fromEntries(BUDGETS.map((name) => [name, open()])) as ProfileService['budgets'];
  return { budgets, reader };
}

function openCarrierReader({ settings, db, log }: Base, session: string): Reader {
  const { readUrl: replicaUrl, poolSize } = settings.database;
  return openReader(db, { replicaUrl, poolSize: Math.ceil(poolSize / 2), session, log });
}
