import type pg from 'pg';
import { CATEGORIES } from '../../../contract/scores.ts';
import { copyOut } from '../../../db/copy-out.ts';
import { orderInForce } from '../../federal/out-of-service.ts';
import {
  type CarrierFacts,
  carrierTypeIndex,
  emptyFacts,
  isRecentYear,
  segmentIndex,
  UnitHistory,
} from '../sms/carrier-facts.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { categoryBit } from '../sms/categories.ts';
import { categoryOf, type Method } from '../sms/method.ts';
import { COMBINATION_UNITS, dayNumberSql, IS_PEER } from '../sms-sql.ts';

/** Reads the facts of all carriers with events. */
export async function readCarrierFacts(
  client: pg.ClientBase,
  method: Method,
  asOf: string,
  carriers: CarrierIndex,
): Promise<CarrierFacts> {
  const facts = emptyFacts(carriers.size);
  facts.isPeer.fill(0);
  const reading = { client, method, asOf, carriers, facts };
  await readCompanyCensus(reading);
  await readSmsCensus(reading);
  await readUnitHistory(reading);
  await readOrders(reading);
  await readAcuteViolations(reading);
  return facts;
}

type Reading = {
  client: pg.ClientBase;
  method: Method;
  asOf: string;
  carriers: CarrierIndex;
  facts: CarrierFacts;
};

/** -1 stands for a value that the census does not have. */
const SIZES = {
  power_units: 'coalesce(power_units, -1)',
  drivers: 'coalesce(total_drivers, -1)',
};

async function readCompanyCensus({ client, method, carriers, facts }: Reading): Promise<void> {
  const census = {
    numbers: { usdot_number: 'usdot_number', ...SIZES, combination_units: COMBINATION_UNITS },
    from: 'company_census where usdot_number > 0',
  };
  await copyOut(client, census, ({ usdot_number, power_units, drivers, combination_units }) => {
    const carrier = carriers.find(usdot_number);
    if (carrier < 0) return;
    facts.powerUnits[carrier] = Math.max(0, power_units);
    facts.drivers[carrier] = Math.max(0, drivers);
    facts.segments[carrier] = segmentIndex(combination_units, power_units, method.combinationShare);
  });
}

/** Its sizes replace those of the daily census: it is of the scored month. */
async function readSmsCensus({ client, method, asOf, carriers, facts }: Reading): Promise<void> {
  const census = {
    numbers: {
      usdot_number: 'usdot_number',
      ...SIZES,
      is_passenger: 'coalesce(pc_flag, false)::integer',
      is_hazmat: 'coalesce(hm_flag, false)::integer',
      is_peer: `(${IS_PEER})::integer`,
      miles: 'coalesce(recent_mileage, 0)',
      miles_year: 'coalesce(recent_mileage_year, 0)',
    },
    from: 'sms_census where usdot_number > 0',
  };
  await copyOut(client, census, (row) => {
    const carrier = carriers.find(row.usdot_number);
    if (carrier < 0) return;
    if (row.power_units >= 0) facts.powerUnits[carrier] = row.power_units;
    if (row.drivers >= 0) facts.drivers[carrier] = row.drivers;
    facts.isPeer[carrier] = row.is_peer;
    facts.carrierTypes[carrier] = carrierTypeIndex(row.is_passenger === 1, row.is_hazmat === 1);
    if (row.miles > 0 && isRecentYear(row.miles_year, asOf, method.milesMonths))
      facts.recentMiles[carrier] = row.miles;
  });
}

async function readUnitHistory({ client, asOf, carriers, facts }: Reading): Promise<void> {
  const snapshots = {
    numbers: {
      usdot_number: 'usdot_number',
      day: dayNumberSql('snapshot_date'),
      power_units: 'power_units',
    },
    from: `carrier_snapshots
      where source = 'sms-census' and power_units is not null and snapshot_date <= '${asOf}'`,
  };
  const history = new UnitHistory(carriers.size, asOf);
  await copyOut(client, snapshots, ({ usdot_number, day, power_units }) => {
    const carrier = carriers.find(usdot_number);
    if (carrier >= 0) history.add(carrier, day, power_units);
  });
  history.finish(facts);
}

async function readOrders({ client, asOf, carriers, facts }: Reading): Promise<void> {
  const orders = {
    numbers: { usdot_number: 'usdot_number' },
    from: `out_of_service_orders o where ${orderInForce(`'${asOf}'`, 'o')}`,
  };
  await copyOut(client, orders, ({ usdot_number }) => {
    const carrier = carriers.find(usdot_number);
    if (carrier >= 0) facts.isUnderOrder[carrier] = 1;
  });
}

const acuteColumns = CATEGORIES.slice(0, 5).map((id) => `${id}_ac`);
const ACUTE_BITS = acuteColumns
  .map((column, category) => `coalesce(${column}, false)::integer * ${1 << category}`)
  .join(' + ');
/** Passenger files come last: they take precedence for a carrier that is in both. */
const ACUTE_FILES = [
  ...['sms_c_property', 'sms_ab_property'].map((table) => `${table} where ${acuteColumns.join(' or ')}`),
  ...['sms_c_passenger', 'sms_ab_passenger'],
];

async function readAcuteViolations({ client, method, carriers, facts }: Reading): Promise<void> {
  for (const from of ACUTE_FILES) {
    const file = { numbers: { usdot_number: 'usdot_number', bits: ACUTE_BITS }, from };
    await copyOut(client, file, ({ usdot_number, bits }) => {
      const carrier = carriers.find(usdot_number);
      if (carrier >= 0) facts.acute[carrier] = acuteBits(method, bits);
    });
  }
}

const SUBSTANCES = categoryBit('controlled_substances');
const DRIVING = categoryBit('unsafe_driving');

/** A method without a category for controlled substances counts their acute violations as unsafe driving. */
function acuteBits(method: Method, bits: number): number {
  if ((bits & SUBSTANCES) === 0 || categoryOf(method, 'controlled_substances')) return bits;
  return (bits & ~SUBSTANCES) | DRIVING;
}
