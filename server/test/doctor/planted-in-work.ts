import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordLoad } from '../../src/domain/federal/loads.ts';
import {
  federalLoad,
  type Installation,
  type Misconfiguration,
  SECRET_KEY,
  sharedDatabase,
} from './installation.ts';

/** The machine, and what the installation does. */
export function plantedInWork(
  { db, organizationId, dataDir }: Installation,
  s3Host: string,
): Misconfiguration[] {
  const sql = (text: string) => async () => {
    await db.pool.query(text);
    return {};
  };
  async function insertImage(dueAt: string, failure: string | null): Promise<void> {
    await db.pool.query(
      `insert into images (id, organization_id, source, time_captured, sha256, byte_size, format, width, height, box_xmin,
         box_ymin, box_xmax, box_ymax, latitude, longitude, city, state, route, traffic_direction, alpr_confidence,
         alpr_state, due_at, failure, died_at)
       values ($1, $2, 'c', now(), $3, 1, 'jpeg', 1, 1, 0, 0, 1, 1, 0, 0, 'x', 'TX', 'I-40', 'W', 1, 'TX', ${dueAt}, $4,
         case when $4::text is null then null else now() end)`,
      [randomUUID(), organizationId, randomBytes(32), failure],
    );
  }
  return [
    {
      planted: 'a data folder that cannot be created',
      check: 'data folder',
      state: 'failed',
      says: /ENOTDIR|EEXIST/,
      fix: /Set DATA_DIR/,
      plant: async () => {
        await writeFile(join(dataDir, 'file'), '');
        return {
          DATA_DIR: join(dataDir, 'file/data'),
          BLOB_URL: `s3://S3RVER:S3RVER@${s3Host}/pictures?tls=false`,
        };
      },
    },
    {
      planted: 'a data folder that everyone may write to',
      check: 'data folder',
      state: 'failed',
      says: /every user of this machine may write/,
      fix: /chmod o-w/,
      plant: async () => {
        await chmod(dataDir, 0o777);
        return {};
      },
      undo: () => chmod(dataDir, 0o700),
    },
    {
      planted: 'a secret file that others may read',
      check: 'secret files',
      state: 'failed',
      says: /other users may read .*secret-key/,
      fix: /chmod 600 .*secret-key/,
      plant: async () => {
        await writeFile(join(dataDir, 'secret-key'), SECRET_KEY, { mode: 0o644 });
        return {};
      },
      undo: () => chmod(join(dataDir, 'secret-key'), 0o600),
    },
    {
      planted: 'no running process',
      check: 'processes',
      state: 'failed',
      says: /no worker runs/,
      fix: /milepost work/,
      plant: async () => ({ DATABASE_URL: (await sharedDatabase('spare')).url }),
    },
    {
      planted: 'an image that has waited for an hour',
      check: 'queues',
      state: 'failed',
      says: /images has waited for 60 minutes/,
      fix: /milepost work/,
      plant: async () => {
        await insertImage(`now() - interval '1 hour'`, null);
        return {};
      },
      undo: sql('delete from images'),
    },
    {
      planted: 'an image that failed',
      check: 'work',
      state: 'warning',
      says: /1 of images: The image cannot be decoded/,
      fix: /milepost retry/,
      plant: async () => {
        await insertImage('null', 'The image cannot be decoded.');
        return {};
      },
      undo: sql('delete from images'),
    },
    {
      planted: 'a suppressed address',
      check: 'mail addresses',
      state: 'warning',
      says: /1 suppressed/,
      fix: /milepost mail suppressed/,
      plant: sql(`insert into suppressed_addresses (address, reason) values ('a@b.example', '550')`),
      undo: sql('delete from suppressed_addresses'),
    },
    {
      planted: 'no federal data',
      check: 'federal data',
      state: 'warning',
      says: /no federal file was imported/,
      fix: /milepost import/,
      plant: async () => ({ DATABASE_URL: (await sharedDatabase('spare')).url }),
    },
    {
      planted: 'old federal data',
      check: 'federal data',
      state: 'warning',
      says: /newest 90 days old/,
      fix: /milepost import/,
      plant: async () => {
        const other = await sharedDatabase('spare');
        await recordLoad(other, federalLoad(new Date(Date.now() - 90 * 86_400_000)));
        return { DATABASE_URL: other.url };
      },
    },
    {
      planted: 'files that were imported after the last score run',
      check: 'scores',
      state: 'warning',
      says: /after the last score run/,
      fix: /milepost score/,
      plant: async () => {
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
    {
      planted: 'no backup',
      check: 'backup',
      state: 'warning',
      says: /none in the last 60 days/,
      fix: /milepost backup every day/,
      plant: async () => ({ DATABASE_URL: (await sharedDatabase('spare')).url }),
    },
    {
      planted: 'no administrator',
      check: 'administrators',
      state: 'warning',
      says: /no active administrator/,
      fix: /milepost user create/,
      plant: sql('update users set disabled_at = now()'),
      undo: sql('update users set disabled_at = null'),
    },
    {
      planted: 'a time zone that does not exist',
      check: 'time zones',
      state: 'failed',
      says: /Mars\/Phobos of organization/,
      fix: /tzdata/,
      plant: sql(`update organizations set timezone = 'Mars/Phobos'`),
      undo: sql(`update organizations set timezone = 'America/Chicago'`),
    },
    {
      planted: 'more recognition processes than the memory allows',
      check: 'memory',
      state: 'failed',
      says: /256 recognition processes/,
      fix: /RECOGNITION_THREADS/,
      env: { RECOGNITION_THREADS: '256', RECOGNITION_MEMORY_MB: '65536' },
    },
  ];
}
