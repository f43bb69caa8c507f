import { type BrokerProfile, MAX_PROFILE_SIGHTINGS } from '../../../contract/brokers/broker-profile.ts';
import { type Budget, runWithin } from '../../../db/run-within.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import {
  countByPlace,
  type EquipmentCount,
  listEquipment,
  type SightingCount,
} from '../../observations/count-sightings.ts';
import { nearestZip } from '../../places/find-place.ts';
import type { DetailCache } from '../detail/detail-cache.ts';

type Services = { details: DetailCache; budget: Budget };
type Days = { start: string; end: string };

const CONCURRENT_READS = 4;
const DAY_MS = 86_400_000;

/** The profiles of several carriers, by USDOT number. */
export async function readBrokerProfiles(
  { details, budget }: Services,
  usdotNumbers: number[],
  { start, end }: Days,
): Promise<Record<string, BrokerProfile>> {
  const from = new Date(`${start}T00:00:00Z`);
  const to = new Date(new Date(`${end}T00:00:00Z`).getTime() + DAY_MS);
  const profiles = await runWithin(budget, (db) =>
    mapConcurrent(CONCURRENT_READS, usdotNumbers, async (usdotNumber): Promise<[string, BrokerProfile]> => {
      const [detail, equipment, counts] = await Promise.all([
        details.read(usdotNumber),
        listEquipment(db, usdotNumber, { from, to }),
        countByPlace(db, usdotNumber, { from, to }, MAX_PROFILE_SIGHTINGS),
      ]);
      const profile = {
        fmcsa_detail: detail ?? {},
        equipment_pairings: {
          genlogs: typesOf(equipment, (one) => !one.is_federal),
          fmcsa: typesOf(equipment, (one) => one.is_federal),
        },
        sightings: byZip(counts),
      };
      return [String(usdotNumber), profile];
    }),
  );
  return Object.fromEntries(profiles);
}

function typesOf(equipment: EquipmentCount[], isWanted: (one: EquipmentCount) => boolean): string[] {
  return equipment.filter(isWanted).map(({ equipment_type }) => equipment_type);
}

/** Several cameras may be in one ZIP code. */
function byZip(counts: SightingCount[]): BrokerProfile['sightings'] {
  const rows = new Map<string, BrokerProfile['sightings'][number]>();
  for (const { day, location_state, latitude, longitude, is_federal, count } of counts) {
    const zip = latitude === null || longitude === null ? null : nearestZip({ latitude, longitude });
    const row = {
      sighting_date: day,
      state_seen: location_state,
      location_zip: zip ?? '',
      sightings: 0,
      source: is_federal ? 'fmcsa' : 'genlogs',
    };
    const key = JSON.stringify(row);
    const known = rows.get(key) ?? row;
    known.sightings += count;
    rows.set(key, known);
  }
  return [...rows.values()];
}
