import { eventually } from '../support/milepost.ts';
import {
  failed,
  type Installation,
  type Misconfiguration,
  newDatabase,
  replaceFunctions,
  server,
  sharedDatabase,
  urlOf,
  warning,
} from './installation.ts';

const serverSetting = (text: string) => async () => {
  await server.pool.query(`alter system ${text}`);
  const { rows } = await server.pool.query('select pg_conf_load_time() as before, pg_reload_conf()');
  await eventually('the server has loaded its settings', async () => {
    const loaded = await server.pool.query('select pg_conf_load_time() > $1 as is_new', [rows[0].before]);
    return loaded.rows[0].is_new;
  });
};

const OLD_SERVER = `create function replaced.current_setting(text) returns text language sql as
  $$ select case $1 when 'server_version_num' then '140013' else pg_catalog.current_setting($1) end $$`;

/** A server elsewhere, with a wrong clock, that is a late replica. */
const REMOTE_SERVER = `
  create function replaced.inet_client_addr() returns inet language sql as $$ select '10.1.2.3'::inet $$;
  create function replaced.clock_timestamp() returns timestamptz language sql as
    $$ select pg_catalog.clock_timestamp() + interval '1 minute' $$;
  create function replaced.pg_is_in_recovery() returns boolean language sql as $$ select true $$;
  create function replaced.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select '0/1'::pg_lsn $$;
  create function replaced.pg_last_xact_replay_timestamp() returns timestamptz language sql as
    $$ select now() - interval '1 hour' $$`;

/** A copy of the database in which these functions replace those of PostgreSQL. */
const withFunctions =
  (functions: string, setting = 'DATABASE_URL') =>
  async () => {
    const other = await sharedDatabase(functions);
    await replaceFunctions(other, functions);
    return { [setting]: other.url };
  };

async function urlWithoutRights(): Promise<string> {
  const { name } = await sharedDatabase('spare');
  await server.pool.query(`do $$ begin create role reader login password 'reader';
    exception when duplicate_object then null; end $$`);
  return urlOf(name, 'reader:reader');
}

