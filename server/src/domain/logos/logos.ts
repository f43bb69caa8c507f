import { type Db, statement } from '../../db/database.ts';

const list = statement('logos.list', `select name from logos order by name collate "C"`);
export async function listLogos(db: Db): Promise<string[]> {
  return (await db.rows<{ name: string }>(list)).map((row) => row.name);
}

const exists = statement('logos.exists', `select 1 from logos where name = $1`);
export async function logoExists(db: Db, name: string): Promise<boolean> {
  return (await db.row(exists, [name])) !== null;
}

const insert = statement('logos.insert', `insert into logos (name) values ($1) on conflict do nothing`);
/** Whether it is new. */
export async function insertLogo(db: Db, name: string): Promise<boolean> {
  return (await db.run(insert, [name])) > 0;
}
