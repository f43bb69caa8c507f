import type {
  CarrierRecommendation,
  CarrierRecommendations,
} from '../../contract/brokers/carrier-recommendation.ts';
import { type Db, statement } from '../../db/database.ts';
import { cargoWords, text } from '../carriers/records/census-words.ts';
import { censusMcNumber } from '../federal/derive/observation-queries.ts';
import { findZip } from '../places/find-place.ts';
import { nationalAverages } from '../safety/published-rates.ts';
import type { LaneSearch } from './conditions.ts';
import { explainCarrier } from './explain-carrier.ts';
import { readWhereabouts, type Whereabouts } from './real-time.ts';
import { explanationOf, scoreOf } from './score-parts.ts';
import { type LaneService, searchLanes } from './search-lanes.ts';

export type RecommendationRequest = LaneSearch & {
  now: Date;
  isRealTime: boolean;
  isExplained: boolean;
  /** A carrier to explain. */
  usdotNumber: number | null;
};

export async function recommendCarriers(
  service: LaneService,
  request: RecommendationRequest,
): Promise<CarrierRecommendations> {
  const { origin, destination, organizationId, usdotNumber, now } = request;
  const { db, reader } = service;
  const result = await searchLanes(service, request, usdotNumber);
  const { found } = result;
  const numbers = found.map(({ usdot_number }) => usdot_number);
  const end = origin ?? destination;
  const explained = usdotNumber === null ? undefined : explainCarrier(result, request, usdotNumber);
  const [carriers, contacts, whereabouts] = await Promise.all([
    readCarriers(reader, numbers),
    readContacts(db, organizationId, numbers),
    end ? readWhereabouts(reader, numbers, end, now) : new Map<number, Whereabouts>(),
  ]);
  const averages = nationalAverages(request.today);
  return {
    real_time_locs: request.isRealTime
      ? [...whereabouts].map(([number, { position, isInbound }]) => ({
          dot_number: String(number),
          is_inbound: isInbound,
          current_lat: position.latitude,
          current_lon: position.longitude,
        }))
      : [],
    recommendations: found.map((one) => {
      const { usdot_number: number } = one;
      const where = whereabouts.get(number);
      return {
        dot_number: String(number),
        ...registered(carriers.get(number)),
        carrier_total_power_units: one.power_units ?? 0,
        carrier_score_scaled: scoreOf(one),
        bipd_insurance_on_file: one.bipd_dollars,
        cargo_insurance_on_file: one.cargo_dollars,
        carrier_driver_oos_rate: one.driver_oos_rate,
        carrier_driver_oos_rate_national_avg: averages.driver,
        carrier_vehicle_oos_rate: one.vehicle_oos_rate,
        carrier_vehicle_oos_rate_national_avg: averages.vehicle,
        ...confirmed(contacts.get(number) ?? []),
        is_inbound: where?.isInbound ?? false,
        is_real_time: request.isRealTime && where !== undefined,
        is_visually_sighted: one.is_visually_sighted,
        is_possible_backhaul: one.runs_back > one.runs,
        power_only: one.is_power_only,
        broker_authority_status: BROKER_WORDS[one.broker_status] ?? '',
        ...(request.isExplained && { explain: explanationOf(one) }),
      };
    }),
    ...(explained && { explained }),
  };
}

const BROKER_WORDS: Record<string, string> = { A: 'Active', I: 'Inactive', N: 'None' };

const TEXTS =
  `legal_name dba_name phy_street phy_city phy_state phy_zip telephone email_address add_date`.split(' ');
const both = (columns: string) =>
  columns
    .split(' ')
    .map((name) => `coalesce(d.${name}, m.${name}) as ${name}`)
    .join(', ');
const registeredCarriers = statement(
  'lanes.registered-carriers',
  `select k.usdot_number, ${both('legal_name dba_name phy_street phy_city phy_state phy_zip email_address')},
     coalesce(d.phone, m.telephone) as telephone, coalesce(d.add_date, m.add_date)::text as add_date,
     d.cargo_classes, d.cargo_other,
     coalesce(${censusMcNumber('d')}::bigint, (select min(o.docket_number) from carrier_dockets o
       where o.usdot_number = k.usdot_number and o.docket_prefix = 'MC'), 0) as mc_number
   from unnest($1::integer[]) as k (usdot_number)
   left join company_census d using (usdot_number)
   left join sms_census m using (usdot_number)`,
);
type Registered = Record<string, string | null> & {
  usdot_number: number;
  mc_number: number;
  cargo_classes: number[] | null;
  cargo_other: string | null;
};

async function readCarriers(db: Db, usdotNumbers: number[]): Promise<Map<number, Registered>> {
  const rows = await db.rows<Registered>(registeredCarriers, [usdotNumbers]);
  return new Map(rows.map((row) => [row.usdot_number, row]));
}

type RegisteredFields = Pick<
  CarrierRecommendation,
  | 'mc_number'
  | 'legal_name'
  | 'dba_name'
  | 'phy_street'
  | 'phy_city'
  | 'phy_state'
  | 'phy_zip'
  | 'telephone'
  | 'email_address'
  | 'add_date'
  | 'carried_cargo'
  | 'lat'
  | 'lon'
>;

function registered(row: Registered | undefined): RegisteredFields {
  const zip = findZip(text(row?.phy_zip));
  return {
    mc_number: row?.mc_number ?? 0,
    ...(Object.fromEntries(TEXTS.map((name) => [name, text(row?.[name])])) as Omit<
      RegisteredFields,
      'mc_number' | 'carried_cargo' | 'lat' | 'lon'
    >),
    carried_cargo: cargoWords(row?.cargo_classes ?? null, row?.cargo_other ?? null).join('; '),
    ...(zip && { lat: zip.latitude, lon: zip.longitude }),
  };
}

const ownContacts = statement(
  'lanes.own-contacts',
  `select usdot_number, phone, email, (created_at at time zone 'UTC')::date::text as add_date from onboarded_contacts
   where organization_id = $1 and usdot_number = any($2::integer[]) order by position desc`,
);
type Contact = { usdot_number: number; phone: string | null; email: string | null; add_date: string };

async function readContacts(db: Db, organizationId: number, usdotNumbers: number[]) {
  const rows = await db.rows<Contact>(ownContacts, [organizationId, usdotNumbers]);
  return Map.groupBy(rows, ({ usdot_number }) => usdot_number);
}

/** Of several contacts with one number or address, the oldest day. */
function confirmed(contacts: Contact[]): Pick<CarrierRecommendation, 'confirmed_email' | 'confirmed_phone'> {
  const by = (name: 'email' | 'phone') =>
    Object.fromEntries(
      contacts.flatMap(({ [name]: value, add_date }) => (value === null ? [] : [[value, { add_date }]])),
    );
  return { confirmed_email: by('email'), confirmed_phone: by('phone') };
}