/** The database server and its settings. */
export function plantedInDatabase({ db }: Installation): Record<string, Misconfiguration> {
  const sql = (text: string) => () => db.pool.query(text);
  /** Applies to sessions that start later. */
  const inDatabase = (text: string) => () => server.pool.query(`alter database ${db.name} ${text}`);
  return {
    'a database server that does not run': {
      ...failed('database'),
      says: /ECONNREFUSED/,
      fix: /Start the database server, or fix host and port in DATABASE_URL/,
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/milepost' },
    },
    'a wrong database password': {
      ...failed('database'),
      says: /password authentication failed/,
      fix: /Fix the user or password in DATABASE_URL/,
      env: { DATABASE_URL: urlOf(db.name, 'milepost_nobody:wrong') },
    },
    'a database that does not exist': {
      ...failed('database'),
      says: /"nowhere" does not exist/,
      fix: /create database milepost/,
      env: { DATABASE_URL: urlOf('nowhere') },
    },
    'a server that is too old': {
      ...failed('database'),
      says: /PostgreSQL 14, but 15 or newer/,
      fix: /Upgrade the server/,
      env: withFunctions(OLD_SERVER),
    },
    'a database without the schema': {
      ...failed('database'),
      says: /\d+ migrations are pending/,
      fix: /milepost migrate/,
      env: async () => ({ DATABASE_URL: (await sharedDatabase('empty', 'template template0')).url }),
    },
    'a database with another encoding': {
      ...failed('database encoding'),
      says: /SQL_ASCII, not UTF8/,
      fix: /encoding 'UTF8'/,
      env: async () => ({
        DATABASE_URL: (await newDatabase(`template template0 encoding 'SQL_ASCII' locale 'C'`)).url,
      }),
    },
    'a role without the right to create tables and extensions': {
      ...failed('database rights'),
      says: /role limited may not create tables and extensions/,
      fix: /alter database milepost owner/,
      env: async () => {
        await server.pool.query(`create role limited login password 'limited'`);
        const empty = await sharedDatabase('empty', 'template template0');
        return { DATABASE_URL: urlOf(empty.name, 'limited:limited') };
      },
    },
    'a role that may not read the tables': {
      ...failed('database'),
      says: /permission denied for table milepost_migrations/,
      fix: /reassign owned by/,
      env: async () => ({ DATABASE_URL: await urlWithoutRights() }),
    },
    'a role that may not write the tables': {
      ...failed('database rights'),
      says: /may not (create tables|read and write \d+ tables)/,
      fix: /reassign owned by/,
      env: async () => ({ DATABASE_URL: await urlWithoutRights() }),
    },
    'a database that a newer version migrated': {
      ...failed('database'),
      says: /migrated by a newer version of Milepost \(unknown migration 9999-future\.sql\)/,
      fix: /Install the version of Milepost that migrated it/,
      plant: sql(`insert into milepost_migrations (name, checksum) values ('9999-future.sql', 'x')`),
      undo: sql(`delete from milepost_migrations where name = '9999-future.sql'`),
    },
    'no DATABASE_URL': {
      ...failed('database'),
      says: /DATABASE_URL must be set in production/,
      fix: /EMBEDDED_DATABASE=yes/,
      env: { DATABASE_URL: '' },
    },
    'a DATABASE_URL without a password': {
      ...failed('database'),
      says: /client password must be a string/,
      fix: /DATABASE_URL has no password/,
      env: { DATABASE_URL: urlOf(db.name, 'milepost_nobody') },
    },
    'fsync = off': {
      ...failed('durability'),
      says: /fsync: off/,
      fix: /postgresql\.conf/,
      plant: serverSetting('set fsync = off'),
      undo: serverSetting('reset fsync'),
    },
    'synchronous_commit = off': {
      ...failed('durability'),
      says: /synchronous_commit: off/,
      fix: /postgresql\.conf/,
      plant: inDatabase('set synchronous_commit = off'),
      undo: inDatabase('reset synchronous_commit'),
    },
    'an unlogged table': {
      ...failed('durability'),
      says: /after a crash: token_attempts/,
      fix: /alter table token_attempts set logged/,
      plant: sql('alter table token_attempts set unlogged'),
      undo: sql('alter table token_attempts set logged'),
    },
    'a read-only database': {
      ...failed('server settings'),
      says: /default_transaction_read_only = on/,
      fix: /default_transaction_read_only = 'off'/,
      plant: inDatabase('set default_transaction_read_only = on'),
      undo: inDatabase('reset default_transaction_read_only'),
    },
    'an unencrypted connection over the network': {
      ...failed('database TLS'),
      says: /from 10\.1\.2\.3 is not encrypted/,
      fix: /sslmode=verify-full/,
      env: withFunctions(REMOTE_SERVER),
    },
    'fewer connections than the processes may open': {
      ...warning('connections'),
      says: /allowed; 1 × \d{3} may be opened/,
      fix: /max_connections/,
      env: { DATABASE_POOL_SIZE: '200' },
    },
    'a database clock that is ahead': {
      ...failed('clock'),
      says: /(59|60)\d{3} ms off/,
      fix: /timedatectl/,
      env: withFunctions(REMOTE_SERVER),
    },
    'a read replica that does not run': {
      ...warning('read replica'),
      says: /ECONNREFUSED/,
      fix: /DATABASE_READ_URL/,
      env: { DATABASE_READ_URL: 'postgres://u:p@127.0.0.1:1/milepost' },
    },
    'the primary as its own replica': {
      ...warning('read replica'),
      says: /is a primary server, not a replica/,
      fix: /Remove DATABASE_READ_URL/,
      env: { DATABASE_READ_URL: db.url },
    },
    'the database of another installation as the replica': {
      ...failed('read replica'),
      says: /is not a copy of DATABASE_URL/,
      fix: /Fix DATABASE_READ_URL/,
      env: async () => {
        const other = await newDatabase();
        await other.pool.query('update installation set id = gen_random_uuid()');
        return { DATABASE_READ_URL: other.url };
      },
    },
    'a replica that lags behind': {
      ...warning('read replica'),
      says: /36\d\d s and [\d.]+ MiB behind/,
      fix: /pg_stat_replication/,
      env: withFunctions(REMOTE_SERVER, 'DATABASE_READ_URL'),
    },
    'another SECRET_KEY than the running processes have': {
      ...failed('secrets'),
      says: /SECRET_KEY is not the one/,
      fix: /the same SECRET_KEY/,
      env: { SECRET_KEY: 'x'.repeat(40) },
    },
    'another LINK_SECRET than the running processes have': {
      ...failed('secrets'),
      says: /LINK_SECRET is not the one/,
      fix: /the same SECRET_KEY and LINK_SECRET/,
      env: { LINK_SECRET: 'x'.repeat(40) },
    },
  };
}
