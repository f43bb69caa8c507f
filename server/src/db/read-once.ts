import type { Db, Statement } from './database.ts';

/**
 * For readers of one request that need the same records: a query that another reader has sent is not sent again. One that
 * failed is, because each reader has its own deadline. Each reader gets rows of its own, which it may change.
 */
export function readOnce(): (db: Db) => Db {
  const sent = new Map<string, Promise<unknown[]>>();
  return (db) => {
    const rows = async <T extends object>(statement: Statement, values: unknown[] = []): Promise<T[]> => {
      const key = JSON.stringify([statement.name, values]);
      const read = () => db.rows<T>(statement, values);
      const earlier = sent.get(key) as Promise<T[]> | undefined;
      const found = earlier?.catch(read) ?? read();
      if (!earlier) sent.set(key, found);
      return structuredClone(await found);
    };
    return {
      ...db,
      rows,
      row: async <T extends object>(statement: Statement, values?: unknown[]) =>
        (await rows<T>(statement, values))[0] ?? null,
    };
  };
}
