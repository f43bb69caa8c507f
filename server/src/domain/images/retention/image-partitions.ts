import { LOCKS } from '../../../db/advisory-locks.ts';
import { type Database, type Db, statement, type Transaction } from '../../../db/database.ts';
import { allowLongWork } from '../../../db/long-work.ts';
import { codeOf } from '../../../lib/errors.ts';
import { classOf, dayNumber, dayOf, isoDay, lowestId } from '../image-id.ts';
import { classFor, KEPT_CLASS } from './retention-classes.ts';

/** The ids of one class from one day on, until another; for the class that is kept a month, otherwise a day. */
export type ImagePartition = { retentionClass: number; from: number; to: number };

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 7;
/** Whoever uses the table meanwhile waits as well. The days are created long before they are needed. */
const LOCK_WAIT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';
const SETTINGS = 'autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0';

export function partitionName({ retentionClass, from }: ImagePartition): string {
  const day = isoDay(from).replaceAll('-', '_');
  return `images_${String(retentionClass).padStart(2, '0')}_${day}`;
}

const periods = statement(
  'images.periods',
  'select distinct image_retention_days as days from organizations',
);
const existing = statement(
  'images.partitions',
  `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'images'::regclass`,
);

/** Of images that are in the table. That of all other days has another name. */
export async function listPartitions(db: Db): Promise<ImagePartition[]> {
  const rows = await db.rows<{ name: string }>(existing);
  return rows.flatMap(({ name }) => {
    const [, number, day] = /^images_(\d\d)_(\d{4}_\d\d_\d\d)$/.exec(name) ?? [];
    if (number === undefined || day === undefined) return [];
    return [partitionAt(Number(number), new Date(day.replaceAll('_', '-')))];
  });
}

/**
 * Creates the partitions that the images of the coming days need, of every class that an organization has. An image whose day
 * has none is stored in `images_other`. Returns how many were created.
 */
export async function prepareImagePartitions(database: Database, now: Date): Promise<number> {
  const rows = await database.rows<{ days: number }>(periods);
  const classes = new Set(rows.map(({ days }) => classFor(days)));
  const days = Array.from({ length: DAYS_AHEAD + 2 }, (_, n) => new Date(now.getTime() + (n - 1) * DAY_MS));
  const wanted = [...classes].flatMap((one) => days.map((day) => partitionAt(one, day)));
  const known = new Set((await listPartitions(database)).map(partitionName));
  let created = 0;
  for (const partition of wanted) {
    const name = partitionName(partition);
    if (known.has(name)) continue;
    known.add(name);
    if (!(await createPartition(database, partition))) return created;
    created++;
  }
  return created;
}

/** The partition that the image belongs to. It is in `images_other` if there is none. */
export function partitionOf(imageId: string): ImagePartition {
  return partitionAt(classOf(imageId), new Date(isoDay(dayOf(imageId))));
}

function partitionAt(retentionClass: number, day: Date): ImagePartition {
  const from = dayNumber(day);
  if (retentionClass !== KEPT_CLASS) return { retentionClass, from, to: from + 1 };
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const monthFrom = dayNumber(new Date(Date.UTC(year, month)));
  return { retentionClass, from: monthFrom, to: dayNumber(new Date(Date.UTC(year, month + 1))) };
}

/** In a short transaction of its own. False if another one uses the table for longer; the next round tries again. */
async function createPartition(database: Database, partition: ImagePartition): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      // PostgreSQL reads all of `images_other`.
      await allowLongWork(tx.client);
      await tx.client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.imagePartitions]);
      await attach(tx, partition);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

export async function hasPartition({ client }: Transaction, partition: ImagePartition): Promise<boolean> {
  const sql = 'select from pg_class where relname = $1 and pg_table_is_visible(oid)';
  return (await client.query(sql, [partitionName(partition)])).rowCount === 1;
}

async function attach(tx: Transaction, partition: ImagePartition): Promise<void> {
  const { client } = tx;
  const { retentionClass, from, to } = partition;
  const name = partitionName(partition);
  // Another process was faster.
  if (await hasPartition(tx, partition)) return;
  const [low, high] = [lowestId(retentionClass, from), lowestId(retentionClass, to)];
  await client.query(`create table ${name} (like images including all) with (${SETTINGS})`);
  // The planner's samples would keep plates of images that were deleted since.
  await client.query(`alter table ${name} alter column plate_number set statistics 0`);
  // Statements wait here, before they choose their partitions: one that waited for `images_other` would look for a moved image
  // there, and an image added there would be rejected.
  await client.query('lock table only images in access exclusive mode');
  // No trigger sees the move: triggers are on the whole table.
  await client.query('lock table images_other in access exclusive mode');
  await client.query(
    `with moved as (delete from images_other where id >= '${low}' and id < '${high}' returning *)
     insert into ${name} select * from moved`,
  );
  await client.query(`alter table images attach partition ${name} for values from ('${low}') to ('${high}')`);
}
