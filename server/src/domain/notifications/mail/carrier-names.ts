import { type Db, statement } from '../../../db/database.ts';
import type { FiredMatch } from '../firing.ts';

/** The census first: a later row of the same number is ignored. */
const names = statement(
  'mails.carrier-names',
  `select usdot_number, legal_name from company_census where usdot_number = any($1::int[])
   union all select usdot_number, legal_name from motus_carriers where usdot_number = any($1::int[])
   union all select usdot_number, legal_name from legacy_carriers where usdot_number = any($1::int[])`,
);

/** Legal names of carriers that were inferred; the name of a carrier that was read is stored with its match. */
export async function findCarrierNames(db: Db, matches: FiredMatch[]): Promise<Map<number, string>> {
  const unnamed = matches.flatMap(({ sighting: { usdot_number, carrier_name } }) =>
    usdot_number > 0 && carrier_name === undefined ? [usdot_number] : [],
  );
  if (unnamed.length === 0) return new Map();
  const rows = await db.rows<{ usdot_number: number; legal_name: string | null }>(names, [
    [...new Set(unnamed)],
  ]);
  return new Map(
    rows
      .reverse()
      .flatMap(({ usdot_number, legal_name }) => (legal_name ? [[usdot_number, legal_name]] : [])),
  );
}
