import type pg from 'pg';
import { type CopiedRow, copyOut } from '../../../db/copy-out.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORIES } from '../sms/categories.ts';
import { type Facts, isRecentYear, noFacts, segmentOf } from '../sms/facts.ts';
import { CARRIER_TYPES, type Method } from '../sms/method.ts';
import { acuteBits } from './acute-bits.ts';
import { UnitHistory } from './unit-history.ts';

const units = ['owned', 'term_leased', 'trip_leased'].flatMap((how) => [`${how}_tractors`, `${how}_coaches`]);
const COMPANY_CENSUS = `select usdot_number, power_units, total_drivers,
  ${units.map((column) => `coalesce(${column}, 0)`).join(' + ')} from company_census`;
const SMS_CENSUS = `select usdot_number, power_units, total_drivers, pc_flag, hm_flag, recent_mileage,
  recent_mileage_year from sms_census`;
const SNAPSHOTS = `select usdot_number, snapshot_date, power_units from carrier_snapshots
  where source = 'sms-census' and power_units is not null and snapshot_date <= `;
const ORDERS = `select usdot_number from out_of_service_orders where rescind_date is null and oos_date <= `;

const found = CATEGORIES.slice(0, 5).map((id) => `${id}_ac`);
const acute = (table: string, where = '') =>
  `select usdot_number, ${found.map((column) => `coalesce(${column}, false)`).join(', ')} from ${table} ${where}`;
/** The passenger files are the better ones where a carrier stands in both, so they come last. */
const ACUTE = [
  ...['sms_c_property', 'sms_ab_property'].map((table) => acute(table, `where ${found.join(' or ')}`)),
  ...['sms_c_passenger', 'sms_ab_passenger'].map((table) => acute(table)),
];

type Take = (row: CopiedRow, place: number) => void;
type Job = { queries: string[]; take: Take };
/** -1 where a census does not say. */
type Sizes = { powerUnits: Int32Array; drivers: Int32Array };

/** What is known of the carriers that have events, over as many connections as are given. */
export async function readFacts(
  clients: pg.ClientBase[],
  method: Method,
  asOf: string,
  carriers: CarrierIndex,
): Promise<Facts> {
  const facts = noFacts(carriers.size);
  const [company, sms] = [noSizes(carriers.size), noSizes(carriers.size)];
  const history = new UnitHistory(carriers.size, asOf);
  const day = `'${asOf}'::date`;
  const jobs: Job[] = [
    { queries: [COMPANY_CENSUS], take: companyTaker(facts, company, method) },
    { queries: [SMS_CENSUS], take: smsTaker(facts, sms, method, asOf) },
    {
      queries: [SNAPSHOTS + day],
      take: (row, place) => history.add(place, row.number(0), row.number(0)),
    },
    {
      queries: [ORDERS + day],
      take: (_, place) => {
        facts.isUnderOrder[place] = 1;
      },
    },
    {
      queries: ACUTE,
      take: (row, place) => {
        let bits = 0;
        for (let category = 0; category < found.length; category++) bits |= row.number(0) << category;
        facts.acute[place] = acuteBits(method, bits);
      },
    },
  ];
  await Promise.all(clients.map((client) => work(client, jobs, carriers)));
  chooseSizes(facts, sms, company);
  history.finish(facts);
  return facts;
}

/** Each connection takes the next job; the two censuses come first, being the largest. */
async function work(client: pg.ClientBase, jobs: Job[], carriers: CarrierIndex): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { take } = job;
    for (const query of job.queries) {
      await copyOut(client, query, (row) => {
        const place = carriers.find(row.number(0));
        if (place >= 0) take(row, place);
      });
    }
  }
}

function companyTaker(facts: Facts, sizes: Sizes, { combinationShare }: Method): Take {
  return (row, place) => {
    takeSize(row, place, sizes);
    facts.segments[place] = segmentOf(row.number(0), sizes.powerUnits[place] as number, combinationShare);
  };
}

function smsTaker(facts: Facts, sizes: Sizes, { milesMonths }: Method, asOf: string): Take {
  return (row, place) => {
    takeSize(row, place, sizes);
    const isPassenger = row.number(0) === 1;
    const isHazmat = row.number(0) === 1;
    const type = isPassenger ? 'passenger' : isHazmat ? 'hazmat' : 'general';
    facts.carrierTypes[place] = CARRIER_TYPES.indexOf(type);
    const miles = row.number(0);
    if (miles > 0 && isRecentYear(row.number(0), asOf, milesMonths)) facts.recentMiles[place] = miles;
  };
}

function takeSize(row: CopiedRow, place: number, { powerUnits, drivers }: Sizes): void {
  powerUnits[place] = row.number(-1);
  drivers[place] = row.number(-1);
}

/** The SMS census belongs to the month; carriers it leaves out stand in the daily one. */
function chooseSizes(facts: Facts, sms: Sizes, company: Sizes): void {
  for (const name of ['powerUnits', 'drivers'] as const)
    for (let place = 0; place < facts[name].length; place++) {
      const said = sms[name][place] as number;
      facts[name][place] = Math.max(0, said >= 0 ? said : (company[name][place] as number));
    }
}

function noSizes(carriers: number): Sizes {
  return { powerUnits: new Int32Array(carriers).fill(-1), drivers: new Int32Array(carriers).fill(-1) };
}
