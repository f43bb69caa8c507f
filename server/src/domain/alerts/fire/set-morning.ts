import { type Db, statement } from '../../../db/database.ts';
import { AppError } from '../../../lib/errors.ts';

const update = statement('alerts.set-morning', `update organizations set morning_minute = $2 where id = $1`);

/** Sets when the daily alerts of an organization fire: `HH:MM` in its time zone. */
export async function setMorning(db: Db, organizationId: number, time: string): Promise<void> {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!found) throw new AppError('invalid', `The time must be from 00:00 to 23:59, not "${time}".`);
  const minute = Number(found[1]) * 60 + Number(found[2]);
  if ((await db.run(update, [organizationId, minute])) === 0) {
    throw new AppError('not_found', `There is no organization ${organizationId}.`);
  }
}
