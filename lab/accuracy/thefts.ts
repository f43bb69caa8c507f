import type { FoundSighting } from '../../server/src/contract/sightings/found-sighting.ts';
import { type Database, openPool } from '../../server/src/db/database.ts';
import type { Reader } from '../../server/src/db/reader.ts';
import { dayOf } from '../../server/src/demo/day-formats.ts';
import { createOrganization } from '../../server/src/domain/identity/manage-organizations.ts';
import { vehicleFile } from '../../server/src/domain/sightings/file/vehicle-file.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { isOneConfusion } from '../../server/src/lib/identifiers/one-confusion.ts';
import { silent, startTestCluster, TEMPLATE } from '../../server/test/support/cluster.ts';
import {
  insertSightings,
  type PlantedSighting,
} from '../../server/test/support/sightings/planted-sightings.ts';
import { makeCarrier } from '../country/carrier.ts';
import { DEFAULT_AS_OF } from '../country/country.ts';
import { Rng } from '../country/rng.ts';
import { makeUnit } from '../country/unit.ts';

export const FOUND_GOAL = 0.95;
/** Per file. */
export const FALSE_GOAL = 0.01;
const HOUR_MS = 3_600_000;
const BATCH = 2_000;
/** Of sightings of vehicles that were not stolen. */
const MISREAD = 0.03;
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export type TheftOptions = { seed: number; thefts: number; vehicles: number };
export type TheftResult = {
  /** Sightings after the theft whose plate was misread in one character, and those of them in the file. */
  later: number;
  found: number;
  /** Sightings of other vehicles in the files. */
  files: number;
  wrong: number;
  sightings: number;
};

type Seen = PlantedSighting & { alpr_plate_number: string };

/** One character, as readers confuse it; null if they confuse none of them. */
function misreadOf(plate: string, rng: Rng): string | null {
  const others = [...plate].flatMap((_, at) =>
    [...CHARACTERS].flatMap((one) => {
      const other = plate.slice(0, at) + one + plate.slice(at + 1);
      return isOneConfusion(plate, other) ? other : [];
    }),
  );
  return others.length === 0 ? null : rng.pick(others);
}

/** A vehicle goes from city to city for some days; places are about a day apart, so every move is possible. */
function passages(
  rng: Rng,
  plate: string,
  state: string,
  usdot: number,
  daysAgo: number,
  count: number,
): Seen[] {
  return Array.from({ length: count }, (_, n) => ({
    ...{ alpr_plate_number: plate, plate_state: state, usdot_number: usdot },
    ...{ latitude: 30 + rng.next() * 15, longitude: -118 + rng.next() * 40 },
    time_captured: new Date(Date.now() - (daysAgo - n * 2.2) * 24 * HOUR_MS - rng.below(4) * HOUR_MS),
  }));
}

/**
 * Plants thefts of vehicles of the synthetic country among the sightings of others, and reads the files of the stolen ones: whether
 * each sighting after the theft, with one misread character, is in the file, and whether one of another vehicle is.
 */
export async function measureThefts(
  db: Database,
  { seed, thefts, vehicles }: TheftOptions,
): Promise<TheftResult> {
  const country = { seed, carriers: Math.max(200, Math.round(vehicles / 4)), asOfDay: dayOf(DEFAULT_AS_OF) };
  const { organization_id: organizationId } = await createOrganization(db, {
    name: 'Thefts',
    kind: 'partner',
  });
  const sightings: Seen[] = [];
  const stolen: { plate: string; state: string; later: Set<string> }[] = [];
  const owners = new Map<string, string>();
  for (let n = 0; n < vehicles + thefts; n++) {
    const rng = new Rng(seed, n, 77);
    const carrier = makeCarrier(country, n % country.carriers);
    const unit = makeUnit(country, carrier, 'tractor', Math.floor(n / country.carriers));
    const isStolen = n >= vehicles;
    const seen = passages(
      rng,
      unit.plate,
      unit.plateState,
      5_000_001 + carrier.index,
      24,
      isStolen ? 8 : 1 + rng.below(6),
    );
    const later = new Set<string>();
    for (const [i, passage] of seen.entries()) {
      const isLater = isStolen && i >= 4;
      const read = isLater || rng.chance(MISREAD) ? misreadOf(unit.plate, rng) : null;
      if (read === null) continue;
      passage.alpr_plate_number = read;
      if (isLater) later.add(key(read, passage.time_captured));
    }
    for (const { alpr_plate_number, time_captured } of seen)
      owners.set(key(alpr_plate_number, time_captured), `${n}`);
    sightings.push(...seen);
    if (isStolen) stolen.push({ plate: unit.plate, state: unit.plateState, later });
  }
  for (let from = 0; from < sightings.length; from += BATCH)
    await insertSightings(db, organizationId, sightings.slice(from, from + BATCH));
  const reader = {
    rows: db.rows.bind(db),
    current: () => db,
    primary: db,
    failed: () => false,
  } as unknown as Reader;
  const result = { later: 0, found: 0, files: stolen.length, wrong: 0, sightings: sightings.length };
  for (const [n, { plate, state, later }] of stolen.entries()) {
    const { possible_sightings: possible } = await vehicleFile(
      { reader, clock: systemClock },
      { organizationId, seesAll: true },
      { kind: 'plate', value: plate, plateState: state },
      async ({ found }) => found.map(({ observation }) => observation as unknown as FoundSighting),
    );
    const keys = possible.map((one) => {
      const { alpr_plate_number, time_captured } = one as unknown as Seen;
      return key(alpr_plate_number, time_captured);
    });
    result.later += later.size;
    result.found += [...later].filter((one) => keys.includes(one)).length;
    result.wrong += keys.filter((one) => owners.get(one) !== `${vehicles + n}`).length;
  }
  return result;
}

const key = (plate: string, time: Date) => `${plate} ${time.getTime()}`;

/** With 95 % confidence, by Wilson: the share is between these bounds. */
function bounds(hits: number, cases: number): [low: number, high: number] {
  const z = 1.96;
  const [share, part] = [hits / cases, (z * z) / cases];
  const middle = share + part / 2;
  const half = z * Math.sqrt((share * (1 - share) + part / 4) / cases);
  return [(middle - half) / (1 + part), (middle + half) / (1 + part)];
}

/** `npm run accuracy -- --thefts`. Returns the goals. */
export async function runThefts(options: TheftOptions): Promise<[text: string, isMet: boolean][]> {
  const { connection, stop } = await startTestCluster();
  const db = openPool({ ...connection, database: TEMPLATE }, 4, silent);
  try {
    const { later, found, files, wrong, sightings } = await measureThefts(db, options);
    const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
    const [low] = bounds(found, later);
    const [, high] = bounds(wrong, files);
    console.log(
      `${files} thefts among ${sightings} sightings of ${options.vehicles + files} vehicles, seed ${options.seed}: ${found} of ${later} later sightings with a misread character are in the files (${percent(found / later)}, at least ${percent(low)}); ${wrong} of other vehicles (${(100 * wrong) / files} per 100 files, at most ${(100 * high).toFixed(2)}).`,
    );
    return [
      [`later sightings of stolen vehicles: at least ${FOUND_GOAL}`, found / later >= FOUND_GOAL],
      [`sightings of other vehicles: at most ${FALSE_GOAL} per file`, wrong / files <= FALSE_GOAL],
    ];
  } finally {
    await db.close();
    await stop();
  }
}
