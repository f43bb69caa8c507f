import { LOCKS } from '../../db/advisory-locks.ts';
import { statement, type Transaction } from '../../db/database.ts';
import { AN_IMPORT } from './distribution.ts';
import { FIRST_YEAR, isMonthTable, monthTable, nextMonth } from './ensure-months.ts';

const PARENT = 'staged_observations';
const moveRows = statement(
  'observations.move-staged',
  'insert into observations select * from staged_observations',
  { allShards: AN_IMPORT },
);
const stagedTable = (month: string) => `staged_${monthTable(month)}`;

/**
 * Months of observations that an import creates and fills before they become partitions: the indexes of a month are built once
 * instead of row by row. Other processes do not see these tables and never wait for them.
 */
export class StagedMonths {
  readonly #tx: Transaction;
  readonly #months = new Set<string>();

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  /**
   * Creates those of the given months (`2025-03`) that do not exist, and returns them. The current month is left to its own
   * partition: sightings of it arrive during the import. Nothing is staged if observations are distributed.
   */
  async stage(months: Iterable<string>, now: Date): Promise<string[]> {
    const current = now.toISOString().slice(0, 7);
    const past = [...months].filter((month) => month < current && Number(month.slice(0, 4)) >= FIRST_YEAR);
    const { client } = this.#tx;
    const { rows: missing } = await client.query<{ month: string }>(
      `select month from unnest($1::text[], $2::text[]) as m (month, name) where to_regclass(name) is null
         and not exists (select from pg_extension where extname = 'citus') order by month`,
      [past, past.map(monthTable)],
    );
    for (const { month } of missing) {
      if (this.#months.size === 0)
        await client.query(
          `create table ${PARENT} (like observations including defaults including storage including constraints)
             partition by range (time_captured)`,
        );
      if (this.#months.has(month)) continue;
      this.#months.add(month);
      await client.query(
        `create table ${stagedTable(month)} partition of ${PARENT}
           for values from ('${month}-01Z') to ('${nextMonth(month)}-01Z')`,
      );
    }
    return missing.map(({ month }) => month);
  }

  /** Copies rows of a table into the staged months. `where` selects those of the staged months. */
  async insert(columns: readonly string[], from: string, where: string): Promise<void> {
    const list = columns.join(', ');
    await this.#tx.client.query(`insert into ${PARENT} (${list}) select ${list} from ${from} where ${where}`);
  }

  /** Call it at the end of the transaction: until the commit, other processes cannot create months. */
  async attach(): Promise<void> {
    if (this.#months.size === 0) return;
    const { client } = this.#tx;
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.ensureMonths]);
    let isTaken = false;
    for (const month of this.#months) {
      const [staged, table] = [stagedTable(month), monthTable(month)];
      if (await isMonthTable(this.#tx, table)) {
        isTaken = true;
        continue;
      }
      await client.query(`alter table ${PARENT} detach partition ${staged}`);
      await client.query(`alter table ${staged} rename to ${table}`);
      await client.query(
        `alter table observations attach partition ${table}
           for values from ('${month}-01Z') to ('${nextMonth(month)}-01Z')`,
      );
    }
    // Another process created these months in the meantime.
    if (isTaken) await this.#tx.run(moveRows);
    await client.query(`drop table ${PARENT}`);
    this.#months.clear();
  }
}

/** A condition on `time_captured` for the given months; consecutive months make one range. */
export function inMonths(months: readonly string[]): string {
  const ranges: { from: string; to: string }[] = [];
  for (const month of [...months].sort()) {
    const last = ranges.at(-1);
    if (last?.to === month) last.to = nextMonth(month);
    else ranges.push({ from: month, to: nextMonth(month) });
  }
  if (ranges.length === 0) return 'false';
  return ranges
    .map(({ from, to }) => `(time_captured >= '${from}-01Z' and time_captured < '${to}-01Z')`)
    .join(' or ');
}
