import { statement } from '../../../db/database.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { incompleteInspections } from './inspection-coverage.ts';
import {
  addDays,
  dayStart,
  daysBetween,
  declaredUnits,
  type FindSignal,
  fromFile,
  hasAuthority,
  isInterstateForHire,
  newest,
  querySignal,
  TO_CARRY,
} from './signal.ts';
import {
  FLEET_DAYS,
  FLEET_TOLERANCE,
  MIN_EXTRA_UNITS,
  MIN_OLD_UNITS,
  MIN_UNSEEN_UNITS,
  OLD_YEARS,
  UNSEEN_DAYS,
  YOUNG_DAYS,
} from './signal-rules.ts';
import { isSeenSince, readUsedElsewhere, readVehicles } from './vehicles.ts';

const isLarger = (seen: number, declared: number) =>
  seen > declared * FLEET_TOLERANCE && seen - declared >= MIN_EXTRA_UNITS;

/** A vehicle that another carrier used in the same days is rented, leased or on its way to a new owner. */
export const fleetLargerThanDeclared: FindSignal = async (request) => {
  const recent = { ...request, since: addDays(request.today, -FLEET_DAYS) };
  const declared = await declaredUnits(recent);
  if (declared === null) return null;
  const seen = await readVehicles(recent);
  if (!isLarger(seen.length, declared)) return null;
  const elsewhere = await readUsedElsewhere(recent, seen);
  const own = seen.filter(({ vin }) => !elsewhere.has(vin));
  if (!isLarger(own.length, declared)) return null;
  return newest(
    own.map(({ vin, last_seen, times }) => ({
      vin,
      last_seen,
      times,
      declared_power_units: declared,
      power_units_seen: own.length,
    })),
  );
};

/** The first grant of any authority: a carrier that changes its kind of authority is not new. */
const firstGrant = statement(
  'signals.first-grant',
  `select min(action_date) as granted from carrier_authority_events
   where usdot_number = $1 and action_date <= $2
     and (original_action in ('GRANTED', 'REINSTATED') or original_action ilike 'active%')`,
);

export const youngAuthorityOldEquipment: FindSignal = async (request) => {
  const { db, usdotNumber, today } = request;
  const grant = await db.row<{ granted: string | null }>(firstGrant, [usdotNumber, today]);
  const granted = grant?.granted;
  if (!granted || daysBetween(granted, today) >= YOUNG_DAYS) return null;
  const seen = await readVehicles({ ...request, since: '0001-01-01' }, true);
  const old = seen.flatMap(({ vin, first_seen, last_seen }) => {
    const year = vinModelYear(vin, new Date(today), new Date(first_seen));
    return year !== null && Number(today.slice(0, 4)) - year >= OLD_YEARS
      ? [{ vin, model_year: year, first_seen, last_seen, authority_granted: granted }]
      : [];
  });
  // An owner-operator starts with one used truck or two.
  if (old.length < MIN_OLD_UNITS) return null;
  return newest(old.sort((a, b) => a.model_year - b.model_year || (a.vin < b.vin ? -1 : 1)));
};

const absent = (table: string, day: string) =>
  `not exists (select from ${table} x where x.usdot_number = $1 and x.${day} >= $3::date - ${UNSEEN_DAYS})`;

const neverInspected = querySignal(
  'never_seen',
  `select c.power_units as declared_power_units, c.total_drivers as declared_drivers, c.mcs150_mileage as declared_mileage,
     c.mcs150_date, c.add_date as registered_on, $3::date - ${UNSEEN_DAYS} as searched_since,
     ${fromFile(`'company-census'`)}, 1 as total
   from company_census c
   where c.usdot_number = $1 and c.status_code = 'A' and c.power_units >= ${MIN_UNSEEN_UNITS}
     and c.add_date <= $3::date - ${UNSEEN_DAYS} and ${isInterstateForHire} and ${hasAuthority(TO_CARRY, 'A')}
     and $2::date is not null
     and ${absent('inspections', 'insp_date')} and ${absent('sms_inspections', 'insp_date')}
     and ${absent('crashes', 'report_date')} and ${absent('sms_crashes', 'report_date')}`,
);

/** Absence is a fact only if the loaded inspections are complete. */
export const neverSeen: FindSignal = async (request) => {
  const finding = await neverInspected(request);
  if (!finding) return null;
  const { db, usdotNumber, today } = request;
  if (await isSeenSince(db, usdotNumber, dayStart(today, -UNSEEN_DAYS))) return null;
  const reason = await incompleteInspections(request, addDays(today, -UNSEEN_DAYS));
  return reason === null ? finding : { reason };
};
