import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordLoad } from '../../src/domain/federal/loads.ts';
import {
  failed,
  federalLoad,
  type Installation,
  type Misconfiguration,
  SECRET_KEY,
  sharedDatabase,
  warning,
} from './installation.ts';

/** The machine, and what the installation does. */
export function plantedInWork(
  { db, organizationId, dataDir }: Installation,
  s3Host: string,
): Record<string, Misconfiguration> {
  const sql = (text: string) => () => db.pool.query(text);
  async function insertImage(dueAt: string, failure: string | null): Promise<void> {
    await db.pool.query(
      `insert into image_queue (image_id, bucket, sighting_id, organization_id, due_at, failure, died_at)
       values ($1, image_bucket($1), next_sighting_id(image_bucket($1)), $2, ${dueAt}, $3, case when $3::text is null then null else now() end)`,
      [randomUUID(), organizationId, failure],
    );
  }
  const insertStored = (sha256: Buffer) =>
    db.pool.query(
      `insert into images (id, bucket, organization_id, source, time_captured, sha256, byte_size, format, width, height, box_xmin, box_ymin,
         box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence, alpr_state)
       select id, image_bucket(id), $1, 'camera', now(), $2, 1, 'jpeg', 1, 1, 0, 0, 1, 1, 0, 0, '', '', '', '', 0, ''
         from (values (('00' || substr(gen_random_uuid()::text, 3))::uuid)) as new (id)`,
      [organizationId, sha256],
    );
  const spare = async () => ({ DATABASE_URL: (await sharedDatabase('spare')).url });
  return {
    'a data folder that cannot be created': {
      ...failed('data folder'),
      says: /ENOTDIR|EEXIST/,
      fix: /Set DATA_DIR/,
      env: async () => {
        await writeFile(join(dataDir, 'file'), '');
        return {
          DATA_DIR: join(dataDir, 'file/data'),
          BLOB_URL: `s3://S3RVER:S3RVER@${s3Host}/pictures?tls=false`,
        };
      },
    },
    'a data folder that everyone may write to': {
      ...failed('data folder'),
      says: /every user of this machine may write/,
      fix: /chmod o-w/,
      plant: () => chmod(dataDir, 0o777),
      undo: () => chmod(dataDir, 0o700),
    },
    'a secret file that others may read': {
      ...failed('secret files'),
      says: /other users may read .*secret-key/,
      fix: /chmod 600 .*secret-key/,
      plant: () => writeFile(join(dataDir, 'secret-key'), SECRET_KEY, { mode: 0o644 }),
      undo: () => chmod(join(dataDir, 'secret-key'), 0o600),
    },
    'no running process': {
      ...failed('processes'),
      says: /no worker runs/,
      fix: /milepost work/,
      env: spare,
    },
    'an image that has waited for an hour': {
      ...failed('queues'),
      says: /images has waited for 60 minutes/,
      fix: /milepost work/,
      plant: () => insertImage(`now() - interval '1 hour'`, null),
      undo: sql('delete from image_queue'),
    },
    'an image that the database has delayed for more than an hour': {
      ...failed('delayed work'),
      says: /1 of images for 61 minutes: The database failed \(08006\)\./,
      fix: /Fix what the reason names/,
      plant: async () => {
        await insertImage(`now() + interval '1 minute'`, null);
        await db.pool.query(
          `update image_queue set delayed_since = now() - interval '61 minutes', failure = 'The database failed (08006).'`,
        );
      },
      undo: sql('delete from image_queue'),
    },
    'an image that failed': {
      ...warning('work'),
      says: /1 of images: The image cannot be decoded/,
      fix: /milepost retry/,
      plant: () => insertImage('null', 'The image cannot be decoded.'),
      undo: sql('delete from image_queue'),
    },
    'a blob store without the stored images': {
      ...failed('stored images'),
      says: /1 of 1 sampled image is missing in files under/,
      fix: /Fix BLOB_URL, or mount its folder/,
      plant: () => insertStored(randomBytes(32)),
      undo: sql('delete from images'),
    },
    'an image file with other bytes': {
      ...failed('stored images'),
      says: /1 of 1 sampled image does not have the stored hash/,
      fix: /Restore the files from a backup/,
      plant: async () => {
        const sha256 = randomBytes(32);
        const key = sha256.toString('hex');
        await mkdir(join(dataDir, 'blobs', key.slice(0, 2)), { recursive: true });
        await writeFile(join(dataDir, 'blobs', key.slice(0, 2), key), 'x');
        await insertStored(sha256);
      },
      undo: sql('delete from images'),
    },
    'a suppressed address': {
      ...warning('mail addresses'),
      says: /1 suppressed/,
      fix: /milepost mail suppressed/,
      plant: sql(`insert into suppressed_addresses (address, reason) values ('a@b.example', '550')`),
      undo: sql('delete from suppressed_addresses'),
    },
    'no federal data': {
      ...warning('federal data'),
      says: /no federal file was imported/,
      fix: /milepost import/,
      env: spare,
    },
    'old federal data': {
      ...warning('federal data'),
      says: /newest 90 days old/,
      fix: /milepost import/,
      env: async () => {
        const other = await sharedDatabase('spare');
        await recordLoad(other, federalLoad(new Date(Date.now() - 90 * 86_400_000)));
        return { DATABASE_URL: other.url };
      },
    },
    'files that were imported after the last score run': {
      ...warning('scores'),
      says: /after the last score run/,
      fix: /milepost score/,
      env: async () => {
        const other = await sharedDatabase('spare');
        for (const dataset of [
          'company-census',
          'sms-inspection',
          'sms-violation',
          'sms-crash',
          'sms-census',
        ])
          await recordLoad(other, { ...federalLoad(new Date()), dataset });
        return { DATABASE_URL: other.url };
      },
    },
    'no backup': {
      ...warning('backup'),
      says: /none in the last 60 days/,
      fix: /milepost backup every day/,
      env: spare,
    },
    'no administrator': {
      ...warning('administrators'),
      says: /no active administrator/,
      fix: /milepost user create/,
      plant: sql('update users set disabled_at = now()'),
      undo: sql('update users set disabled_at = null'),
    },
    'a time zone that does not exist': {
      ...failed('time zones'),
      says: /Mars\/Phobos of organization/,
      fix: /tzdata/,
      plant: sql(`update organizations set timezone = 'Mars/Phobos'`),
      undo: sql(`update organizations set timezone = 'America/Chicago'`),
    },
    'more recognition processes than the memory allows': {
      ...failed('memory'),
      says: /256 recognition processes/,
      fix: /RECOGNITION_THREADS/,
      env: { RECOGNITION_THREADS: '256', RECOGNITION_MEMORY_MB: '65536' },
    },
  };
}
