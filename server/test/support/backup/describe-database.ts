import { listConstraints, listIndexes, listSequences, listTables } from '../../../src/db/catalog.ts';
import type { Database } from '../../../src/db/database.ts';
import { setTextFormat } from '../../../src/db/snapshot.ts';
import { copyTo, hashRows } from '../../../src/domain/backup/copy-table.ts';

/** Everything that a restore must reproduce: rows by number and hash, and the objects of the schema. */
export async function describeDatabase(database: Database) {
  const client = await database.connect();
  try {
    await setTextFormat(client);
    const tables: Record<string, unknown> = {};
    for (const { bytes: _, ...table } of await listTables(client)) {
      const isParent = table.partition_key !== null;
      tables[table.name] = { ...table, ...(isParent ? {} : await hashRows(client, copyTo(table))) };
    }
    const sql = async (text: string) => (await client.query(text)).rows;
    // The server names the indexes of partitions.
    const indexes = (await listIndexes(client)).map(({ name, definition, is_attached, table }) =>
      is_attached ? `${table}: ${definition.replace(/INDEX \S+/, 'INDEX')}` : `${name}: ${definition}`,
    );
    return {
      tables,
      sequences: await listSequences(client),
      indexes: indexes.sort(),
      constraints: await listConstraints(client),
      triggers: await sql(
        `select pg_get_triggerdef(oid) as definition, tgenabled from pg_trigger where not tgisinternal order by 1`,
      ),
      views: await sql(
        `select viewname, definition from pg_views where schemaname = current_schema() order by 1`,
      ),
      functions: await sql(
        `select p.oid::regprocedure::text as name, md5(p.prosrc) as source from pg_proc p
         where p.pronamespace = current_schema()::regnamespace and p.prolang <> 13 order by 1`,
      ),
    };
  } finally {
    await client.end();
  }
}
