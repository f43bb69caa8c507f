import type { RelatedLink } from '../../../contract/brokers/related.ts';
import { statement } from '../../../db/database.ts';
import { inPeriod, periodOf, type SignalRequest } from '../signals/signal.ts';
import { MAX_CARRIERS_OF_VEHICLE } from '../signals/signal-rules.ts';
import { carriersOfPlates, carriersOfVins, type Elsewhere } from '../signals/vehicle-signals.ts';
import {
  plateKey,
  readInspected,
  readOwnPlates,
  readOwnVins,
  type Seen,
  seenDays,
} from '../signals/vehicles.ts';
import { type Links, orderOf } from './link.ts';

/** The newest vehicles. Each is an index probe. */
const MAX_VEHICLES = 100;

const inFederalRecords = statement(
  'related.vins-in-federal-records',
  `select o.vin as vehicle, o.usdot_number, ${seenDays} from federal_vins o
   where o.vin = any($4::text[]) and o.usdot_number not in (0, $1) and ${inPeriod} group by 1, 2`,
);

export type SharedVehicles = Links & { searched: number; known: number };

/** Carriers that a VIN of this one was seen with. Sightings count for those who may see the sightings of all cameras. */
export async function sharedVins(request: SignalRequest, seesSightings: boolean): Promise<SharedVehicles> {
  const own = seesSightings ? await readOwnVins(request) : await readInspected(request);
  const searched = own.slice(0, MAX_VEHICLES);
  const vins = searched.map(({ vin }) => vin);
  const elsewhere =
    vins.length === 0
      ? []
      : seesSightings
        ? await carriersOfVins(request, searched)
        : await request.db.rows<Elsewhere>(inFederalRecords, [
            request.usdotNumber,
            ...periodOf(request),
            vins,
          ]);
  const source = seesSightings ? 'sightings and inspections' : 'inspections and crashes';
  const mine = new Map(searched.map((one) => [one.vin, one]));
  return { ...linksOf('vin', source, mine, elsewhere), searched: searched.length, known: own.length };
}

/** The same for plates, which only sightings have for both carriers. */
export async function sharedPlates(request: SignalRequest): Promise<SharedVehicles> {
  const own = await readOwnPlates(request);
  const searched = own.slice(0, MAX_VEHICLES);
  const elsewhere = searched.length === 0 ? [] : await carriersOfPlates(request, searched);
  const mine = new Map(searched.map((one) => [plateKey(one), one]));
  return { ...linksOf('plate', 'sightings', mine, elsewhere), searched: searched.length, known: own.length };
}

function linksOf(
  kind: 'vin' | 'plate',
  source: RelatedLink['source'],
  mine: Map<string, Seen>,
  elsewhere: Elsewhere[],
): Links {
  const found: Links = { links: [], sharedByMany: [] };
  for (const [value, carriers] of Map.groupBy(elsewhere, ({ vehicle }) => vehicle)) {
    const seen = mine.get(value);
    if (seen === undefined) continue;
    // With this carrier, these are more than a rented vehicle may have.
    if (carriers.length >= MAX_CARRIERS_OF_VEHICLE) {
      found.sharedByMany.push({ kind, value });
      continue;
    }
    const own = { first_seen: seen.first_seen, last_seen: seen.last_seen };
    for (const { usdot_number, first_seen, last_seen } of carriers) {
      const theirs = { first_seen, last_seen };
      found.links.push({ usdot_number, kind, value, own, theirs, order: orderOf(own, theirs), source });
    }
  }
  return found;
}
