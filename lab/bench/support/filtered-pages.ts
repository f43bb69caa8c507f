import type { Database } from '../../../server/src/db/database.ts';
import { countObservations } from '../../../server/src/domain/observations/count-observations.ts';
import { listObservations } from '../../../server/src/domain/observations/page-observations.ts';
import { median, overhead, type Ratio } from './bench.ts';

const PAGE_SIZE = 200;
type Filter = { city?: string; state?: string };

/** Filtered pages against OFFSET, and a total against count(*): the SQL statements without HTTP. */
export async function filteredPages(db: Database, carrier: number, rounds: number): Promise<Ratio[]> {
  const condition = `usdot_number = ${carrier} and ($1::text is null or upper(location_city) = upper($1))
    and ($2::text is null or location_state = $2)`;
  const ids = (rows: { id: number }[]) => JSON.stringify(rows.map(({ id }) => id));
  const ourPage = async (filter: Filter, page: number) => {
    const request = { page, pageSize: PAGE_SIZE, withQuality: false };
    const { observations } = await listObservations(db, { usdotNumber: carrier, ...filter }, request);
    return ids(observations);
  };
  const peerPage = async ({ city, state }: Filter, page: number) => {
    const { rows } = await db.pool.query(
      `select * from observations where ${condition}
       order by time_captured desc, id desc offset ${(page - 1) * PAGE_SIZE} limit ${PAGE_SIZE}`,
      [city ?? null, state ?? null],
    );
    return ids(rows);
  };
  const ourTotal = async () => String(await countObservations(db, { usdotNumber: carrier }));
  const peerTotal = async () => {
    const sql = `select count(*) as n from observations where ${condition}`;
    return String((await db.pool.query(sql, [null, null])).rows[0].n);
  };
  const comparePages = (name: string, filter: Filter, page: number) =>
    compare(
      name,
      rounds,
      1,
      () => ourPage(filter, page),
      () => peerPage(filter, page),
    );
  return [
    await comparePages('page 20 of a city against OFFSET', { city: 'city 7' }, 20),
    await comparePages('page 40 of a state against OFFSET', { state: 'OH' }, 40),
    await compare('total against count(*)', rounds, 0.1, ourTotal, peerTotal),
  ];
}

async function compare(
  name: string,
  rounds: number,
  goal: number,
  ours: () => Promise<string>,
  peer: () => Promise<string>,
): Promise<Ratio> {
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    const ourResult = await ours();
    const peerStartedAt = performance.now();
    const peerResult = await peer();
    times.peer.push(performance.now() - peerStartedAt);
    times.ours.push(peerStartedAt - startedAt);
    if (ourResult !== peerResult) throw new Error(`${name}: the results differ`);
  }
  return overhead(name, { ours: median(times.ours), peer: median(times.peer) }, 'ms', goal);
}
