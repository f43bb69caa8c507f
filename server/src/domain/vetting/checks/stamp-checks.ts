import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { statement } from '../../../db/database.ts';
import { stampedHash, timeStampPart } from '../../../lib/signed-files/signed-file.ts';
import { readToken } from '../../../lib/time-stamps/read-token.ts';
import { signingKey } from '../../signing/signing-keys.ts';
import { requestTimeStamp, type TimeStamps } from '../../signing/time-stamps.ts';
import type { VettingService } from '../vetting-service.ts';

const decompress = promisify<Buffer, Buffer>(gunzip);
const CHECKS_PER_ROUND = 10;
/** Longer than a request. A killed process leaves its checks to others after that. */
const CLAIM_SECONDS = 60;
/** After each failure. After the last one the check stays without a time stamp. */
const RETRY_SECONDS = [60, 300, 1_800, 7_200, 21_600, 43_200];

type Due = { id: string; file: Buffer; time_stamp_attempts: number };

const claim = statement(
  'vetting.stamp-claim',
  `update vetting_checks set time_stamp_due_at = $1::timestamptz + make_interval(secs => ${CLAIM_SECONDS})
    where id in (select id from vetting_checks where time_stamp_due_at <= $1 order by time_stamp_due_at
      limit ${CHECKS_PER_ROUND} for update skip locked)
   returning id, file, time_stamp_attempts`,
);
const store = statement(
  'vetting.stamp-store',
  `update vetting_checks set time_stamp = $2, time_stamped_at = $3, time_stamp_due_at = null
    where id = $1 and time_stamp is null`,
);
const postpone = statement(
  'vetting.stamp-postpone',
  `update vetting_checks set time_stamp_attempts = time_stamp_attempts + 1, time_stamp_due_at = $2
    where id = $1 and time_stamp is null`,
);

/** Gets the time stamps of kept checks. Returns whether there may be more to do. */
export async function stampChecks(
  { db, clock, sealing }: VettingService,
  timeStamps: TimeStamps,
  signal: AbortSignal,
): Promise<boolean> {
  const due = await db.rows<Due>(claim, [clock.now()]);
  for (const { id, file, time_stamp_attempts: attempts } of due) {
    if (signal.aborted) return false;
    const bytes = await decompress(file);
    const token = await requestTimeStamp(timeStamps, stampedHash(bytes));
    const now = clock.now();
    if (token === null) {
      const seconds = RETRY_SECONDS[attempts];
      await db.run(postpone, [id, seconds ? new Date(now.getTime() + seconds * 1_000) : null]);
      continue;
    }
    const { time } = readToken(token);
    await db.transaction(async (tx) => {
      const key = await signingKey(tx, sealing, now);
      await tx.run(store, [id, timeStampPart(bytes, token, key), time]);
    });
  }
  return due.length === CHECKS_PER_ROUND;
}
