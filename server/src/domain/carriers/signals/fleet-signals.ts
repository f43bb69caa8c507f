import { MAX_EVIDENCE } from '../../../contract/signals.ts';
import { statement } from '../../../db/database.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { hasValidCheckDigit, type Signal } from './signal.ts';
import { readVehicles } from './vehicles.ts';

/** Vehicles that are replaced within a year are not in the fleet at the same time. */
const FLEET_DAYS = 90;
/** Allows for misread and mistyped VINs. */
const FLEET_TOLERANCE = 1.1;
const MIN_EXTRA_UNITS = 2;

const declaredUnits = statement(
  'signals.declared-units',
  `select coalesce((select power_units from company_census where usdot_number = $1),
     (select power_units from sms_census where usdot_number = $1)) as declared`,
);

export const fleetLargerThanDeclared: Signal = {
  name: 'fleet_larger_than_declared',
  title: 'More power units seen than declared',
  rule: `Distinct power-unit VINs of inspections and of high-confidence sightings in the last ${FLEET_DAYS} days, with a valid check digit, exceed the declared power units by more than 10% and by at least two.`,
  async find({ db, usdotNumber, today }) {
    const since = new Date(Date.parse(today) - FLEET_DAYS * 86_400_000).toISOString().slice(0, 10);
    const row = await db.row<{ declared: number | null }>(declaredUnits, [usdotNumber]);
    if (!row || row.declared === null) return null;
    const { declared } = row;
    const vehicles = (await readVehicles({ db, usdotNumber, since, today })).filter(({ vin }) =>
      hasValidCheckDigit(vin),
    );
    const seen = vehicles.length;
    if (seen <= declared * FLEET_TOLERANCE || seen - declared < MIN_EXTRA_UNITS) return null;
    return {
      evidence: vehicles.slice(0, MAX_EVIDENCE).map(({ vin, last_seen, times }) => ({
        vin,
        last_seen,
        times,
        declared_power_units: declared,
        power_units_seen: seen,
      })),
      evidence_total: seen,
    };
  },
};

const YOUNG_DAYS = 90;
const OLD_YEARS = 10;

/** The first grant of any authority: a carrier that changes its kind of authority is not new. */
const firstGrant = statement(
  'signals.first-grant',
  `select min(action_date) as granted from carrier_authority_events
   where usdot_number = $1 and action_date <= $2
     and (original_action in ('GRANTED', 'REINSTATED') or original_action ilike 'active%')`,
);

export const youngAuthorityOldEquipment: Signal = {
  name: 'young_authority_old_equipment',
  title: `Authority younger than ${YOUNG_DAYS} days, with old vehicles`,
  rule: `The first authority was granted less than ${YOUNG_DAYS} days ago, and the VIN of a power unit shows that it is at least ${OLD_YEARS} model years old.`,
  async find({ db, usdotNumber, today }) {
    const grant = await db.row<{ granted: string | null }>(firstGrant, [usdotNumber, today]);
    const granted = grant?.granted;
    if (!granted || Date.parse(today) - Date.parse(granted) >= YOUNG_DAYS * 86_400_000) return null;
    const vehicles = await readVehicles({ db, usdotNumber, since: '0001-01-01', today });
    const old = vehicles.flatMap(({ vin, first_seen, last_seen }) => {
      const year = vinModelYear(vin, new Date(today), new Date(first_seen));
      return year !== null && Number(today.slice(0, 4)) - year >= OLD_YEARS
        ? [{ vin, model_year: year, first_seen, last_seen, authority_granted: granted }]
        : [];
    });
    if (old.length === 0) return null;
    old.sort((a, b) => a.model_year - b.model_year || (a.vin < b.vin ? -1 : 1));
    return { evidence: old.slice(0, MAX_EVIDENCE), evidence_total: old.length };
  },
};
