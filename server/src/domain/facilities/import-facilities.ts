import { randomUUID } from 'node:crypto';
import type { FacilityLine, ImportedFacilities } from '../../contract/brokers/facility-import.ts';
import { type Database, type Db, statement } from '../../db/database.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import { LineProblems } from '../../lib/csv/csv-table.ts';
import type { Position } from '../../lib/geography/great-circle.ts';
import { findZip } from '../places/find-place.ts';
import { resolvePlace, unknownPlace } from '../places/resolve-ends.ts';
import { type NumberedLine, readFacilityLines } from './read-facility-lines.ts';

const COLUMNS = `id, facility_name, formatted_address, city, state, zip, latitude, longitude, place_category,
  lot_size_category, intermodal_drayage, contact_phone, contact_url, operating_hours, equipment`;

/** The lists of equipment are sent as texts, because `unnest` would flatten an array of arrays. Two imports lock rows in one order. */
const store = statement(
  'facilities.store',
  `insert into facilities (organization_id, ${COLUMNS})
   select $1, id, facility_name, formatted_address, city, state, zip, latitude, longitude, place_category,
     lot_size_category, intermodal_drayage, contact_phone, contact_url, operating_hours, string_to_array(equipment, '|')
   from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[], $9::float8[],
     $10::text[], $11::text[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::text[]) as given (${COLUMNS})
   order by lower(facility_name), lower(formatted_address)
   on conflict (organization_id, lower(facility_name), lower(formatted_address)) do update set
     facility_name = excluded.facility_name, formatted_address = excluded.formatted_address, city = excluded.city,
     state = excluded.state, zip = excluded.zip, latitude = excluded.latitude, longitude = excluded.longitude,
     place_category = excluded.place_category, lot_size_category = excluded.lot_size_category,
     intermodal_drayage = excluded.intermodal_drayage, contact_phone = excluded.contact_phone,
     contact_url = excluded.contact_url, operating_hours = excluded.operating_hours, equipment = excluded.equipment,
     imported_at = now()
   returning id`,
);
const removeOthers = statement(
  'facilities.remove-others',
  `delete from facilities f where f.organization_id = $1
     and not exists (select from unnest($2::uuid[]) as kept (id) where kept.id = f.id)`,
);
/** After the insert: the count has the new rows, and those of every transaction that had the lock before. */
const admit = statement('facilities.admit', `select admit_rows($1, 'facilities', 0)`);

type Stored = {
  id: string;
  facility_name: string;
  formatted_address: string;
  city: string;
  state: string;
  zip: string;
  latitude: number;
  longitude: number;
  place_category: string;
  lot_size_category: string;
  intermodal_drayage: boolean;
  contact_phone: string | undefined;
  contact_url: string | undefined;
  operating_hours: string | undefined;
  equipment: string;
};

/**
 * Stores the facilities of a CSV file, all or none: with one bad line, every bad line is reported and nothing changes. A
 * facility with the same name and address is changed and keeps its id.
 */
export async function importFacilities(
  database: Database,
  organizationId: number,
  bytes: AsyncIterable<Buffer>,
  { replace }: { replace: boolean },
): Promise<ImportedFacilities> {
  const problems = new LineProblems();
  const lines = await readFacilityLines(bytes, problems);
  const facilities = await located(database, lines, problems);
  problems.throwAny();
  return database.transaction(async (tx) => {
    const ids = await storeAll(tx, organizationId, facilities);
    const given = new Set(facilities.map(({ id }) => id));
    const created = ids.filter((id) => given.has(id)).length;
    const deleted = replace ? await tx.run(removeOthers, [organizationId, ids]) : 0;
    await tx.run(admit, [organizationId]);
    return { created, updated: ids.length - created, deleted };
  });
}

async function storeAll(tx: Db, organizationId: number, facilities: Stored[]): Promise<string[]> {
  const columns = columnsOf(
    facilities,
    ...([
      'id',
      'facility_name',
      'formatted_address',
      'city',
      'state',
      'zip',
      'latitude',
      'longitude',
    ] as const),
    ...([
      'place_category',
      'lot_size_category',
      'intermodal_drayage',
      'contact_phone',
      'contact_url',
    ] as const),
    ...(['operating_hours', 'equipment'] as const),
  );
  const rows = await tx.rows<{ id: string }>(store, [organizationId, ...columns]);
  return rows.map(({ id }) => id);
}

/** The facilities of the lines, each at its place. */
async function located(db: Db, lines: NumberedLine[], problems: LineProblems): Promise<Stored[]> {
  const cities = new Map<string, Position | null>();
  const firstLines = new Map<string, number>();
  const facilities: Stored[] = [];
  for (const { number, line } of lines) {
    const place = await placeOf(db, line, cities, (column, msg, input) =>
      problems.add(number, { type: 'unknown_place', column, msg, input }),
    );
    if (place === null) continue;
    const facility = storedFacility(line, place);
    const key = `${facility.facility_name}\n${facility.formatted_address}`.toLowerCase();
    const first = firstLines.get(key);
    if (first !== undefined) {
      const msg = `Line ${first} has the same name and address`;
      problems.add(number, { type: 'repeated', column: 'name', msg, input: line.name });
    } else facilities.push(facility);
    firstLines.set(key, first ?? number);
  }
  return facilities;
}

type Report = (column: string, msg: string, input: unknown) => void;

/** The given coordinates, else the center of the ZIP code, else that of the city. */
async function placeOf(
  db: Db,
  { latitude, longitude, zip, city, state }: FacilityLine,
  cities: Map<string, Position | null>,
  report: Report,
): Promise<Position | null> {
  const isHalf = (latitude === undefined) !== (longitude === undefined);
  if (isHalf) {
    report('latitude', 'latitude and longitude belong together', latitude ?? longitude);
    return null;
  }
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  const center = zip === undefined ? null : findZip(zip);
  if (center) return center;
  if (!city || !state) {
    if (zip === undefined) report('zip', 'Coordinates, a zip, or a city and its state are required', null);
    else report('zip', 'This ZIP code is not known', zip);
    return null;
  }
  const key = `${state} ${city}`;
  if (!cities.has(key)) cities.set(key, await resolvePlace(db, city, state));
  const position = cities.get(key) ?? null;
  if (position === null) report('city', unknownPlace([], city, state).msg, city);
  return position;
}

function storedFacility(line: FacilityLine, { latitude, longitude }: Position): Stored {
  const { name, address = '', city = '', state = '', zip = '' } = line;
  const parts = [address, city, `${state} ${zip}`.trim()].filter((part) => part !== '');
  const equipment = (line.equipment ?? '').split('|').map((kind) => kind.trim());
  return {
    ...{ id: randomUUID(), facility_name: name, city, state, zip, latitude, longitude },
    formatted_address: parts.length > 0 ? parts.join(', ') : `${latitude}, ${longitude}`,
    place_category: line.category ?? '',
    lot_size_category: line.lot_size ?? '',
    intermodal_drayage: line.intermodal_drayage ?? false,
    contact_phone: line.phone,
    contact_url: line.website,
    operating_hours: line.hours,
    equipment: equipment.filter((kind) => kind !== '').join('|'),
  };
}
