import { MATCHED_COLUMNS } from '../../contract/alert.ts';
import { type Database, type Db, statement } from '../../db/database.ts';

const TRIGGERS = { lock_alert_changes: 'before', log_alert_change: 'after' } as const;
const EVENTS = `insert or delete or update of ${MATCHED_COLUMNS.join(', ')} on alerts`;

const current = statement(
  'alerts.triggers.columns',
  `select count(*) filter (where columns = $1)::int as current
     from (select array(select a.attname::text from unnest(t.tgattr) n join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = n
                         order by a.attname) as columns
             from pg_trigger t where t.tgrelid = 'alerts'::regclass and t.tgname = any ($2)) t`,
);

/**
 * Makes the triggers that log alert changes fire for every column that decides what an alert matches. Without this, a
 * change of a new criterion would not reach the workers. Does nothing when the triggers are current.
 */
export async function syncAlertTriggers(database: Database): Promise<void> {
  if (await areCurrent(database)) return;
  await database.transaction(async (tx) => {
    await tx.client.query('lock table alerts in share row exclusive mode');
    if (await areCurrent(tx)) return;
    for (const [name, time] of Object.entries(TRIGGERS)) {
      const each = time === 'before' ? 'statement' : 'row';
      await tx.client.query(
        `create or replace trigger ${name} ${time} ${EVENTS} for each ${each} execute function ${name}()`,
      );
    }
  });
}

async function areCurrent(db: Db): Promise<boolean> {
  const names = Object.keys(TRIGGERS);
  const row = await db.row<{ current: number }>(current, [[...MATCHED_COLUMNS].sort(), names]);
  return row?.current === names.length;
}
