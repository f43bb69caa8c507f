import type { Database } from '../../../server/src/db/database.ts';
import { countObservations } from '../../../server/src/domain/observations/count-observations.ts';
import { pageObservations } from '../../../server/src/domain/observations/page-observations.ts';
import { median, type Ratio } from './bench.ts';

const SIZE = 200;
type Filter = { city?: string; state?: string };

/** Pages under a filter against OFFSET, and a total against count(*): the statements alone, without HTTP. */
export async function filteredPages(db: Database, carrier: number, rounds: number): Promise<Ratio[]> {
  const condition = `usdot_number = ${carrier} and ($1::text is null or upper(location_city) = upper($1))
    and ($2::text is null or location_state = $2)`;
  const plain = async ({ city, state }: Filter, page: number) => {
    const { rows } = await db.pool.query(
      `select * from observations where ${condition}
       order by time_captured desc, id desc offset ${(page - 1) * SIZE} limit ${SIZE}`,
      [city ?? null, state ?? null],
    );
    return rows as { id: number }[];
  };
  const count = async () =>
    (await db.pool.query(`select count(*) as n from observations where ${condition}`, [null, null])).rows[0]
      .n;
  const page = (name: string, filter: Filter, number: number) =>
    inTurns(
      name,
      rounds,
      1,
      async () =>
        (await pageObservations(db, { usdotNumber: carrier, ...filter }, number, SIZE)).observations,
      () => plain(filter, number),
      (rows) => JSON.stringify(rows.map(({ id }) => id)),
    );
  return [
    await page('page 20 of a city against OFFSET', { city: 'city 7' }, 20),
    await page('page 40 of a state against OFFSET', { state: 'OH' }, 40),
    await inTurns(
      'total against count(*)',
      rounds,
      0.1,
      () => countObservations(db, { usdotNumber: carrier }),
      count,
      String,
    ),
  ];
}

async function inTurns<T>(
  name: string,
  rounds: number,
  goal: number,
  ours: () => Promise<T>,
  peer: () => Promise<T>,
  key: (value: T) => string,
): Promise<Ratio> {
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let n = 0; n < rounds; n++) {
    const startedAt = performance.now();
    const mine = await ours();
    const peerAt = performance.now();
    const theirs = await peer();
    times.peer.push(performance.now() - peerAt);
    times.ours.push(peerAt - startedAt);
    if (key(mine) !== key(theirs)) throw new Error(`${name}: the answers differ`);
  }
  const figure = { ours: median(times.ours), peer: median(times.peer) };
  return {
    name,
    ...figure,
    measuredIn: 'ms',
    value: figure.ours / figure.peer,
    goal,
    unit: 'x',
    better: 'lower',
  };
}
