import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../lib/bytes/hash.ts';
import { operatorError } from '../lib/errors.ts';
import { LOCKS } from './advisory-locks.ts';
import { type Database, statement } from './database.ts';
import { allowLongWork } from './long-work.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

type Migration = { name: string; text: string; checksum: string };

const applied = statement('migrate.applied', `select name, checksum from milepost_migrations order by name`);

async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8');
      return { name, text, checksum: sha256(text).toString('hex') };
    }),
  );
}

/** Applies the missing migrations and returns their names. Several processes may call it at once. */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await listMigrations();
  const done: string[] = [];
  await database.transaction(async (tx) => {
    await allowLongWork(tx.client);
    await tx.client.query('select pg_advisory_xact_lock($1)', [LOCKS.migrate]);
    await tx.client.query(
      `create table if not exists milepost_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const known = new Map((await tx.rows<Migration>(applied)).map((m) => [m.name, m.checksum]));
    checkHistory(known, migrations);
    for (const { name, text, checksum } of migrations) {
      if (known.has(name)) continue;
      await tx.client.query(text);
      await tx.client.query('insert into milepost_migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]);
      done.push(name);
    }
  });
  return done;
}

/** The names of the migrations that were not applied yet. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const migrations = await listMigrations();
  const { rows } = await database.pool.query(
    `select to_regclass('milepost_migrations') is not null as there`,
  );
  if (!rows[0].there) return migrations.map((m) => m.name);
  const known = new Set((await database.rows<Migration>(applied)).map((m) => m.name));
  return migrations.filter((m) => !known.has(m.name)).map((m) => m.name);
}

function checkHistory(known: Map<string, string>, migrations: Migration[]): void {
  const available = new Map(migrations.map((m) => [m.name, m.checksum]));
  for (const [name, checksum] of known) {
    if (!available.has(name)) {
      throw operatorError(
        `The database was migrated by a newer version of Milepost (unknown migration ${name}). Update Milepost.`,
      );
    }
    if (available.get(name) !== checksum) {
      throw operatorError(
        `The file of migration ${name} was changed after it was applied. Restore the file.`,
      );
    }
  }
}
