import type { Transaction } from '../../../db/database.ts';
import { catalogue } from '../datasets/all-datasets.ts';
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
const withoutCarrier = 'usdot_number = 0 and docket_number <> 0';
const sameDocket = 'held.docket_number = row.docket_number and held.docket_prefix = row.docket_prefix';

function plainDockets(table: string): string {
  return `select usdot_number, docket_prefix, docket_number from ${table}
    where usdot_number <> 0 and docket_number <> 0`;
}

/** Gives the rows of a file that name only a docket their carrier. */
export async function findCarriers(tx: Transaction, staged: string): Promise<void> {
  for (const holder of holders) {
    if (!(await findHeld(tx, [staged], docketsOf[holder](holder)))) continue;
    await tx.client.query(
      `update ${staged} as row set usdot_number = held.usdot_number from held_dockets as held
       where row.${withoutCarrier.replace(' and ', ' and row.')} and ${sameDocket}`,
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
  const datasets = catalogue.filter(({ byDocket }) => byDocket);
  const tables = datasets.map(({ table }) => table);
  if (!(await findHeld(tx, tables, dockets(staged)))) return;
  for (const { table, columns } of datasets) {
    const names = columns.flatMap(({ into }) => into.map(({ name }) => name));
    const kept = [...names.filter((name) => name !== 'usdot_number'), 'row_hash', 'unread'];
    await tx.client.query(
      `with moved as (
         delete from ${table} as row using held_dockets as held
         where row.${withoutCarrier.replace(' and ', ' and row.')} and ${sameDocket}
         returning held.usdot_number as carrier, ${kept.map((name) => `row.${name}`).join(', ')})
       insert into ${table} (usdot_number, ${kept.join(', ')})
       select carrier, ${kept.join(', ')} from moved on conflict do nothing`,
    );
  }
};

/**
 * Fills `held_dockets` with the carriers of the dockets that those tables know no carrier for; false when there are
 * none. One pass over the holders, however many tables wait for them.
 */
async function findHeld(tx: Transaction, tables: string[], dockets: string): Promise<boolean> {
  await tx.client.query('drop table if exists pg_temp.wanted_dockets, pg_temp.held_dockets');
  const wanted = tables.map((t) => `select docket_prefix, docket_number from ${t} where ${withoutCarrier}`);
  const { rowCount } = await tx.client.query(
    `create temp table wanted_dockets on commit drop as ${wanted.join(' union ')}`,
  );
  if (!rowCount) return false;
  await tx.client.query('analyze wanted_dockets');
  const { rowCount: found } = await tx.client.query(
    `create temp table held_dockets on commit drop as
     select docket_prefix, docket_number, max(usdot_number) as usdot_number
     from (${dockets}) as one join wanted_dockets using (docket_prefix, docket_number)
     where usdot_number <> 0 group by 1, 2`,
  );
  if (!found) return false;
  await tx.client.query('analyze held_dockets');
  return true;
}
