import type { Batch, WorkQueue } from '../../db/claim.ts';
import { type Database, type Db, retryOnDeadlock, statement, type Transaction } from '../../db/database.ts';
import { isDatabaseFault } from '../../db/database-fault.ts';
import { isDistributed } from '../../db/distribute.ts';
import { nodesOfCarriers } from '../../db/nodes/carrier-nodes.ts';
import { bucketOfSighting, forBuckets } from '../../lib/camera-bucket.ts';
import { codeOf } from '../../lib/errors.ts';
import { writeQueued } from './record-sightings.ts';
import { formerKeys, queuedObservation, type UnmatchedSighting } from './unmatched.ts';

/** Sightings of the queue under one lease. */
export type ClaimedSightings = Pick<Batch<UnmatchedSighting>, 'leaseId' | 'rows'>;
type Row = ClaimedSightings['rows'][number];

const mark = statement(
  'observations.mark-matched',
  `update unmatched_sightings set is_matched = true where id = any($1::bigint[]) and bucket = $3 and lease_id = $2 returning id`,
);

/** Notes that the matches are written: in their transaction, or after it if the queue is on other nodes. Returns the sightings that are still claimed. */
export async function markMatched(tx: Db, leaseId: string, ids: number[]): Promise<number[]> {
  const rows = await forBuckets(ids, bucketOfSighting, (own, bucket) =>
    tx.rows<{ id: number }>(mark, [own, leaseId, bucket]),
  );
  return rows.flat().map(({ id }) => id);
}

/** After as many groups that failed for a reason outside the rows, the others wait as well. */
const MOST_FAULTS = 8;

/**
 * Writes the observations of a batch in several transactions, after one for all of them failed. A group whose node is away is
 * delayed; a sighting that cannot be written for another reason fails alone. Returns how many were not written.
 */
export async function writeApart(
  database: Database,
  queue: WorkQueue<UnmatchedSighting>,
  { leaseId, rows }: ClaimedSightings,
  cause: unknown,
): Promise<number> {
  let error = cause;
  let faults = 0;
  let failed = 0;
  for (const group of await groupsOf(database, rows, cause)) {
    try {
      if (faults === MOST_FAULTS) throw error;
      await retryOnDeadlock(() => database.transaction((tx) => finishAndWrite(tx, queue, leaseId, group)));
      if (queue.isApart) await queue.finish(database, leaseId, keysOf(group));
    } catch (failure) {
      error = failure;
      const outside = isDatabaseFault(failure);
      if (outside && faults < MOST_FAULTS) faults++;
      failed += group.length;
      const reason = `The observation could not be written (${codeOf(failure) ?? 'unknown error'}).`;
      const failures = group.map(({ key, attempts }) => ({ key, attempts, reason, outside }));
      await queue.fail(database, leaseId, failures);
    }
  }
  return failed;
}

async function finishAndWrite(
  tx: Transaction,
  queue: WorkQueue<UnmatchedSighting>,
  leaseId: string,
  group: Row[],
): Promise<void> {
  const keys = keysOf(group);
  const held = new Set(
    queue.isApart ? await queue.extend(tx, leaseId, keys) : await queue.finish(tx, leaseId, keys),
  );
  await writeQueued(
    tx,
    group.filter(({ key }) => held.has(key)),
  );
}

const keysOf = (group: Row[]) => group.map(({ key }) => key);

/** Without Citus, each carrier is a group: its rows may be on a part of the disk that fails. */
async function groupsOf(database: Database, rows: Row[], cause: unknown): Promise<Row[][]> {
  if (!isDatabaseFault(cause)) return rows.map((row) => [row]);
  const nodes = (await isDistributed(database))
    ? await nodesOfCarriers(database, rows.flatMap(carriersOf))
    : new Map<number, string>();
  const placeOf = (row: Row) => {
    const places = carriersOf(row).map((carrier) => nodes.get(carrier) ?? String(carrier));
    return [...new Set(places)].sort().join();
  };
  return [...Map.groupBy(rows, placeOf).values()];
}

/** The carriers whose observations change with a row. */
export function carriersOf(row: Pick<UnmatchedSighting, 'key' | 'sighting' | 'former'>): number[] {
  const now = row.sighting === null ? [] : [queuedObservation(row.sighting)];
  return [...now, ...formerKeys(row)].map(({ usdot_number }) => usdot_number);
}
