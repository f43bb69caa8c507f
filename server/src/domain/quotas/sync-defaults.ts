import { QUOTA_RULES } from '../../contract/admin/quota-rules.ts';
import { type Db, statement } from '../../db/database.ts';

const current = statement('quotas.defaults', `select name, value from quota_defaults`);
const sync = statement(
  'quotas.sync-defaults',
  `with rules as (select * from unnest($1::text[], $2::bigint[]) as r (name, value)),
   gone as (delete from quota_defaults where name <> all ($1::text[]))
   insert into quota_defaults (name, value) select name, value from rules order by name
   on conflict (name) do update set value = excluded.value`,
);

/** Writes the defaults of the quotas into the database, where `quota_limit` reads them. */
export async function syncQuotaDefaults(db: Db): Promise<void> {
  const rows = await db.rows<{ name: string; value: number }>(current);
  const known = new Map(rows.map(({ name, value }) => [name, value]));
  const isCurrent = QUOTA_RULES.every(({ name, fallback }) => known.get(name) === fallback);
  if (isCurrent && known.size === QUOTA_RULES.length) return;
  await db.run(sync, [QUOTA_RULES.map(({ name }) => name), QUOTA_RULES.map(({ fallback }) => fallback)]);
}
