import type pg from 'pg';
import { type CopiedRow, copyOut } from '../../../db/copy-out.ts';
import {
  type CarrierFacts,
  carrierTypeIndex,
  emptyFacts,
  isRecentYear,
  segmentIndex,
  UnitHistory,
} from '../sms/carrier-facts.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORIES, categoryBit } from '../sms/categories.ts';
import { categoryOf, type Method } from '../sms/method.ts';
import { COMBINATION_UNITS, IS_PEER } from '../sms-sql.ts';

const COMPANY_CENSUS = `select usdot_number, power_units, total_drivers, ${COMBINATION_UNITS} from company_census`;
const SMS_CENSUS = `select usdot_number, power_units, total_drivers, pc_flag, hm_flag, ${IS_PEER},
  recent_mileage, recent_mileage_year from sms_census`;
const SNAPSHOTS = `select usdot_number, snapshot_date, power_units from carrier_snapshots
  where source = 'sms-census' and power_units is not null and snapshot_date <= `;
const ORDERS = `select usdot_number from out_of_service_orders where rescind_date is null and oos_date <= `;

const acuteColumns = CATEGORIES.slice(0, 5).map((id) => `${id}_ac`);
const acute = (table: string, where = '') =>
  `select usdot_number, ${acuteColumns.map((column) => `coalesce(${column}, false)`).join(', ')} from ${table} ${where}`;
/** Passenger files come last: they take precedence for a carrier that is in both. */
const ACUTE = [
  ...['sms_c_property', 'sms_ab_property'].map((table) => acute(table, `where ${acuteColumns.join(' or ')}`)),
  ...['sms_c_passenger', 'sms_ab_passenger'].map((table) => acute(table)),
];

type Take = (row: CopiedRow, carrier: number) => void;
type Job = { queries: string[]; take: Take };
/** -1 if the census has no value. */
type Sizes = { powerUnits: Int32Array; drivers: Int32Array };

/** Reads the facts of all carriers with events, in parallel on the given connections. */
export async function readFacts(
  clients: pg.ClientBase[],
  method: Method,
  asOf: string,
  carriers: CarrierIndex,
): Promise<CarrierFacts> {
  const facts = emptyFacts(carriers.size);
  facts.isPeer.fill(0);
  const [company, sms] = [emptySizes(carriers.size), emptySizes(carriers.size)];
  const history = new UnitHistory(carriers.size, asOf);
  const day = `'${asOf}'::date`;
  const jobs: Job[] = [
    { queries: [COMPANY_CENSUS], take: companyTaker(facts, company, method) },
    { queries: [SMS_CENSUS], take: smsTaker(facts, sms, method, asOf) },
    {
      queries: [SNAPSHOTS + day],
      take: (row, carrier) => history.add(carrier, row.number(0), row.number(0)),
    },
    {
      queries: [ORDERS + day],
      take: (_, carrier) => {
        facts.isUnderOrder[carrier] = 1;
      },
    },
    {
      queries: ACUTE,
      take: (row, carrier) => {
        let bits = 0;
        for (let category = 0; category < acuteColumns.length; category++) bits |= row.number(0) << category;
        facts.acute[carrier] = acuteBits(method, bits);
      },
    },
  ];
  await Promise.all(clients.map((client) => runJobs(client, jobs, carriers)));
  chooseSizes(facts, sms, company);
  history.finish(facts);
  return facts;
}

/** Each connection takes the next job. The largest jobs, the two censuses, come first. */
async function runJobs(client: pg.ClientBase, jobs: Job[], carriers: CarrierIndex): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { take } = job;
    for (const query of job.queries) {
      await copyOut(client, query, (row) => {
        const carrier = carriers.find(row.number(0));
        if (carrier >= 0) take(row, carrier);
      });
    }
  }
}

function companyTaker(facts: CarrierFacts, sizes: Sizes, { combinationShare }: Method): Take {
  return (row, carrier) => {
    takeSize(row, carrier, sizes);
    const powerUnits = sizes.powerUnits[carrier] as number;
    facts.segments[carrier] = segmentIndex(row.number(0), powerUnits, combinationShare);
  };
}

function smsTaker(facts: CarrierFacts, sizes: Sizes, { milesMonths }: Method, asOf: string): Take {
  return (row, carrier) => {
    takeSize(row, carrier, sizes);
    const isPassenger = row.number(0) === 1;
    const isHazmat = row.number(0) === 1;
    facts.isPeer[carrier] = row.number(0);
    facts.carrierTypes[carrier] = carrierTypeIndex(isPassenger, isHazmat);
    const miles = row.number(0);
    if (miles > 0 && isRecentYear(row.number(0), asOf, milesMonths)) facts.recentMiles[carrier] = miles;
  };
}

function takeSize(row: CopiedRow, carrier: number, { powerUnits, drivers }: Sizes): void {
  powerUnits[carrier] = row.number(-1);
  drivers[carrier] = row.number(-1);
}

/** The SMS census takes precedence: it is of the scored month. Carriers that it lacks are in the daily census. */
function chooseSizes(facts: CarrierFacts, sms: Sizes, company: Sizes): void {
  for (const name of ['powerUnits', 'drivers'] as const)
    for (let carrier = 0; carrier < facts[name].length; carrier++) {
      const inSms = sms[name][carrier] as number;
      facts[name][carrier] = Math.max(0, inSms >= 0 ? inSms : (company[name][carrier] as number));
    }
}

function emptySizes(carriers: number): Sizes {
  return { powerUnits: new Int32Array(carriers).fill(-1), drivers: new Int32Array(carriers).fill(-1) };
}

const SUBSTANCES = categoryBit('controlled_substances');
const DRIVING = categoryBit('unsafe_driving');

/** A method without a category for controlled substances counts their acute violations as unsafe driving. */
function acuteBits(method: Method, bits: number): number {
  if ((bits & SUBSTANCES) === 0 || categoryOf(method, 'controlled_substances')) return bits;
  return (bits & ~SUBSTANCES) | DRIVING;
}
