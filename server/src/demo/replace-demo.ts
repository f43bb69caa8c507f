import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '../db/database.ts';
import { forgetComparedFacts } from '../domain/carrier-news/carrier-news.ts';
import { deleteFederalData } from '../domain/federal/delete-federal-data.ts';
import type { DemoReplacement } from '../domain/federal/import/load-file.ts';
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
    await deleteSyntheticSightings(tx, hashes);
    // What the synthetic files said is not compared with the real ones.
    await forgetComparedFacts(tx);
    for (const statement of DESK) await tx.client.query(statement, statement.includes('$1') ? [hashes] : []);
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
/** $1: the hashes of the demo's images, which a person may also have sent. */
const isDemoImage = '(i.received_at < o.created_at or i.sha256 = any ($1))';

const SYNTHETIC_SIGHTINGS = `
  select s.id, s.usdot_number, s.time_captured, s.organization_id, s.source, s.image_ids <> '{}' as "hasImages"
  from sightings s join organizations o on ${isOwned('s')}
  where not exists (
    select from unnest(s.image_ids) as k (image_id) join images i on i.id = k.image_id where not ${isDemoImage})`;

type SyntheticSighting = ObservationKey & { organization_id: number; source: string; hasImages: boolean };

/** With their matches, and with the deliveries and emails that contain these. */
async function deleteSyntheticSightings(tx: Transaction, hashes: Buffer[]): Promise<void> {
  const { rows } = await tx.client.query<SyntheticSighting>(SYNTHETIC_SIGHTINGS, [hashes]);
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

/** In this order: images are needed to see which cameras and organizations remain. */
const DESK = [
  `with gone as (
     delete from images i using organizations o
      where ${isOwned('i')} and ${isDemoImage} and not exists (select from sightings s where s.id = i.sighting_id)
     returning i.id, i.sha256, i.organization_id, case when i.received_at < o.created_at then 0 else i.byte_size end as bytes),
   uncounted as (
     update quota_usage u set used = greatest(0, u.used - g.bytes)
       from (select organization_id, sum(bytes) as bytes from gone group by 1) g
      where u.organization_id = g.organization_id and u.name = 'stored_bytes')
   insert into blob_deletions (sha256, class, day) select distinct sha256, image_class(id), image_folder_day(id) from gone
   on conflict (sha256, class, day) do update set marked_at = now(), deleted_at = null`,
  ...['alerts', 'webhooks', 'mails', 'webhook_deliveries'].map(
    (table) => `delete from ${table} t using organizations o where ${isLoaded('t')}`,
  ),
  ...['camera_hours', 'camera_days'].map(
    (table) => `delete from ${table} t using organizations o where ${isOwned('t')}
      and not exists (select from images i where i.organization_id = o.id and i.source = t.source)`,
  ),
  `delete from organizations o where o.is_demo and o.kind = 'partner'
     and not exists (select from images i where i.organization_id = o.id)
     and not exists (select from users u where u.organization_id = o.id)`,
];

async function demoImageHashes(): Promise<Buffer[]> {
  const names = await readdir(DEMO_IMAGES);
  return Promise.all(
    names.map(async (name) => hash('sha256', await readFile(join(DEMO_IMAGES, name)), 'buffer')),
  );
}
