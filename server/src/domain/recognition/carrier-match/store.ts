import { type Db, statement } from '../../../db/database.ts';
import type { Reading } from '../readings/reading.ts';
import type { CarrierFact } from './match-carrier.ts';
import { candidatesOf } from './usdot-candidates.ts';

/**
 * About a hundred probes of each table by its key, 1 ms together. Numbers too new for the census, or dropped from it,
 * are known from the licensing files.
 */
const existing = statement(
  'catalogue.existing',
  `select usdot_number, legal_name, dba_name, phy_city as city, phy_state as state
     from company_census where usdot_number = any($1::int[])
   union all
   select usdot_number, legal_name, dba_name, null, null from motus_carriers where usdot_number = any($1::int[])
   union all
   select usdot_number, legal_name, dba_name, null, null from legacy_carriers where usdot_number = any($1::int[])`,
);

/** Those of the numbers that what was read may stand for which exist. */
export async function findCarriers(db: Db, usdot: Reading): Promise<CarrierFact[]> {
  if (usdot.value === '') return [];
  const numbers = candidatesOf(usdot).map(({ usdotNumber }) => usdotNumber);
  const carriers = new Map<number, CarrierFact>();
  for (const carrier of await db.rows<CarrierFact>(existing, [numbers])) {
    if (!carriers.has(carrier.usdot_number)) carriers.set(carrier.usdot_number, carrier);
  }
  return [...carriers.values()];
}
