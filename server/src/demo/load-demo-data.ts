import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as copyStreams from 'pg-copy-streams';
import type { Database, Transaction } from '../db/database.ts';
import { ensureDays, RECENT_DAYS } from '../domain/alerts/preview/recent-days.ts';
import { buildCatalog } from '../domain/federal/catalog/build-catalog.ts';
import { allDatasets } from '../domain/federal/datasets/all-datasets.ts';
import { markDemoLoads, notifyFederalChanged } from '../domain/federal/loads.ts';
import type { BlobStore } from '../domain/images/blob-store.ts';
import { KEPT_CLASS } from '../domain/images/retention/retention-classes.ts';
import { addLogo } from '../domain/logos/logos.ts';
import { generateSecret } from '../domain/notifications/manage-webhooks.ts';
import { secretContext } from '../domain/notifications/webhooks/webhook.ts';
import { ensureMonths, monthsBetween } from '../domain/observations/ensure-months.ts';
import { changeAllLanes } from '../domain/observations/lane-changes.ts';
import { deriveVehicleSightings } from '../domain/observations/vehicles/vehicle-sightings.ts';
import type { Sealing } from '../lib/bytes/sealing.ts';
import { BUCKETS } from '../lib/camera-bucket.ts';
import { dayOf } from './day-formats.ts';
import { DEMO_IMAGES, type DemoHeader, type DemoTable, readDemoFile } from './demo-file.ts';
import { DEMO_IDS, type DemoIdKind, type DemoIds, relativeValues } from './relative-values.ts';

const DAY_MS = 86_400_000;
const CATALOG_TABLES = { sms: 'sms_violations', daily: 'inspection_violations', list: 'violation_codes' };

export type DemoOwners = { organizationIds: number[]; userIds: number[] };
export type PreparedDemo = { asOf: string; header: DemoHeader; tables: DemoTable[] };

/** Reads the file and creates partitions: what needs neither the transaction of the rows nor the other services. */
export async function prepareDemoData(database: Database, asOf: string): Promise<PreparedDemo> {
  const { header, tables } = await readDemoFile();
  const end = (dayOf(asOf) + 1) * DAY_MS;
  const start = new Date(end - header.observationDays * DAY_MS);
  await ensureMonths(database, monthsBetween(start, new Date(end)), new Date(end));
  const days = Array.from({ length: RECENT_DAYS + 1 }, (_, n) => new Date(end - n * DAY_MS));
  await ensureDays(database, days);
  return { asOf, header, tables };
}

export async function storeDemoImages(blobs: BlobStore): Promise<void> {
  for (const name of await readdir(DEMO_IMAGES)) await storeImage(blobs, join(DEMO_IMAGES, name));
}

async function storeImage(blobs: BlobStore, path: string): Promise<void> {
  const bytes = await readFile(path);
  const key = hash('sha256', bytes);
  if (await blobs.has(key)) return;
  const file = blobs.staging.create();
  try {
    await file.append(bytes);
    await blobs.put(key, file, { contentType: 'image/jpeg' });
  } finally {
    await file.discard();
  }
}

/** Copies the rows into the tables. Dates become relative to the as-of day; numbers are those of this installation. */
export async function loadDemoData(
  tx: Transaction,
  { asOf, header, tables }: PreparedDemo,
  owners: DemoOwners,
  sealing: Sealing,
): Promise<void> {
  const ids = await takeIds(tx, header, owners);
  const resolve = relativeValues(asOf, ids);
  await createScorePartitions(tx, header, ids);
  let text = resolve(tables[0]?.rows ?? '');
  for (const [position, { name, columns }] of tables.entries()) {
    const copy = tx.client.query(copyStreams.from(`copy ${name} (${columns.join(', ')}) from stdin`));
    const copied = once(copy, 'finish');
    copy.end(text);
    // While the database works on this table.
    text = resolve(tables[position + 1]?.rows ?? '');
    await copied;
  }
  // The images of the demo are in the class that is kept, whatever the period of the organization is.
  await tx.client.query('update organizations set former_image_classes = $2 where id = any ($1)', [
    owners.organizationIds,
    [KEPT_CLASS],
  ]);
  await tx.client.query('select count_image_days($1)', [owners.organizationIds]);
  await deriveVehicleSightings(tx, owners.organizationIds);
  await changeAllLanes(tx);
  await tx.run(markDemoLoads);
  await buildCatalog(tx, CATALOG_TABLES, asOf);
  for (const mark of header.wordmarks) await addLogo(tx, mark);
  await sealSecrets(tx, owners, sealing);
  for (const { name } of allDatasets) await tx.run(notifyFederalChanged, [name]);
}

