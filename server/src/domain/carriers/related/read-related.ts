import { MAX_LINKS, MAX_RELATED, type RelatedCarriers } from '../../../contract/brokers/related.ts';
import { type Db, statement } from '../../../db/database.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { messageOf } from '../../../lib/errors.ts';
import { currentLoads } from '../../federal/loads.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import { addDays, lossOf } from '../signals/signal.ts';
import type { Link, Links } from './link.ts';
import { sharedContacts } from './shared-contacts.ts';
import { type SharedVehicles, sharedPlates, sharedVins } from './shared-vehicles.ts';

const VEHICLE_DAYS = 1_095;

type Described = {
  usdot_number: number;
  legal_name: string;
  place: string | null;
  registered_on: string | null;
  revoked_on: string | null;
  out_of_service_since: string | null;
};
const describe = statement(
  'related.describe',
  `select u.usdot_number, coalesce(c.legal_name, m.legal_name, '') as legal_name,
     upper(c.phy_city) || ' ' || c.phy_state as place, coalesce(c.add_date, m.add_date)::text as registered_on,
     loss.revoked_on::text, loss.out_of_service_since::text
   from unnest($1::bigint[]) as u (usdot_number)
   left join company_census c on c.usdot_number = u.usdot_number
   left join sms_census m on m.usdot_number = u.usdot_number
   cross join lateral (${lossOf('u.usdot_number', '$2::date')}) loss`,
);

const NONE: SharedVehicles = { links: [], sharedByMany: [], searched: 0, known: 0 };

type Query = { usdotNumber: number; seesSightings: boolean };

/** The carriers that share a contact or a vehicle with this one, now or at another time, each link with its days. */
export async function readRelated(
  service: ProfileService,
  { usdotNumber, seesSightings }: Query,
): Promise<RelatedCarriers> {
  const { budgets, clock, log } = service;
  const today = clock.now().toISOString().slice(0, 10);
  const canExist = usdotNumber <= MAX_USDOT;
  const loads = await runWithin(budgets.known, currentLoads);
  const loaded = new Map(loads.map(({ dataset, as_of }) => [dataset, as_of]));
  const errors: NonNullable<RelatedCarriers['errors']> = {};
  const part = async <Found extends Links>(name: string, none: Found, read: (db: Db) => Promise<Found>) => {
    if (!canExist) return none;
    try {
      return await runWithin(budgets.signals, read);
    } catch (error) {
      log.error({ part: name, error: messageOf(error) }, 'related carriers could not be read');
      errors[name] = isLate(error)
        ? { message: `The search took longer than ${budgets.signals.deadlineMs} ms.`, type: 'TimeoutError' }
        : { message: 'The search failed.', type: 'InternalError' };
      return none;
    }
  };
  const about = { usdotNumber, since: addDays(today, -VEHICLE_DAYS), today, loaded };
  const hasCensus = loaded.has('company-census');
  const [known, contacts, vins, plates] = await Promise.all([
    canExist && runWithin(budgets.known, (db) => isKnown(db, usdotNumber)),
    hasCensus ? part<Links>('contacts', NONE, (db) => sharedContacts(db, usdotNumber)) : NONE,
    part('vins', NONE, (db) => sharedVins({ db, ...about }, seesSightings)),
    seesSightings ? part('plates', NONE, (db) => sharedPlates({ db, ...about })) : NONE,
  ]);
  const links = [...contacts.links, ...vins.links, ...plates.links];
  const numbers = [...new Set([usdotNumber, ...links.map(({ usdot_number }) => usdot_number)])];
  const described = canExist
    ? await runWithin(budgets.known, (db) => db.rows<Described>(describe, [numbers, today]))
    : [];
  const related = relatedOf(links, new Map(described.map((one) => [one.usdot_number, one])), usdotNumber);
  return {
    usdot_number: String(usdotNumber),
    is_known: known,
    related: related.slice(0, MAX_RELATED),
    total: related.length,
    shared_by_many: [...contacts.sharedByMany, ...vins.sharedByMany, ...plates.sharedByMany],
    vehicles: { searched: vins.searched + plates.searched, known: vins.known + plates.known },
    not_searched: [
      ...(hasCensus ? [] : ['No company census is loaded: contacts were not compared.']),
      ...(seesSightings ? [] : ['Sightings of all cameras are shown to insurance organizations only.']),
    ],
    errors: Object.keys(errors).length > 0 ? errors : null,
  };
}

const newestFirst = (a: Link, b: Link) =>
  (b.theirs.last_seen ?? '').localeCompare(a.theirs.last_seen ?? '') ||
  a.kind.localeCompare(b.kind) ||
  a.value.localeCompare(b.value);

/** The carriers with the most kinds of links first. A person of the same name in another city is no link by itself. */
function relatedOf(
  links: Link[],
  described: Map<number, Described>,
  usdotNumber: number,
): RelatedCarriers['related'] {
  const home = described.get(usdotNumber)?.place;
  return [...Map.groupBy(links, ({ usdot_number }) => usdot_number)]
    .flatMap(([number, all]) => {
      const { place = null, ...facts } = described.get(number) ?? {};
      const isNamesake = all.every(({ kind }) => kind === 'officer') && (place === null || place !== home);
      if (isNamesake) return [];
      const shown = all.sort(newestFirst).map(({ usdot_number: _, ...link }) => link);
      return [
        {
          ...{ legal_name: '', registered_on: null, revoked_on: null, out_of_service_since: null },
          ...facts,
          usdot_number: String(number),
          links: shown.slice(0, MAX_LINKS),
          links_total: shown.length,
          kinds: new Set(all.map(({ kind }) => kind)).size,
        },
      ];
    })
    .sort(
      (a, b) =>
        b.kinds - a.kinds || b.links_total - a.links_total || Number(a.usdot_number) - Number(b.usdot_number),
    )
    .map(({ kinds: _, ...carrier }) => carrier);
}
