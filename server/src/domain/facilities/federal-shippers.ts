import { LOCKS } from '../../db/advisory-locks.ts';
import { type Database, readRow, statement } from '../../db/database.ts';
import { allowLongWork } from '../../db/long-work.ts';
import { columnsOf } from '../../lib/columns-of.ts';
import { zipCenters } from '../places/find-place.ts';

/** What `place_category` says of a facility of the federal files. */
export const FEDERAL_CATEGORIES = {
  named: 'Shipper in inspections',
  registered: 'Registered shipper',
} as const;

/** What inspectors write where a shipping paper names nobody. Companies with such names exist. */
const NOBODY = `'SELF', 'SAME', 'NONE', 'UNKNOWN', 'VARIOUS', 'MULTIPLE', 'EMPTY', 'PRIVATE', 'PERSONAL', 'CARRIER', 'SHIPPER', 'DRIVER'`;
/** A name without its legal form, punctuation and spaces. Shorter ones are abbreviations. */
const MIN_NAME = 4;
const nameKey = (name: string) =>
  `regexp_replace(regexp_replace(upper(${name}), '[ ,.]+(INC|LLC|L\\.L\\.C|CORP|CORPORATION|CO|COMPANY|LTD|LP|LLP|INCORPORATED|LIMITED)[ .]*$', ''), '[^A-Z0-9]+', '', 'g')`;

const takeLock = statement(
  'facilities.federal-lock',
  `select pg_try_advisory_xact_lock(${LOCKS.deriveFacilities}) as is_mine`,
);
const readLoads = statement(
  'facilities.federal-loads',
  `select loads as derived, coalesce((select string_agg(id::text, ' ' order by id) from federal_loads
     where is_current and dataset in ('company-census', 'vehicle-inspection')), '') as loaded from federal_facility_loads`,
);
const writeLoads = statement(
  'facilities.write-federal-loads',
  'update federal_facility_loads set loads = $1',
);
const clear = statement('facilities.clear-federal', 'delete from federal_facilities');

/**
 * $1 to $3: the centers of ZIP codes. A name leads to an address if one active company alone has it, as its legal or its
 * trade name.
 */
const derive = statement(
  'facilities.derive-federal',
  `with shippers as materialized (
     select distinct ${nameKey('shipper_name')} as name from (
       select distinct shipper_name from inspections where shipper_name is not null) s
   ), companies as materialized (
     select usdot_number, ${nameKey('held.name')} as name
     from company_census c, lateral (values (c.legal_name), (c.dba_name)) as held (name)
     where c.status_code = 'A' and held.name is not null
   ), named as materialized (
     select distinct min(usdot_number) as usdot_number from companies join shippers using (name)
     where length(name) >= ${MIN_NAME} and name not in (${NOBODY})
     group by name having count(distinct usdot_number) = 1
   )
   insert into federal_facilities (id, facility_name, formatted_address, city, state, zip, latitude, longitude, place_category,
     contact_phone)
   select md5('federal facility ' || c.usdot_number)::uuid, c.legal_name,
     concat_ws(', ', c.phy_street, c.phy_city, concat_ws(' ', c.phy_state, c.phy_zip)), coalesce(c.phy_city, ''),
     coalesce(c.phy_state, ''), c.phy_zip, z.latitude, z.longitude,
     case when n.usdot_number is null then '${FEDERAL_CATEGORIES.registered}' else '${FEDERAL_CATEGORIES.named}' end, c.phone
   from company_census c
   join unnest($1::text[], $2::float8[], $3::float8[]) as z (zip, latitude, longitude) on z.zip = left(c.phy_zip, 5)
   left join named n on n.usdot_number = c.usdot_number
   where c.status_code = 'A' and c.legal_name is not null and (c.carship like '%S%' or n.usdot_number is not null)`,
);

/**
 * After an import: the companies that are registered as shippers, and those that inspections name as the shipper, each at its
 * registered address. Returns how many there are, or null if they are already up to date.
 */
export function deriveFederalFacilities(database: Database): Promise<number | null> {
  return database.transaction(async (tx) => {
    if (!(await tx.row<{ is_mine: boolean }>(takeLock))?.is_mine) return null;
    const { derived, loaded } = await readRow<{ derived: string; loaded: string }>(tx, readLoads, []);
    if (derived === loaded) return null;
    await allowLongWork(tx.client);
    await tx.run(clear);
    const count = await tx.run(derive, columnsOf(zipCenters(), 'zip', 'latitude', 'longitude'));
    await tx.run(writeLoads, [loaded]);
    return count;
  });
}
