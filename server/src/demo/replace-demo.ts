import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '../db/database.ts';
import { forgetComparedFacts } from '../domain/carrier-news/carrier-news.ts';
import { deleteFederalData } from '../domain/federal/delete-federal-data.ts';
import type { DemoReplacement } from '../domain/federal/import/load-file.ts';
import { deleteImagesById } from '../domain/images/delete-image.ts';
import { deleteLogos } from '../domain/logos/logos.ts';
import type { ObservationKey } from '../domain/observations/observation.ts';
import { deleteWholeSightings } from '../domain/privacy/delete-sightings.ts';
import { lockSource } from '../domain/recognition/sighting/sighting-store.ts';
import { deleteRuns } from '../domain/safety/run/delete-runs.ts';
import { DEMO_IMAGES, readDemoFile } from './demo-file.ts';
import { COLLEAGUES, DEMO_NAMES } from './demo-organizations.ts';

/**
 * How the first import of a real file removes the demo, all in the transaction of that import. The organization of the login
 * stays as an ordinary one, with what a person added to it: keys, users, alerts, webhooks, images other than the demo's.
 */
export const replaceDemo: DemoReplacement = {
  async removeCountry(tx) {
    await deleteRuns(tx);
    await deleteFederalData(tx);
  },
  async removeDesk(tx) {
    const hashes = await demoImageHashes();
    const { rows: owners } = await tx.client.query<Owner>(
      'select id, created_at from organizations where is_demo',
    );
    await deleteSyntheticSightings(tx, owners, hashes);
    await deleteSyntheticImages(tx, owners, hashes);
    // What the synthetic files said is not compared with the real ones.
    await forgetComparedFacts(tx);
    const cameras = await remainingCameras(tx, owners);
    for (const statement of DESK) await tx.client.query(statement);
    for (const statement of COUNTS_WITHOUT_IMAGES) await tx.client.query(statement, cameras);
    await tx.client.query(PARTNERS_WITHOUT_IMAGES, [cameras[0]]);
    await deleteLogos(tx, (await readDemoFile()).header.wordmarks);
    await tx.client.query(
      `delete from users u using organizations o where ${isOwned('u')} and u.password_hash is null and u.email = any ($1)`,
      [COLLEAGUES.map(({ email }) => email)],
    );
    await tx.client.query('update organizations set name = $2 where is_demo and name = $1', [
      DEMO_NAMES.customer,
      DEMO_NAMES.customerWithRealData,
    ]);
    await tx.client.query('update organizations set is_demo = false where is_demo');
  },
};

const isOwned = (row: string) => `o.id = ${row}.organization_id and o.is_demo`;
/** The rows of the demo are older than its organizations, which are created when it is loaded. */
const isLoaded = (row: string) => `${isOwned(row)} and ${row}.created_at < o.created_at`;
type Owner = { id: number; created_at: Date };
/** $1: an organization. $2: when it was created. $3: the hashes of the demo's images, which a person may also have sent. */
const isDemoImage = '(i.received_at < $2 or i.sha256 = any ($3))';

const SYNTHETIC_SIGHTINGS = `
  select s.id, s.usdot_number, s.time_captured, s.organization_id, s.source, s.image_ids <> '{}' as "hasImages"
  from sightings s
  where s.organization_id = $1 and not exists (
    select 1 from images i where i.id = any (s.image_ids) and i.bucket = s.bucket and not ${isDemoImage})`;
const SYNTHETIC_IMAGES = `
  select i.id, i.received_at < $2 as "isLoaded" from images i
  where i.organization_id = $1 and ${isDemoImage}
    and not exists (select 1 from sightings s where s.id = i.sighting_id and s.bucket = i.bucket)`;

type SyntheticSighting = ObservationKey & { organization_id: number; source: string; hasImages: boolean };

/** With their matches, and with the deliveries and emails that contain these. */
async function deleteSyntheticSightings(tx: Transaction, owners: Owner[], hashes: Buffer[]): Promise<void> {
  const rows: SyntheticSighting[] = [];
  for (const { id, created_at } of owners)
    rows.push(
      ...(await tx.client.query<SyntheticSighting>(SYNTHETIC_SIGHTINGS, [id, created_at, hashes])).rows,
    );
  // Others have no image, and no worker changes them.
  const sources = new Map(
    rows.filter(({ hasImages }) => hasImages).map((row) => [`${row.organization_id} ${row.source}`, row]),
  );
  for (const [, { organization_id, source }] of [...sources].sort(([a], [b]) => (a < b ? -1 : 1)))
    await lockSource(tx, organization_id, source);
  const ids = rows.map(({ id }) => id);
  const fired = await tx.client.query<{ firing_id: string }>(
    'select distinct firing_id from alert_matches where sighting_id = any ($1) and firing_id is not null',
    [ids],
  );
  const firings = fired.rows.map(({ firing_id }) => firing_id);
  for (const table of ['webhook_deliveries', 'mails'])
    await tx.client.query(`delete from ${table} where firing_id = any ($1)`, [firings]);
  await deleteWholeSightings(tx, rows);
}

/** The quota does not count the images that were loaded. */
async function deleteSyntheticImages(tx: Transaction, owners: Owner[], hashes: Buffer[]): Promise<void> {
  for (const { id, created_at } of owners) {
    type Image = { id: string; isLoaded: boolean };
    const { rows } = await tx.client.query<Image>(SYNTHETIC_IMAGES, [id, created_at, hashes]);
    const loaded = rows.filter(({ isLoaded }) => isLoaded).map((image) => image.id);
    await deleteImagesById(
      tx,
      rows.map((image) => image.id),
      new Set(loaded),
    );
  }
}

/** Their organizations and their sources, as two arrays. */
async function remainingCameras(tx: Transaction, owners: Owner[]): Promise<[number[], string[]]> {
  const { rows } = await tx.client.query<{ organization_id: number; source: string }>(
    'select distinct organization_id, source from images where organization_id = any ($1)',
    [owners.map(({ id }) => id)],
  );
  return [rows.map(({ organization_id }) => organization_id), rows.map(({ source }) => source)];
}

const DESK = [
  ...['alerts', 'webhooks', 'mails', 'webhook_deliveries'].map(
    (table) => `delete from ${table} t using organizations o where ${isLoaded('t')}`,
  ),
];

/** $1, $2: the organizations and sources of the cameras whose images remain. */
const COUNTS_WITHOUT_IMAGES = ['camera_hours', 'camera_days'].map(
  (table) => `delete from ${table} t using organizations o where ${isOwned('t')}
    and (t.organization_id, t.source) not in (select * from unnest($1::int[], $2::text[]))`,
);
/** $1: the organizations whose images remain. */
const PARTNERS_WITHOUT_IMAGES = `delete from organizations o where o.is_demo and o.kind = 'partner' and o.id <> all ($1::int[])
  and not exists (select from users u where u.organization_id = o.id)`;

async function demoImageHashes(): Promise<Buffer[]> {
  const names = await readdir(DEMO_IMAGES);
  return Promise.all(
    names.map(async (name) => hash('sha256', await readFile(join(DEMO_IMAGES, name)), 'buffer')),
  );
}