/** Where the database takes its numbers from. The numbers of organizations and users are given. */
const SEQUENCES: Partial<Record<DemoIdKind, string>> = {
  alert: `pg_get_serial_sequence('alerts', 'id')`,
  sighting: `'observation_ids'`,
  webhook: `pg_get_serial_sequence('webhooks', 'fairness_key')`,
  run: `pg_get_serial_sequence('safety_runs', 'id')`,
  load: `pg_get_serial_sequence('federal_loads', 'id')`,
};

async function takeIds(tx: Transaction, header: DemoHeader, owners: DemoOwners): Promise<DemoIds> {
  const ids: Partial<DemoIds> = {
    organization: (position) => known(owners.organizationIds, position),
    user: (position) => known(owners.userIds, position),
  };
  for (const kind of DEMO_IDS) {
    const sequence = SEQUENCES[kind];
    if (!sequence) continue;
    const { rows } = await tx.client.query<{ last: string }>(
      `select setval(${sequence}, nextval(${sequence}) + $1) as last`,
      [header.ids[kind]],
    );
    const base = Number(rows[0]?.last) - header.ids[kind];
    // The position of a sighting is followed by its bucket (relativeSighting).
    const unit = kind === 'sighting' ? BUCKETS : 1;
    ids[kind] = (position) => base * unit + position;
  }
  return ids as DemoIds;
}

function known(ids: number[], position: number): number {
  const id = ids[position - 1];
  if (id === undefined) throw new Error(`The demo has no owner ${position}.`);
  return id;
}

async function createScorePartitions(tx: Transaction, { ids }: DemoHeader, { run }: DemoIds): Promise<void> {
  for (let position = 1; position <= ids.run; position++) {
    const table = `safety_scores_${run(position)}`;
    await tx.client.query(`create table ${table} (like safety_scores including defaults including storage)`);
    await tx.client.query(`alter table ${table} add primary key (usdot_number, run_id)`);
    await tx.client.query(
      `alter table safety_scores attach partition ${table} for values in (${run(position)})`,
    );
  }
}

/** The secrets of the webhooks are random, and sealed with the key of this installation. */
async function sealSecrets(tx: Transaction, { organizationIds }: DemoOwners, sealing: Sealing) {
  const { rows } = await tx.client.query<{ id: string }>(
    'select id from webhooks where organization_id = any ($1)',
    [organizationIds],
  );
  for (const { id } of rows)
    await tx.client.query('update webhooks set secret = $2 where id = $1', [
      id,
      sealing.seal(generateSecret(), secretContext(id)),
    ]);
}

const INDEXES = `
  select x.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class x on x.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid and t.relkind = 'r' and not t.relispartition
  where t.relname = any ($1) and t.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/**
 * Drops the indexes of empty tables that are about to be filled, except those of constraints, and returns a function that
 * builds them again in the same transaction: building an index once is cheaper than adding each row to it. The tables are
 * locked until the end of the transaction. Partitions keep their indexes: each has too few rows.
 */
export async function dropIndexes(client: pg.ClientBase, tables: string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES, [tables]);
  if (rows.length === 0) return async () => undefined;
  await client.query(`drop index ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
  return async () => {
    await client.query(rows.map(({ definition }) => definition).join(';\n'));
  };
}
