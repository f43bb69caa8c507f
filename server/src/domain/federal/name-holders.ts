import { type Db, statement } from '../../db/database.ts';

export type NameHolder = { name: string; usdot_number: number; legal_name: string };

/** A name that more carriers have does not identify one. */
export const MAX_HOLDERS = 3;

/** $1: names in lower case. A door shows the beginning of the registered name: `ACME TRUCKING` of ACME TRUCKING LLC. */
const nameHolders = statement(
  'federal.name-holders',
  `select name.text as name, h.usdot_number, h.legal_name from unnest($1::text[]) as name (text)
   cross join lateral (
     (select usdot_number, legal_name from company_census c
      where lower(c.legal_name) ~>=~ name.text and lower(c.legal_name) ~<~ (name.text || '~')
        and (lower(c.legal_name) = name.text or lower(c.legal_name) ~ ('^' || name.text || '[ ,.]')) limit ${MAX_HOLDERS + 1})
     union all
     (select usdot_number, legal_name from company_census c where c.dba_name is not null
        and lower(c.dba_name) = name.text limit ${MAX_HOLDERS + 1})) h`,
);

/** The registered carriers with one of the names, at most one more than `MAX_HOLDERS` by legal name and by trade name. */
export function findNameHolders(db: Db, names: readonly string[]): Promise<NameHolder[]> {
  return db.rows(nameHolders, [names]);
}
