import type { Db } from '../../db/database.ts';
import { type AlertListing, alertsBefore, type ExportedAlert } from './alert-store.ts';

const EXPORT_PAGE = 1_000;
const NEWEST = 2_147_483_647;

/** All alerts of a list, newest first, as the cells of a CSV file that an import reads. */
export async function* exportAlerts(db: Db, listing: AlertListing): AsyncGenerator<object[]> {
  let before = NEWEST;
  for (;;) {
    const rows = await alertsBefore(db, listing, before, EXPORT_PAGE);
    if (rows.length > 0) yield rows.map(cellsOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    before = last.id;
  }
}

function cellsOf({ cc_emails, notification_channels, created_at, last_fired_at, ...alert }: ExportedAlert) {
  return {
    ...alert,
    cc_emails: cc_emails.join(' '),
    notification_channels: notification_channels.join(' '),
    created_at: created_at.toISOString(),
    last_fired_at: last_fired_at?.toISOString() ?? null,
  };
}
