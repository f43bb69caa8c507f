import { LOCKS } from '../../../db/advisory-locks.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Derivation } from '../derive/derivation.ts';
import {
  type CatalogEntry,
  type CodeFact,
  type CountedCode,
  catalogEntries,
  seedFacts,
} from './catalog-rules.ts';

/** Months whose version of the catalog is kept. */
const VERSIONS_KEPT = 24;
/** The version before any SMS violation file was imported. */
const SEED_MONTH = '2000-01-01';

/** Tables to read again; null keeps what the current version has from that file. */
type CatalogTables = { sms: string | null; daily: string | null; list: string };

/** The code of a row of inspection_violations: files before 2026 have only part and section. */
export const dailyCodeSql = (row: string) =>
  `coalesce(${row}.viol_code, concat(${row}.part_no, '.', ${row}.part_no_section))`;

/**
 * One pass over the file's rows, which reads only short columns. The texts come from one row of each code and weight,
 * found by its key: that of the highest USDOT number, because new carriers have few rows.
 */
const smsFacts = (table: string) => `
  with codes as materialized (
    select viol_code, severity_weight, max(usdot_number::bigint << 32 | row_no) as sample, count(*)::integer as sms_rows
    from ${table} where viol_code is not null group by viol_code, severity_weight)
  select c.viol_code as code, v.basic_desc as basic, coalesce(v.group_desc, '') as violation_group, c.severity_weight,
    coalesce(v.section_desc, '') as description, 'sms' as source, c.sms_rows
  from codes c
  join ${table} v on v.usdot_number = (c.sample >> 32)::integer and v.row_no = (c.sample & 4294967295)::integer`;

const listFacts = (table: string) => `
  select violation_code as code, basic, coalesce(violation_group, '') as violation_group, severity_weight,
    coalesce(description, '') as description, 'list' as source, 0 as sms_rows
  from ${table} where severity_weight is not null`;

const dailyCodes = (table: string) => `
  select ${dailyCodeSql('v')} as code, count(*)::integer as rows from ${table} v group by 1`;

/**
 * Writes the catalog's version of a month and makes it current. The SMS file takes precedence, then codes of earlier SMS
 * files, then the imported list, then the seed. `month` null keeps the month of the current version.
 */
export async function buildCatalog(
  tx: Transaction,
  tables: CatalogTables,
  month: string | null,
): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.violationCatalog]);
  const rows = async <Row extends object>(sql: string): Promise<Row[]> =>
    (await tx.client.query<Row>(sql)).rows;
  const current = await rows<CatalogEntry & { month: string }>(
    'select * from violation_catalog where is_current',
  );
  const before = current.filter(({ source }) => source === 'sms');
  const sms = tables.sms === null ? before : await rows<CodeFact>(smsFacts(tables.sms));
  const daily =
    tables.daily === null
      ? current.filter((row) => row.daily_rows > 0).map((row) => ({ code: row.code, rows: row.daily_rows }))
      : await rows<CountedCode>(dailyCodes(tables.daily));
  const earlier = before.map((fact) => ({ ...fact, sms_rows: 0 }));
  const list = await rows<CodeFact>(listFacts(tables.list));
  await writeVersion(
    tx,
    catalogEntries([sms, earlier, list, seedFacts()], daily),
    month ?? current[0]?.month ?? SEED_MONTH,
  );
}

const COLUMNS = `code, plain_code, place, description, basic, violation_group, severity_weight, oos_weight,
  is_red_flag, source, sms_rows, daily_rows`;

async function writeVersion({ client }: Transaction, entries: CatalogEntry[], month: string): Promise<void> {
  await client.query('update violation_catalog set is_current = false where is_current');
  await client.query(`delete from violation_catalog where month = date_trunc('month', $1::date)`, [month]);
  await client.query(
    `insert into violation_catalog (month, is_current, ${COLUMNS})
     select date_trunc('month', $1::date), true, ${COLUMNS}
     from json_populate_recordset(null::violation_catalog, $2)`,
    [month, JSON.stringify(entries)],
  );
  await client.query(
    `delete from violation_catalog where not is_current and month not in (
       select distinct month from violation_catalog order by month desc limit ${VERSIONS_KEPT})`,
  );
  await client.query('analyze violation_catalog');
}

/** Updates the violation catalog after an import of a file that it is built from. */
export const updateViolationCatalog: Derivation = async (tx, { live, staged, asOf }) => {
  const isSms = live === 'sms_violations';
  const isDaily = live === 'inspection_violations';
  const isList = live === 'violation_codes';
  if (!isSms && !isDaily && !isList) return;
  const tables = {
    sms: isSms ? staged : null,
    daily: isDaily ? staged : null,
    list: isList ? staged : 'violation_codes',
  };
  await buildCatalog(tx, tables, isSms ? asOf : null);
};

/** Builds the first version, for a database whose files were imported before there was a catalog. */
export async function ensureCatalog(database: Database): Promise<void> {
  const { rowCount } = await database.pool.query('select from violation_catalog limit 1');
  if (rowCount) return;
  await database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ as_of: string }>(
      `select as_of from federal_loads where dataset = 'sms-violation' and is_current`,
    );
    const tables = { sms: 'sms_violations', daily: 'inspection_violations', list: 'violation_codes' };
    await buildCatalog(tx, tables, rows[0]?.as_of ?? null);
  });
}
