import type { Database } from '../../../src/db/database.ts';

/** Notes the attempts and interruptions of every queued image, whose row is deleted when it has been read. */
export async function noteClaims(db: Database): Promise<(condition: string) => Promise<number>> {
  await db.pool.query(`
    create table noted_claims (image_id uuid primary key, attempts integer, interruptions integer);
    create function note_claim() returns trigger language plpgsql as $$
    begin
      insert into noted_claims values (new.image_id, new.attempts, new.interruptions)
      on conflict (image_id) do update set attempts = excluded.attempts, interruptions = excluded.interruptions;
      return null;
    end $$;
    create trigger note_claim after update on image_queue for each row execute function note_claim()`);
  return async (condition) => {
    const { rows } = await db.pool.query(`select count(*)::int as n from noted_claims where ${condition}`);
    return rows[0].n;
  };
}
