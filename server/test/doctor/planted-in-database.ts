import { eventually } from '../support/milepost.ts';
import {
  type Installation,
  type Misconfiguration,
  newDatabase,
  replaceFunctions,
  server,
  sharedDatabase,
  urlOf,
} from './installation.ts';

const serverSetting = (text: string) => async () => {
  await server.pool.query(`alter system ${text}`);
  const { rows } = await server.pool.query('select pg_conf_load_time() as before, pg_reload_conf()');
  await eventually('the server has loaded its settings', async () => {
    const loaded = await server.pool.query('select pg_conf_load_time() > $1 as is_new', [rows[0].before]);
    return loaded.rows[0].is_new;
  });
  return {};
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

/** The database server and its settings. */
export function plantedInDatabase({ db }: Installation): Misconfiguration[] {
  const sql = (text: string) => async () => {
    await db.pool.query(text);
    return {};
  };
  /** Applies to sessions that start later. */
  const inDatabase = (text: string) => async () => {
    await server.pool.query(`alter database ${db.name} ${text}`);
    return {};
  };
  return [
    {
      planted: 'a database server that does not run',
      check: 'database',
      state: 'failed',
      says: /ECONNREFUSED/,
      fix: /Start the database server, or fix host and port in DATABASE_URL/,
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/milepost' },
    },
    {
      planted: 'a wrong database password',
      check: 'database',
      state: 'failed',
      says: /password authentication failed/,
      fix: /Fix the user or password in DATABASE_URL/,
      env: { DATABASE_URL: urlOf(db.name, 'milepost_nobody:wrong') },
    },
    {
      planted: 'a database that does not exist',
      check: 'database',
      state: 'failed',
      says: /"nowhere" does not exist/,
      fix: /create database milepost/,
      env: { DATABASE_URL: urlOf('nowhere') },
    },
    {
      planted: 'a server that is too old',
      check: 'database',
      state: 'failed',
      says: /PostgreSQL 14, but 15 or newer/,
      fix: /Upgrade the server/,
      plant: withFunctions(OLD_SERVER),
    },
    {
      planted: 'a database without the schema',
      check: 'database',
      state: 'failed',
      says: /\d+ migrations are pending/,
      fix: /milepost migrate/,
      plant: async () => ({ DATABASE_URL: (await sharedDatabase('empty', 'template template0')).url }),
    },
    {
      planted: 'a database with another encoding',
      check: 'database encoding',
      state: 'failed',
      says: /SQL_ASCII, not UTF8/,
      fix: /encoding 'UTF8'/,
      plant: async () => ({
        DATABASE_URL: (await newDatabase(`template template0 encoding 'SQL_ASCII' locale 'C'`)).url,
      }),
    },
    {
      planted: 'a role without the right to create tables and extensions',
      check: 'database rights',
      state: 'failed',
      says: /role limited may not create tables and extensions/,
      fix: /alter database milepost owner/,
      plant: async () => {
        await server.pool.query(`create role limited login password 'limited'`);
        const empty = await sharedDatabase('empty', 'template template0');
        return { DATABASE_URL: urlOf(empty.name, 'limited:limited') };
      },
    },
    {
      planted: 'fsync = off',
      check: 'durability',
      state: 'failed',
      says: /fsync: off/,
      fix: /postgresql\.conf/,
      plant: serverSetting('set fsync = off'),
      undo: serverSetting('reset fsync'),
    },
    {
      planted: 'synchronous_commit = off',
      check: 'durability',
      state: 'failed',
      says: /synchronous_commit: off/,
      fix: /postgresql\.conf/,
      plant: inDatabase('set synchronous_commit = off'),
      undo: inDatabase('reset synchronous_commit'),
    },
    {
      planted: 'an unlogged table',
      check: 'durability',
      state: 'failed',
      says: /after a crash: token_attempts/,
      fix: /alter table token_attempts set logged/,
      plant: sql('alter table token_attempts set unlogged'),
      undo: sql('alter table token_attempts set logged'),
    },
    {
      planted: 'a read-only database',
      check: 'server settings',
      state: 'failed',
      says: /default_transaction_read_only = on/,
      fix: /default_transaction_read_only = 'off'/,
      plant: inDatabase('set default_transaction_read_only = on'),
      undo: inDatabase('reset default_transaction_read_only'),
    },
    {
      planted: 'an unencrypted connection over the network',
      check: 'database TLS',
      state: 'failed',
      says: /from 10\.1\.2\.3 is not encrypted/,
      fix: /sslmode=verify-full/,
      plant: withFunctions(REMOTE_SERVER),
    },
    {
      planted: 'fewer connections than the processes may open',
      check: 'connections',
      state: 'warning',
      says: /allowed; 1 × \d{3} may be opened/,
      fix: /max_connections/,
      env: { DATABASE_POOL_SIZE: '200' },
    },
    {
      planted: 'a database clock that is ahead',
      check: 'clock',
      state: 'failed',
      says: /(59|60)\d{3} ms off/,
      fix: /timedatectl/,
      plant: withFunctions(REMOTE_SERVER),
    },
    {
      planted: 'a read replica that does not run',
      check: 'read replica',
      state: 'warning',
      says: /ECONNREFUSED/,
      fix: /DATABASE_READ_URL/,
      env: { DATABASE_READ_URL: 'postgres://u:p@127.0.0.1:1/milepost' },
    },
    {
      planted: 'the primary as its own replica',
      check: 'read replica',
      state: 'warning',
      says: /is a primary server, not a replica/,
      fix: /Remove DATABASE_READ_URL/,
      env: { DATABASE_READ_URL: db.url },
    },
    {
      planted: 'the database of another installation as the replica',
      check: 'read replica',
      state: 'failed',
      says: /is not a copy of DATABASE_URL/,
      fix: /Fix DATABASE_READ_URL/,
      plant: async () => {
        const other = await newDatabase();
        await other.pool.query('update installation set id = gen_random_uuid()');
        return { DATABASE_READ_URL: other.url };
      },
    },
    {
      planted: 'a replica that lags behind',
      check: 'read replica',
      state: 'warning',
      says: /36\d\d s and [\d.]+ MiB behind/,
      fix: /pg_stat_replication/,
      plant: withFunctions(REMOTE_SERVER, 'DATABASE_READ_URL'),
    },
    {
      planted: 'another SECRET_KEY than the running processes have',
      check: 'secrets',
      state: 'failed',
      says: /SECRET_KEY is not the one/,
      fix: /the same SECRET_KEY/,
      env: { SECRET_KEY: 'x'.repeat(40) },
    },
    {
      planted: 'another LINK_SECRET than the running processes have',
      check: 'secrets',
      state: 'failed',
      says: /LINK_SECRET is not the one/,
      fix: /the same SECRET_KEY and LINK_SECRET/,
      env: { LINK_SECRET: 'x'.repeat(40) },
    },
  ];
}
