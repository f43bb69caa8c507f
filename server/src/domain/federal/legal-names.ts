import { type Db, statement } from '../../db/database.ts';

/** The census first: of several names of a number, the first counts. */
const names = statement(
  'federal.legal-names',
  `select usdot_number, legal_name from company_census where usdot_number = any($1::bigint[])
   union all select usdot_number, legal_name from sms_census where usdot_number = any($1::bigint[])
   union all select usdot_number, legal_name from motus_carriers where usdot_number = any($1::bigint[])
   union all select usdot_number, legal_name from legacy_carriers where usdot_number = any($1::bigint[])`,
);

/** A carrier that no federal register has is absent; one without a name has an empty one. */
export async function findLegalNames(db: Db, usdotNumbers: number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  if (usdotNumbers.length === 0) return found;
  const rows = await db.rows<{ usdot_number: number; legal_name: string | null }>(names, [
    [...new Set(usdotNumbers)],
  ]);
  for (const { usdot_number, legal_name } of rows)
    if (!found.get(usdot_number)) found.set(usdot_number, legal_name ?? '');
  return found;
}
