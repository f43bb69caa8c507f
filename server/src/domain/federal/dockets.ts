import type { Transaction } from '../../db/database.ts';
import { catalogue } from './catalogue.ts';
import type { Derivation } from './derivation.ts';

/** Who holds a docket: the newest source first. */
const holders = ['motus_carriers', 'legacy_carriers', 'company_census'] as const;
const docketsOf: Record<(typeof holders)[number], (table: string) => string> = {
  motus_carriers: plainDockets,
  legacy_carriers: plainDockets,
  company_census: (table) =>
    `select usdot_number, coalesce(d.prefix, '') as docket_prefix, d.number as docket_number
     from ${table}, lateral (values (docket1_prefix, docket1_number), (docket2_prefix, docket2_number),
       (docket3_prefix, docket3_number)) as d (prefix, number) where d.number <> 0`,
};

function plainDockets(table: string): string {
  return `select usdot_number, docket_prefix, docket_number from ${table}
    where usdot_number <> 0 and docket_number <> 0`;
}

/** Gives the rows of a file that name only a docket their carrier. One hash join for each source, rows without one only. */
export async function findCarriers(tx: Transaction, staged: string): Promise<void> {
  for (const holder of holders) {
    await tx.client.query(
      `update ${staged} as row set usdot_number = held.usdot_number
       from (select docket_prefix, docket_number, max(usdot_number) as usdot_number
             from (${docketsOf[holder](holder)}) as one group by 1, 2) as held
       where row.usdot_number = 0 and row.docket_number <> 0
         and held.docket_number = row.docket_number and held.docket_prefix = row.docket_prefix`,
    );
  }
}

/**
 * A file of dockets may come before the file that says whose they are: then its rows wait under carrier 0 and
 * move when the carriers come. Deleted and inserted, for where tables are distributed a carrier's rows change place.
 */
export const moveRowsToTheirCarriers: Derivation = async (tx, { live, staged }) => {
  const dockets = docketsOf[live as keyof typeof docketsOf];
  if (dockets === undefined) return;
  for (const dataset of catalogue.filter(({ byDocket }) => byDocket)) {
    const others = dataset.columns.flatMap(({ into }) => into.map(({ name }) => name));
    const kept = [...others.filter((name) => name !== 'usdot_number'), 'row_hash', 'unread'];
    await tx.client.query(
      `with moved as (
         delete from ${dataset.table} as row
         using (select docket_prefix, docket_number, max(usdot_number) as usdot_number
                from (${dockets(staged)}) as one group by 1, 2) as held
         where row.usdot_number = 0 and row.docket_number <> 0
           and held.docket_number = row.docket_number and held.docket_prefix = row.docket_prefix
         returning held.usdot_number as carrier, ${kept.map((name) => `row.${name}`).join(', ')})
       insert into ${dataset.table} (usdot_number, ${kept.join(', ')})
       select carrier, ${kept.join(', ')} from moved on conflict do nothing`,
    );
  }
};
