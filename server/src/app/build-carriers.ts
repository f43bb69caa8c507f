import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { openReader } from '../db/reader.ts';
import { openSessionSlots } from '../db/session-slots.ts';
import { openDetailCache } from '../domain/carriers/detail/detail-cache.ts';
import { MAX_CONCURRENT_CALLS, type ObservationService } from '../domain/carriers/observation-service.ts';
import type { ProfileService } from '../domain/carriers/profile/profile-service.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { pictureLinks } from '../domain/images/picture-links.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { buildProfile } from './build-profile.ts';

export type CarrierServices = {
  observations: ObservationService;
  profile: ProfileService;
  close(): Promise<void>;
};

/** The services behind the carrier and observation routes. */
export async function buildCarriers(
  settings: Settings,
  database: Database,
  images: ImageService,
  clock: Clock,
  log: Log,
): Promise<CarrierServices> {
  const { readUrl, poolSize } = settings.database;
  const reader = openReader(database, {
    replicaUrl: readUrl,
    poolSize: Math.ceil(poolSize / 2),
    // Planning a page over all months takes ten times as long as reading it, and one plan fits every carrier.
    session: '-c plan_cache_mode=force_generic_plan',
    log,
  });
  const details = await openDetailCache(database, reader, readUrl !== null, clock, log);
  const calls = openSessionSlots(database, MAX_CONCURRENT_CALLS, log);
  const imageLinks = (imageIds: string[]) => pictureLinks(images, imageIds);
  const profile = buildProfile(settings, database, clock, log);
  return {
    profile: profile.service,
    observations: { reader, clock, details, imageLinks, calls },
    async close() {
      await calls.close();
      await details.close();
      await profile.close();
      await reader.close();
    },
  };
}
