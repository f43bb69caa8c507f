import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from '../../../db/database.ts';
import { codeOf, operatorError } from '../../../lib/errors.ts';
import { indexesOf, type Staging } from './staging-table.ts';

const LOCK_NOT_AVAILABLE = '55P03';
/** Readers that come while we wait stand behind us, so each wait is short and there are many. */
const LOCK_WAIT_MS = 100;
const TRIES = 600;

/**
 * Puts the new table in the place of the old. The locks are held for a few milliseconds, from here to the
 * commit: before that readers see the old rows, after it the new ones.
 */
export async function swap(tx: Transaction, { live, staged }: Staging): Promise<void> {
  const indexes = await indexesOf(tx, live);
  const views = await viewsOn(tx, live);
  await lockOut(tx, [...views.map(({ name }) => name), live]);
  await tx.client.query(`alter table ${live} rename to old_${live}`);
  await tx.client.query(`alter table ${staged} rename to ${live}`);
  // A view is bound to a table, not to its name: told again, it binds to the new one.
  for (const { name, definition } of views)
    await tx.client.query(`create or replace view ${name} as ${definition}`);
  await tx.client.query(`drop table old_${live}`);
  for (const { name } of indexes) await tx.client.query(`alter index staged_${name} rename to ${name}`);
}

async function viewsOn(tx: Transaction, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await tx.client.query<{ name: string; definition: string }>(
    `select distinct v.oid::regclass::text as name, pg_get_viewdef(v.oid) as definition
     from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
     where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
       and d.refobjid = $1::regclass and v.relkind = 'v'
     order by name`,
    [table],
  );
  return rows;
}

/** Views first, as readers do, and never long enough for two to wait for each other. */
async function lockOut(tx: Transaction, names: string[]): Promise<void> {
  await tx.client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
  for (let tried = 1; ; tried++) {
    await tx.client.query('savepoint before_lock');
    try {
      await tx.client.query(`lock table ${names.join(', ')} in access exclusive mode`);
      await tx.client.query('set local lock_timeout = 0');
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tried === TRIES)
        throw operatorError(`${names.at(-1)} is being read without a pause; the old rows stay. Try again.`);
      await tx.client.query('rollback to savepoint before_lock');
      await pause(20 + Math.random() * 200);
    }
  }
}
