import { type Db, statement } from '../../db/database.ts';

/** The census first: a later row of the same number is ignored. */
const names = statement(
  'watchlists.legal-names',
  `select usdot_number, legal_name from company_census where usdot_number = any($1::integer[])
   union all select usdot_number, legal_name from sms_census where usdot_number = any($1::integer[])
   union all select usdot_number, legal_name from motus_carriers where usdot_number = any($1::integer[])
   union all select usdot_number, legal_name from legacy_carriers where usdot_number = any($1::integer[])`,
);

/** A carrier that no federal register has is absent; one without a name has an empty one. */
export async function findLegalNames(db: Db, usdotNumbers: number[]): Promise<Map<number, string>> {
  const asked = [...new Set(usdotNumbers)];
  const rows = await db.rows<{ usdot_number: number; legal_name: string | null }>(names, [asked]);
  return new Map(rows.reverse().map(({ usdot_number, legal_name }) => [usdot_number, legal_name ?? '']));
}
