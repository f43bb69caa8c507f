import type pg from 'pg';

/**
 * Conditions that cut a table into one part for each connection, by the blocks it lies in. A table whose rows lie
 * elsewhere (distributed over other servers) has no blocks of its own: then one connection reads it all.
 */
export async function blockRanges(clients: pg.ClientBase[], table: string): Promise<string[]> {
  const [client] = clients;
  if (!client) return [];
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::integer)::integer as blocks`,
    [table],
  );
  const blocks = rows[0]?.blocks ?? 0;
  if (blocks < clients.length * 2 || clients.length === 1) return [''];
  const edges = clients.map((_, i) => Math.floor((blocks * i) / clients.length));
  return edges.map((from, i) => {
    const to = edges[i + 1];
    const end = to === undefined ? '' : ` and ctid < '(${to},0)'`;
    return ` and ctid >= '(${from},0)'${end}`;
  });
}
