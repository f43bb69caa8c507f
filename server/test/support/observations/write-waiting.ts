import type { Database } from '../../../src/db/database.ts';
import { writeQueued } from '../../../src/domain/observations/record-sightings.ts';
import type { UnmatchedSighting } from '../../../src/domain/observations/unmatched.ts';
import { bucketOfSighting } from '../../../src/lib/camera-bucket.ts';

/**
 * Writes the observations of the sightings in the queue, or of some of them. The rows stay in the queue for the alerts; a worker
 * that writes them again changes nothing.
 */
export function writeWaiting(db: Database, ids: number[] | null = null): Promise<void> {
  turn = turn.catch(() => undefined).then(() => write(db, ids));
  return turn;
}

/** Calls run one after the other: each one writes all rows, and needs a connection. */
let turn: Promise<void> = Promise.resolve();

async function write(db: Database, ids: number[] | null): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows: found } = await tx.client.query<{ id: number }>(
      'select id from unmatched_sightings where $1::bigint[] is null or id = any($1) order by id',
      [ids],
    );
    const rows: UnmatchedSighting[] = [];
    // A cluster locks rows of one bucket at a time.
    for (const [bucket, own] of Map.groupBy(found, ({ id }) => bucketOfSighting(id))) {
      const locked = await tx.client.query<UnmatchedSighting>(
        `select id as key, sighting, former from unmatched_sightings where bucket = $1 and id = any($2) order by id for update`,
        [bucket, own.map(({ id }) => id)],
      );
      rows.push(...locked.rows);
    }
    await writeQueued(tx, rows);
  });
}
