import { statement } from '../../server/src/db/database.ts';
import { listImages } from '../../server/src/domain/images/list-images.ts';
import {
  listPartitions,
  prepareImagePartitions,
} from '../../server/src/domain/images/retention/image-partitions.ts';
import { fillImages } from './retention.ts';
import { absolute, alternate, type Bench, median, secondsOf, speedup } from './support/bench.ts';
import { benchDatabase } from './support/service.ts';

const DAY_MS = 86_400_000;
const PERIOD = 365;
const PER_DAY = 200;
const PAGE = 50;
const ROUNDS = 60;

/** The same page with one statement on the whole table, which plans and locks every partition. */
const wholeTable = statement(
  'bench.images-of-whole-table',
  `select id, received_at, source, time_captured, recognized_at, city, state, plate_number, sighting_id from images
    where organization_id = $1 and image_deleted_at is null
    order by received_at desc, id desc limit ${PAGE + 1}`,
);

export const bench: Bench = {
  about:
    'a page of GET /images from partitions by day: the newest images, and images of half the period ago; against one statement on the whole table',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const { database } = await benchDatabase(cleanup);
    await database.pool.query(
      `insert into organizations (id, name, kind, timezone, image_retention_days) values (1, 'Organization', 'partner', 'UTC', ${PERIOD})`,
    );
    const [days = 0] = sizes ?? [quick ? 60 : PERIOD];
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    for (let ago = days; ago >= 0; ago -= 7)
      await prepareImagePartitions(database, new Date(today - ago * DAY_MS));
    for (let ago = days; ago >= 0; ago--)
      await fillImages(database, new Date(today - ago * DAY_MS), PER_DAY, PERIOD);
    await database.pool.query('analyze images');
    const partitions = (await listPartitions(database)).length;
    const middle = await database.pool.query(
      'select id from images where received_at = $1 order by id desc limit 1',
      [new Date(today - Math.floor(days / 2) * DAY_MS)],
    );
    const page = async (before: string | null) => {
      const { images } = await listImages({ db: database }, 1, {}, before, PAGE);
      if (images.length !== PAGE) throw new Error(`${images.length} images`);
    };
    const msOf = async (work: () => Promise<unknown>) => 1_000 * (await secondsOf(work));
    const pair = await alternate(
      ROUNDS,
      () => msOf(() => page(null)),
      () => msOf(() => database.rows(wholeTable, [1])),
    );
    const later: number[] = [];
    for (let round = 0; round < ROUNDS; round++) later.push(await msOf(() => page(middle.rows[0].id)));
    return [
      speedup(`the first page of ${PAGE} images, ${partitions} partitions`, pair, 'ms', null),
      absolute(`the first page, ${partitions} partitions`, pair.ours, 'ms', 10),
      absolute(`a page of half the period ago, ${partitions} partitions`, median(later), 'ms', 10),
    ];
  },
};
