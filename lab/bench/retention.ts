import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as copyStreams from 'pg-copy-streams';
import type { Database } from '../../server/src/db/database.ts';
import { allowLongWork } from '../../server/src/db/long-work.ts';
import { dayNumber, idPrefix } from '../../server/src/domain/images/image-id.ts';
import { dropDays } from '../../server/src/domain/images/retention/drop-days.ts';
import {
  partitionName,
  prepareImagePartitions,
} from '../../server/src/domain/images/retention/image-partitions.ts';
import { classFor } from '../../server/src/domain/images/retention/retention-classes.ts';
import { absolute, type Bench, median, overhead, type Ratio } from './support/bench.ts';
import { benchDatabase } from './support/service.ts';

const DAY_MS = 86_400_000;
const PERIOD = 30;
const ROUNDS = 3;

const LINES = 1_000;
const READING = JSON.stringify({ width: 1_920, height: 1_080, view: 'cab', lines: [], fields: {} });

/** Rows in the format of COPY. The bytes after the prefix are spread evenly, as in a hash. */
function* rowsOf(day: Date, rows: number, period: number): Generator<string> {
  const time = day.toISOString();
  const place = `0.02\t0.05\t0.98\t0.95\t35.2\t-101.8\tAmarillo\tTX\tI-40\tWestbound\t0.95\tTX\tABC${day.getUTCDate()}`;
  for (let first = 0; first < rows; first += LINES) {
    const lines: string[] = [];
    for (let n = first; n < Math.min(first + LINES, rows); n++) {
      const bucket = n % 1_024;
      const spread = ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
      const tail = `${spread.slice(0, 4)}-8${spread.slice(4, 7)}-8${spread.slice(1, 4)}-${n.toString(16).padStart(12, '0')}`;
      const id = `${idPrefix(classFor(period), dayNumber(day), bucket)}-${tail}`;
      const hash = `${spread}${n.toString(16).padStart(56, '0')}`;
      lines.push(
        `${id}\t${bucket}\t1\t${time}\tcamera-${bucket}\t${time}\t\\\\x${hash}\t220000\tjpeg\t1920\t1080\t${place}\t${time}\t${READING}\t${n + 1}\n`,
      );
    }
    yield lines.join('');
  }
}

const COLUMNS = `id, bucket, organization_id, received_at, source, time_captured, sha256, byte_size, format, width, height,
  box_xmin, box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence,
  alpr_state, plate_number, recognized_at, readings, sighting_id`;

/** Images of organization 1 that were captured and received at the start of a day. Its partition must exist. */
export async function fillImages(database: Database, day: Date, rows: number, period: number): Promise<void> {
  await database.copyTransaction(async ({ client }) => {
    await allowLongWork(client);
    const copy = client.query(copyStreams.from(`copy images (${COLUMNS}) from stdin`));
    const finished = once(copy, 'finish');
    await pipeline(Readable.from(rowsOf(day, rows, period)), copy);
    await finished;
  });
  await database.pool.query(
    `insert into image_days (class, day, organization_id, bytes, first_received_at, last_received_at)
     values ($1, $2, 1, $3, $4, $4)`,
    [classFor(period), dayNumber(day), rows * 220_000, day],
  );
}

/** Milliseconds until the images of one day are gone for everybody, and until PostgreSQL has also deleted their files. */
type Dropped = { gone: number; deleted: number };

async function dropOne(database: Database, day: Date, rows: number): Promise<Dropped> {
  await prepareImagePartitions(database, new Date(day.getTime() + DAY_MS));
  await fillImages(database, day, rows, PERIOD);
  await database.pool.query('checkpoint');
  const counted = await database.pool.query('select count(*)::int as n from images');
  if (counted.rows[0].n !== rows) throw new Error(`${counted.rows[0].n} of ${rows} rows`);
  const partition = { retentionClass: classFor(PERIOD), from: dayNumber(day), to: dayNumber(day) + 1 };
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const dropping = dropDays(database, new Date(day.getTime() + (PERIOD + 1) * DAY_MS)).then(elapsed);
  const exists = async () => {
    const found = await database.pool.query('select from pg_class where relname = $1', [
      partitionName(partition),
    ]);
    return found.rowCount === 1;
  };
  while (await exists());
  const gone = elapsed();
  const deleted = await dropping;
  const left = await database.pool.query('select count(*)::int as n from images');
  if (left.rows[0].n !== 0) throw new Error(`${left.rows[0].n} rows left`);
  return { gone, deleted };
}

export const bench: Bench = {
  about:
    'the images of one day and class at the end of their retention: from the start of the round until their rows, places in the queue, labels and quota are gone',
  async run({ quick, sizes }) {
    await using cleanup = new AsyncDisposableStack();
    const { database } = await benchDatabase(cleanup);
    await database.pool.query(
      `insert into organizations (id, name, kind, timezone, image_retention_days) values (1, 'Organization', 'partner', 'UTC', ${PERIOD})`,
    );
    const wanted = sizes ?? (quick ? [10_000, 100_000] : [100_000, 1_000_000]);
    const times: Dropped[] = [];
    let day = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 3_000 * DAY_MS);
    await dropOne(database, day, 1_000);
    for (const rows of wanted) {
      const rounds: Dropped[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        day = new Date(day.getTime() + DAY_MS);
        rounds.push(await dropOne(database, day, rows));
      }
      times.push({
        gone: median(rounds.map(({ gone }) => gone)),
        deleted: median(rounds.map(({ deleted }) => deleted)),
      });
    }
    const count = (rows: number | undefined) => (rows ?? 0).toLocaleString('en');
    const figures = wanted.flatMap((rows, i): Ratio[] => [
      absolute(`${count(rows)} images of a day are gone`, times[i]?.gone ?? 0, 'ms', 60_000),
      absolute(`${count(rows)} images, with the files of PostgreSQL`, times[i]?.deleted ?? 0, 'ms', 60_000),
    ]);
    const pair = { ours: times.at(-1)?.gone ?? 0, peer: times[0]?.gone ?? 0 };
    const name = `time until they are gone, ${count(wanted.at(-1))} images / ${count(wanted[0])}`;
    return [...figures, overhead(name, pair, 'ms', 2)];
  },
};
