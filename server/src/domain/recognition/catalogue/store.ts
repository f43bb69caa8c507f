import { type Db, statement } from '../../../db/database.ts';
import type { McReading, Reading } from '../readings/reading.ts';
import { candidatesOf } from './candidates.ts';
import type { CarrierFact } from './weigh.ts';

/**
 * About a hundred probes of the census by its key, and one by docket of each table that has any: 1 ms together.
 * Numbers too new for the census are known from the licensing files.
 */
const facts = statement(
  'catalogue.facts',
  `select c.usdot_number::int, c.legal_name, c.dba_name, c.phy_city as city, c.phy_state as state, false as holds
     from company_census c where c.usdot_number = any($1::int[])
   union all
   select m.usdot_number, m.legal_name, m.dba_name, null, null, false
     from motus_carriers m where m.usdot_number = any($1::int[])
   union all
   select h.usdot_number, null, null, null, null, true from (
     select usdot_number from motus_carriers where docket_number = $2 and docket_prefix = $3
     union select usdot_number from legacy_carriers where docket_number = $2 and docket_prefix = $3
     union select usdot_number from company_census where docket1_number = $2 and docket1_prefix = $3
   ) h where h.usdot_number <> 0`,
);

export type FoundCarriers = { carriers: CarrierFact[]; docketHolders: number[] };

/** Those of the numbers that what was read may stand for which exist, and who holds the docket read beside it. */
export async function findCarriers(db: Db, usdot: Reading, mc: McReading): Promise<FoundCarriers> {
  const numbers = usdot.value === '' ? [] : candidatesOf(usdot).map(({ usdotNumber }) => usdotNumber);
  const docket = mc.value === '' ? null : Number(mc.value);
  if (numbers.length === 0 && docket === null) return { carriers: [], docketHolders: [] };
  const rows = await db.rows<CarrierFact & { holds: boolean }>(facts, [numbers, docket, mc.docket]);
  const carriers = new Map<number, CarrierFact>();
  for (const { holds, ...carrier } of rows) {
    if (!holds && !carriers.has(carrier.usdot_number)) carriers.set(carrier.usdot_number, carrier);
  }
  const docketHolders = rows.filter(({ holds }) => holds).map(({ usdot_number }) => usdot_number);
  return { carriers: [...carriers.values()], docketHolders };
}
