import {
  FACILITY_PAGE,
  FACILITY_PAGE_WITH_LANES,
  type FacilitiesQuery,
  type Point,
} from '../../contract/brokers/facility.ts';
import { type Db, readRow, statement } from '../../db/database.ts';
import { sha256 } from '../../lib/bytes/hash.ts';
import { invalid } from '../../lib/errors.ts';
import { boxAround } from '../../lib/geography/cells.ts';
import { milesSql } from '../../lib/geography/miles-sql.ts';
import { FACILITY_COLUMNS, type FacilityRow } from './facility.ts';

const distance = `case when $2::float8 is null then 0
  else ${milesSql({ latitude: 'latitude', longitude: 'longitude' }, { latitude: '$2::float8', longitude: '$3::float8' })} end`;

/** Facilities from federal files have no organization. */
const isVisible = '(organization_id = $1 or organization_id is null)';

/**
 * $2 and $3: the center, $4 the radius, $5 and $6 the latitudes of the circle. $7 and $8: patterns that must all match the
 * name, or the name and the address together.
 */
const found = `select ${FACILITY_COLUMNS}, ${distance} as miles, lower(facility_name) as sorted from known_facilities
  where ${isVisible}
    and ($2::float8 is null or (latitude between $5::float8 and $6::float8 and ${distance} <= $4::float8))
    and facility_name ilike all ($7::text[]) and facility_name || ' ' || formatted_address ilike all ($8::text[])
    and ($9::text is null or formatted_address ilike $9) and ($10::text is null or contact_url ilike $10)
    and ($11::text is null or lower(city) = lower($11)) and ($12::text is null or state = $12)
    and ($13::text is null or lower(lot_size_category) = lower($13))
    and ($14::text[] is null or lower(place_category) = any ($14))
    and ($15::boolean is null or intermodal_drayage = $15)`;

const page = statement(
  'facilities.page',
  `select * from (${found}) f where $16::float8 is null or (miles, sorted, id) > ($16::float8, $17::text, $18::uuid)
    order by miles, sorted, id limit $19`,
);
const count = statement('facilities.count', `select count(*) as total from (${found}) f`);

/** `$n` in the middle of a text. */
const part = (text: string | undefined) =>
  text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type Found = FacilityRow & { miles: number; sorted: string };
type Cursor = { miles: number; sorted: string; id: string; shown: number };
export type FacilityPage = { facilities: FacilityRow[]; total: number; next: string | null };

/** One page of the facilities that an organization finds, the nearest first; without a center by name. */
export async function searchFacilities(
  db: Db,
  organizationId: number,
  query: FacilitiesQuery,
  center: Point | null,
): Promise<FacilityPage> {
  const fingerprint = fingerprintOf(organizationId, query, center);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, fingerprint);
  const values = valuesOf(organizationId, query, center);
  const left = (query.limit ?? Number.MAX_SAFE_INTEGER) - (cursor?.shown ?? 0);
  const size = Math.max(0, Math.min(left, query.include_lanes ? FACILITY_PAGE_WITH_LANES : FACILITY_PAGE));
  const after = [cursor?.miles ?? null, cursor?.sorted ?? null, cursor?.id ?? null];
  const [rows, { total }] = await Promise.all([
    db.rows<Found>(page, [...values, ...after, size + 1]),
    readRow<{ total: number }>(db, count, values),
  ]);
  const facilities = rows.slice(0, size);
  const last = facilities.at(-1);
  const shown = (cursor?.shown ?? 0) + facilities.length;
  const hasNext = rows.length > size && left > size && !query.smart_search && last !== undefined;
  return { facilities, total, next: hasNext ? writeCursor({ ...last, shown }, fingerprint) : null };
}

function valuesOf(organizationId: number, query: FacilitiesQuery, center: Point | null): unknown[] {
  const { name, address, city, state, radius, smart_search: isSmart, facility_type: types } = query;
  const box = center && boxAround(center.latitude, center.longitude, radius);
  const isFilter = (city === undefined) !== (state === undefined);
  const names = name === undefined ? [] : isSmart ? name.split(/\s+/) : [name];
  const patterns = names.map(part);
  const categories = types?.split('|').map((type) => type.trim().toLowerCase());
  return [
    ...[organizationId, center?.latitude ?? null, center?.longitude ?? null, radius],
    ...[box?.south ?? null, box?.north ?? null, isSmart ? [] : patterns, isSmart ? patterns : []],
    ...[part(address), part(query.website_domain), isFilter ? city : null, isFilter ? state : null],
    ...[query.lot_size_category, categories?.filter((type) => type !== ''), query.intermodal_drayage],
  ];
}

/** A cursor belongs to the search that it came from. */
function fingerprintOf(organizationId: number, query: FacilitiesQuery, center: Point | null): string {
  const { cursor: _, ...search } = query;
  const sorted = Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([organizationId, sorted, center]))
    .toString('base64url')
    .slice(0, 12);
}

function writeCursor({ miles, sorted, id, shown }: Cursor, fingerprint: string): string {
  return Buffer.from(JSON.stringify([fingerprint, miles, sorted, id, shown])).toString('base64url');
}

function readCursor(text: string, fingerprint: string): Cursor {
  try {
    const [of, miles, sorted, id, shown] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isNumbered = typeof miles === 'number' && Number.isInteger(shown) && shown > 0;
    const isText = typeof sorted === 'string' && !sorted.includes('\0') && /^[0-9a-f-]{36}$/.test(id);
    if (of === fingerprint && isNumbered && isText) return { miles, sorted, id, shown };
  } catch {
    // Reported below like every other text that is no cursor.
  }
  const msg = 'Must be the cursor of the header Link of a response to the same search';
  throw invalid([{ type: 'value_error', loc: ['query', 'cursor'], msg, input: null }]);
}

const nearest = statement(
  'facilities.nearest',
  `select * from (
     select ${FACILITY_COLUMNS}, ${distance} as miles from known_facilities
      where ${isVisible} and latitude between $5::float8 and $6::float8) f
   where miles <= $4::float8 order by miles, lower(facility_name), id limit $7`,
);

/** The facilities in a circle, the nearest first. */
export function nearestFacilities(
  db: Db,
  organizationId: number,
  { latitude, longitude }: Point,
  miles: number,
  most: number,
): Promise<FacilityRow[]> {
  const { south, north } = boxAround(latitude, longitude, miles);
  return db.rows<FacilityRow>(nearest, [organizationId, latitude, longitude, miles, south, north, most]);
}

const one = statement(
  'facilities.one',
  `select ${FACILITY_COLUMNS} from known_facilities where ${isVisible} and id = $2::uuid`,
);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function findFacility(db: Db, organizationId: number, id: string): Promise<FacilityRow | null> {
  return UUID.test(id) ? db.row<FacilityRow>(one, [organizationId, id]) : Promise.resolve(null);
}
