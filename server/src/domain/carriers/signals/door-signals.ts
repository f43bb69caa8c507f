import { type Db, statement } from '../../../db/database.ts';
import { doorText, nameOnDoor, wordsOf } from '../../../lib/identifiers/name-on-door.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';
import { isoTime } from '../../observations/observation.ts';
import { linesOfSightings } from '../../observations/read-lines.ts';
import { type Evidence, type FindSignal, inPeriod, isCarrierRead, newest, periodOf } from './signal.ts';

const MAX_SIGHTINGS = 300;
/** A name on a door is a few lines of text away from the number. */
const MAX_LINES_AWAY = 12;
const MIN_NAME_LETTERS = 8;
/** The share of the carrier's own name that shows that the door is its own. */
const OWN_NAME_SHARE = 0.4;
/** A name that more carriers have does not identify one. */
const MAX_HOLDERS = 3;
const OPERATED_FOR_ANOTHER = /\b(OPERATED|LEASED|LEASE)\b/;

type Line = { text: string; quad?: [number, number][]; image_id?: string };
type Door = {
  id: number;
  view_image_ids: string[] | null;
  time_captured: string;
  location_city: string;
  location_state: string;
  image_id: string | null;
  mc_number: string;
};
type ReadDoor = Omit<Door, 'id' | 'view_image_ids'> & { lines: Line[] };

/** The newest sightings. The MC number counts if it was read with high confidence. */
const doors = statement(
  'signals.doors',
  `select o.id, o.view_image_ids, ${isoTime('o.time_captured')} as time_captured, o.location_city, o.location_state, o.image_id,
     case when not o.is_mc_imputed and o.mc_number_ocr_score = 'High' then o.mc_number else '' end as mc_number
   from observations o
   where o.usdot_number = $1 and o.type = 'Detection' and ${isCarrierRead} and o.usdot_number_ocr_score = 'High' and ${inPeriod}
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

/** $1: names in lower case. A door shows the beginning of the registered name: `ACME TRUCKING` of ACME TRUCKING LLC. */
const nameHolders = statement(
  'signals.name-holders',
  `select name.text as name, h.usdot_number, h.legal_name from unnest($1::text[]) as name (text)
   cross join lateral (
     (select usdot_number, legal_name from company_census c
      where lower(c.legal_name) ~>=~ name.text and lower(c.legal_name) ~<~ (name.text || '~')
        and (lower(c.legal_name) = name.text or lower(c.legal_name) ~ ('^' || name.text || '[ ,.]')) limit ${MAX_HOLDERS + 1})
     union all
     (select usdot_number, legal_name from company_census c where c.dba_name is not null
        and lower(c.dba_name) = name.text limit ${MAX_HOLDERS + 1})) h`,
);

type Holder = { usdot_number: number; legal_name: string };

/** The lines around the number, in the image that shows it: a trailer may belong to anyone. */
export function linesBesideNumber(lines: Line[], usdotNumber: number): string[] {
  const number = String(usdotNumber);
  const at = lines.find(({ text }) => text.replace(/\D/g, '').includes(number));
  const box = at && boxOf(at);
  if (!at || !box) return [];
  const reach = (box.bottom - box.top) * MAX_LINES_AWAY;
  return lines.flatMap((line) => {
    const other = boxOf(line);
    if (line === at || !other || line.image_id !== at.image_id) return [];
    const isNear =
      other.bottom > box.top - reach &&
      other.top < box.bottom + reach &&
      other.right > box.left - reach &&
      other.left < box.right + reach;
    return isNear ? [line.text] : [];
  });
}

function boxOf({ quad }: Line) {
  if (!quad || quad.length === 0) return null;
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The register has names with an ampersand or an apostrophe as they are on the door. */
const WRITTEN_NAME = /^[A-Z0-9&' ]+$/;

/** Names that may be those of a carrier: two words or more, mostly letters, and no place (`GARY, IN`). */
function namesOn(texts: string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    if (stateCode(words.at(-1) ?? '') !== null) return [];
    const name = words.join(' ');
    const letters = name.replace(/[^A-Z]/g, '').length;
    if (words.length < 2 || letters < MIN_NAME_LETTERS || !/^[A-Z0-9 ]+$/.test(name)) return [];
    const asWritten = text.toUpperCase().replace(/\s+/g, ' ').trim();
    return [...new Set([name, ...(WRITTEN_NAME.test(asWritten) ? [asWritten] : [])])].map((one) =>
      one.toLowerCase(),
    );
  });
}

type Claim = { seen: ReadDoor; shows: 'MC number' | 'name'; value: string; key: string };

function claimsOf(seen: ReadDoor, usdotNumber: number, ownNamesOnFile: string[]): Claim[] {
  const texts = seen.lines.map(({ text }) => text);
  if (texts.some((text) => OPERATED_FOR_ANOTHER.test(text.toUpperCase()))) return [];
  const claims: Claim[] = [];
  if (/^\d{1,8}$/.test(seen.mc_number))
    claims.push({ seen, shows: 'MC number', value: seen.mc_number, key: `mc ${Number(seen.mc_number)}` });
  const beside = linesBesideNumber(seen.lines, usdotNumber);
  const door = doorText(texts);
  const isOwn = ownNamesOnFile.some((name) => nameOnDoor(name, door).share >= OWN_NAME_SHARE);
  if (!isOwn && ownNamesOnFile.length > 0) {
    for (const name of namesOn(beside))
      claims.push({ seen, shows: 'name', value: name, key: `name ${name}` });
  }
  return claims;
}

/** With the lines of the images that each sighting was decided from. */
async function readDoors(db: Db, seen: Door[]): Promise<ReadDoor[]> {
  const lines = await linesOfSightings(
    db,
    seen.map(({ id }) => id),
  );
  return seen.map(({ id, view_image_ids: views, ...door }) => {
    const all = lines.get(id) ?? [];
    return { ...door, lines: views ? all.filter(({ image_id }) => views.includes(image_id)) : all };
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
    db.rows<Holder & { docket: number }>(docketHolders, [values('MC number').map(Number)]),
    db.rows<Holder & { name: string }>(nameHolders, [values('name')]),
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
