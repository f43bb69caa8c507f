import type { Transaction } from '../../../db/database.ts';
import { allDatasets } from '../datasets/all-datasets.ts';
import type { Derivation } from './derivation.ts';

/** Queries for the dockets of each table that has both dockets and USDOT numbers; the newest source comes first. */
const docketSources: Record<string, (table: string) => string> = {
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

const withoutCarrier = (table: string) => `${table}.usdot_number = 0 and ${table}.docket_number <> 0`;
/** Matches rows without a carrier, as `row`, with the resolved dockets. */
const isResolved = `${withoutCarrier('row')} and resolved.docket_number = row.docket_number
  and resolved.docket_prefix = row.docket_prefix`;

/** Sets the carrier of staged rows that have only a docket. */
export async function setCarriersByDocket(tx: Transaction, staged: string): Promise<void> {
  for (const [table, dockets] of Object.entries(docketSources)) {
    if (!(await resolveDockets(tx, [staged], dockets(table)))) continue;
    await tx.client.query(
      `update ${staged} as row set usdot_number = resolved.usdot_number from resolved_dockets as resolved
       where ${isResolved}`,
    );
  }
}

/**
 * Rows with only a docket can be imported before the file that has its carrier. They are stored under carrier 0 and
 * moved when the carriers are imported. They are deleted and inserted, not updated: in a distributed table a row of
 * another carrier belongs to another shard.
 */
export const moveRowsToCarriers: Derivation = async (tx, { live, staged }) => {
  const dockets = docketSources[live];
  if (dockets === undefined) return;
  const datasets = allDatasets.filter(({ identifiedByDocket }) => identifiedByDocket);
  const tables = datasets.map(({ table }) => table);
  if (!(await resolveDockets(tx, tables, dockets(staged)))) return;
  for (const { table, columns } of datasets) {
    const names = columns.flatMap(({ into }) => into.map(({ name }) => name));
    const copied = [...names.filter((name) => name !== 'usdot_number'), 'row_hash', 'unread'];
    await tx.client.query(
      `with moved as (
         delete from ${table} as row using resolved_dockets as resolved where ${isResolved}
         returning resolved.usdot_number as carrier, ${copied.map((name) => `row.${name}`).join(', ')})
       insert into ${table} (usdot_number, ${copied.join(', ')})
       select carrier, ${copied.join(', ')} from moved on conflict do nothing`,
    );
  }
};

/**
 * Fills the temporary table `resolved_dockets` with the carriers of dockets that have none in `tables`. Returns false if
 * there are none. One pass over `dockets`, whatever the number of tables.
 */
async function resolveDockets(tx: Transaction, tables: string[], dockets: string): Promise<boolean> {
  await tx.client.query('drop table if exists pg_temp.open_dockets, pg_temp.resolved_dockets');
  const open = tables.map(
    (table) => `select docket_prefix, docket_number from ${table} where ${withoutCarrier(table)}`,
  );
  const { rowCount } = await tx.client.query(
    `create temp table open_dockets on commit drop as ${open.join(' union ')}`,
  );
  if (!rowCount) return false;
  await tx.client.query('analyze open_dockets');
  const { rowCount: resolved } = await tx.client.query(
    `create temp table resolved_dockets on commit drop as
     select docket_prefix, docket_number, max(usdot_number) as usdot_number
     from (${dockets}) as source join open_dockets using (docket_prefix, docket_number)
     where usdot_number <> 0 group by 1, 2`,
  );
  if (!resolved) return false;
  await tx.client.query('analyze resolved_dockets');
  return true;
}
