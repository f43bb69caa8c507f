import type pg from 'pg';
import { type CopiedRow, copyOut } from '../../../db/copy-out.ts';
import type { Block, InputColumns } from '../columns/column-block.ts';
import { companyColumns, smsCensusColumns } from '../columns/input-columns.ts';
import { readColumns } from '../columns/read-columns.ts';
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

type Job = (client: pg.ClientBase) => Promise<void>;
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
  const rowsOf =
    (queries: string[], take: (row: CopiedRow, carrier: number) => void): Job =>
    async (client) => {
      for (const query of queries)
        await copyOut(client, query, (row) => {
          const carrier = carriers.find(row.number(0));
          if (carrier >= 0) take(row, carrier);
        });
    };
  const columnsOf =
    (columns: InputColumns, take: (block: Block) => void): Job =>
    (client) =>
      readColumns([client], columns, take);
  // The largest jobs come first.
  const jobs: Job[] = [
    columnsOf(companyColumns, companyTaker(carriers, facts, company, method)),
    columnsOf(smsCensusColumns, smsTaker(carriers, facts, sms, method, asOf)),
    rowsOf([SNAPSHOTS + day], (row, carrier) => history.add(carrier, row.number(0), row.number(0))),
    rowsOf([ORDERS + day], (_, carrier) => {
      facts.isUnderOrder[carrier] = 1;
    }),
    rowsOf(ACUTE, (row, carrier) => {
      let bits = 0;
      for (let category = 0; category < acuteColumns.length; category++) bits |= row.number(0) << category;
      facts.acute[carrier] = acuteBits(method, bits);
    }),
  ];
  await Promise.all(clients.map((client) => runJobs(client, jobs)));
  chooseSizes(facts, sms, company);
  history.finish(facts);
  return facts;
}

/** Each connection takes the next job. */
async function runJobs(client: pg.ClientBase, jobs: Job[]): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job(client);
}

function companyTaker(
  carriers: CarrierIndex,
  facts: CarrierFacts,
  sizes: Sizes,
  { combinationShare }: Method,
): (block: Block) => void {
  return ({ rows, values: [numbers, powerUnits, drivers, combinations] }) => {
    for (let i = 0; i < rows; i++) {
      const carrier = carriers.find(numbers?.[i] as number);
      if (carrier < 0) continue;
      const units = powerUnits?.[i] as number;
      sizes.powerUnits[carrier] = units;
      sizes.drivers[carrier] = drivers?.[i] as number;
      facts.segments[carrier] = segmentIndex(combinations?.[i] as number, units, combinationShare);
    }
  };
}

function smsTaker(
  carriers: CarrierIndex,
  facts: CarrierFacts,
  sizes: Sizes,
  { milesMonths }: Method,
  asOf: string,
): (block: Block) => void {
  return ({ rows, values: [numbers, powerUnits, drivers, passenger, hazmat, peer, miles, years] }) => {
    for (let i = 0; i < rows; i++) {
      const carrier = carriers.find(numbers?.[i] as number);
      if (carrier < 0) continue;
      sizes.powerUnits[carrier] = powerUnits?.[i] as number;
      sizes.drivers[carrier] = drivers?.[i] as number;
      facts.isPeer[carrier] = peer?.[i] as number;
      facts.carrierTypes[carrier] = carrierTypeIndex(passenger?.[i] === 1, hazmat?.[i] === 1);
      const recent = miles?.[i] as number;
      if (recent > 0 && isRecentYear(years?.[i] as number, asOf, milesMonths))
        facts.recentMiles[carrier] = recent;
    }
  };
}

/** The SMS census takes precedence: it is of the scored month. Carriers that it lacks are in the daily census. */
function chooseSizes(facts: CarrierFacts, sms: Sizes, company: Sizes): void {
  for (const name of ['powerUnits', 'drivers'] as const) {
    const [chosen, ofSms, ofCompany] = [facts[name], sms[name], company[name]];
    for (let carrier = 0; carrier < chosen.length; carrier++) {
      const inSms = ofSms[carrier] as number;
      chosen[carrier] = Math.max(0, inSms >= 0 ? inSms : (ofCompany[carrier] as number));
    }
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
