import { type Db, statement } from '../../../db/database.ts';
import {
  type DoorLine,
  isNamedOnDoor,
  isOperatedForAnother,
  linesBesideNumber,
  namesIn,
} from '../../../lib/identifiers/names-beside-number.ts';
import { findNameHolders, MAX_HOLDERS, type NameHolder } from '../../federal/name-holders.ts';
import { isoTime } from '../../observations/observation.ts';
import { linesOfImages } from '../../observations/read-lines.ts';
import { type Evidence, type FindSignal, inPeriod, newest, periodOf } from './signal.ts';

const MAX_SIGHTINGS = 300;

type Door = {
  view_image_ids: string[] | null;
  time_captured: string;
  location_city: string;
  location_state: string;
  image_id: string | null;
  mc_number: string;
};
type ReadDoor = Omit<Door, 'view_image_ids'> & { lines: DoorLine[] };

/**
 * The newest sightings. A number beside the name of another carrier is not High: it counts here all the same. The MC number
 * counts if it was read with high confidence.
 */
const doors = statement(
  'signals.doors',
  `select o.view_image_ids, ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state, o.image_id,
     case when not o.is_mc_imputed and o.mc_number_ocr_score = 'High' then o.mc_number else '' end as mc_number
   from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and not o.is_usdot_imputed and ${inPeriod}
     and (o.usdot_number_ocr_score = 'High' or o.has_conflicting_name)
   order by o.time_captured desc limit ${MAX_SIGHTINGS}`,
);

const ownNames = statement(
  'signals.own-names',
  `select legal_name from company_census where usdot_number = $1
   union select dba_name from company_census where usdot_number = $1
   union select legal_name from sms_census where usdot_number = $1
   union select dba_name from sms_census where usdot_number = $1
   union select legal_name from motus_carriers where usdot_number = $1
   union select dba_name from motus_carriers where usdot_number = $1
   union select legal_name from legacy_carriers where usdot_number = $1
   union select dba_name from legacy_carriers where usdot_number = $1`,
);

const docketHolders = statement(
  'signals.docket-holders',
  `select distinct h.docket, h.usdot_number, coalesce(c.legal_name, '') as legal_name from (
     select docket_number as docket, usdot_number from motus_carriers
     where docket_number = any($1::int[]) and docket_prefix = 'MC'
     union all
     select docket_number, usdot_number from legacy_carriers
     where docket_number = any($1::int[]) and docket_prefix = 'MC'
     union all
     select docket1_number, usdot_number from company_census
     where docket1_number = any($1::int[]) and docket1_prefix = 'MC') h
   left join company_census c on c.usdot_number = h.usdot_number
   where h.usdot_number <> 0`,
);

type Claim = { seen: ReadDoor; shows: 'MC number' | 'name'; value: string; key: string };

function claimsOf(seen: ReadDoor, usdotNumber: number, ownNamesOnFile: string[]): Claim[] {
  const texts = seen.lines.map(({ text }) => text);
  if (isOperatedForAnother(texts)) return [];
  const claims: Claim[] = [];
  if (/^\d{1,8}$/.test(seen.mc_number))
    claims.push({ seen, shows: 'MC number', value: seen.mc_number, key: `mc ${Number(seen.mc_number)}` });
  const beside = linesBesideNumber(seen.lines, usdotNumber);
  if (ownNamesOnFile.length > 0 && !isNamedOnDoor(ownNamesOnFile, texts)) {
    for (const name of namesIn(beside))
      claims.push({ seen, shows: 'name', value: name, key: `name ${name}` });
  }
  return claims;
}

/** With the lines of the images that each sighting was decided from. */
async function readDoors(db: Db, seen: Door[]): Promise<ReadDoor[]> {
  const imagesOf = ({ view_image_ids, image_id }: Door) => view_image_ids ?? (image_id ? [image_id] : []);
  const lines = await linesOfImages(db, seen.flatMap(imagesOf));
  return seen.map((one) => {
    const { view_image_ids: _, ...door } = one;
    return { ...door, lines: imagesOf(one).flatMap((id) => lines.get(id) ?? []) };
  });
}

export const nameOrMcMismatch: FindSignal = async ({ db, usdotNumber, since, today }) => {
  const seen = await readDoors(db, await db.rows<Door>(doors, [usdotNumber, ...periodOf({ since, today })]));
  if (seen.length === 0) return null;
  const rows = await db.rows<{ legal_name: string | null }>(ownNames, [usdotNumber]);
  const own = rows.flatMap(({ legal_name }) => legal_name ?? []);
  const claims = seen.flatMap((door) => claimsOf(door, usdotNumber, own));
  if (claims.length === 0) return null;
  const values = (shows: Claim['shows']) => [
    ...new Set(claims.flatMap((claim) => (claim.shows === shows ? [claim.value] : []))),
  ];
  const [dockets, names] = await Promise.all([
    db.rows<Omit<NameHolder, 'name'> & { docket: number }>(docketHolders, [values('MC number').map(Number)]),
    findNameHolders(db, values('name')),
  ]);
  const holders = Map.groupBy([...dockets, ...names], (holder) =>
    'docket' in holder ? `mc ${holder.docket}` : `name ${holder.name}`,
  );
  const found = claims.flatMap(({ seen: door, shows, value, key }): Evidence[] => {
    const held = holders.get(key) ?? [];
    const [other] = held;
    if (!other || held.length > MAX_HOLDERS || held.some((one) => one.usdot_number === usdotNumber))
      return [];
    const { lines: _, mc_number: __, ...sighting } = door;
    return [
      {
        ...sighting,
        shows,
        value: shows === 'name' ? value.toUpperCase() : value,
        registered_to: String(other.usdot_number),
        registered_name: other.legal_name,
      },
    ];
  });
  const days = new Set(found.map(({ time_captured }) => String(time_captured).slice(0, 10)));
  return days.size >= 2 ? newest(found) : null;
};
