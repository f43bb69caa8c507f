import { type Db, readRow, statement } from './database.ts';

type Listed<Filter extends string> = {
  columns: string;
  table: string;
  /** Columns that can be asked for, with the types of the values. A list of values asks for any of them. */
  filters: Record<Filter, string>;
  order?: string;
};
/** As in the query of a request. */
type Page = { page: number; page_size: number };

/** Reads one page of an organization's rows, the newest first, and how many there are. A filter without a value leaves out nothing. */
export function ownPages<Row extends object, Filter extends string = never>(
  name: string,
  { columns, table, filters, order = 'position desc' }: Listed<Filter>,
) {
  const names = Object.keys(filters) as Filter[];
  const conditions = names.map((column, i) => {
    const [value, type] = [`$${i + 2}`, filters[column]];
    return `(${value}::${type} is null or ${column} = ${type.endsWith('[]') ? `any (${value})` : value})`;
  });
  const rowsOf = `from ${table} where ${['organization_id = $1', ...conditions].join(' and ')}`;
  const [limit, offset] = [names.length + 2, names.length + 3];
  const page = statement(
    `${name}-page`,
    `select ${columns} ${rowsOf} order by ${order} limit $${limit} offset $${offset}`,
  );
  const count = statement(`${name}-count`, `select count(*) as total ${rowsOf}`);
  return async (
    db: Db,
    organizationId: number,
    query: { [Name in Filter]?: unknown } & Page,
  ): Promise<{ rows: Row[]; total: number }> => {
    const values = [organizationId, ...names.map((column) => query[column] ?? null)];
    const [rows, { total }] = await Promise.all([
      db.rows<Row>(page, [...values, query.page_size, (query.page - 1) * query.page_size]),
      readRow<{ total: number }>(db, count, values),
    ]);
    return { rows, total };
  };
}
