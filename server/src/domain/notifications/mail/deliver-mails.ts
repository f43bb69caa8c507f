import type { Batch, WorkQueue } from '../../../db/claim.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import type { SendOutcome } from './mailer.ts';
import type { WaitingMail } from './queue.ts';
import { markDone, suppressAddresses } from './store.ts';
import { writeMail } from './write-mail.ts';

const BATCH = 200;

type Mail = Batch<WaitingMail>['rows'][number];
/** The outcome is null if the email was not sent because the process is stopping. */
type Result = { mail: Mail; outcome: SendOutcome | null };

/** Claims a batch of emails, sends them concurrently and records the results. True if there may be more. */
export async function deliverMails(
  service: NotificationService,
  queue: WorkQueue<WaitingMail>,
  signal: AbortSignal,
): Promise<boolean> {
  const { leaseId, rows } = await queue.claim(service.db, BATCH);
  const results: Result[] = [];
  const waiting = rows.values();
  const sender = async () => {
    for (const mail of waiting) {
      results.push({ mail, outcome: signal.aborted ? null : await send(service, mail) });
    }
  };
  await Promise.all(Array.from({ length: service.mailer.atOnce }, sender));
  if (results.length > 0) await settle(service, queue, leaseId, results);
  return rows.length > 0;
}

async function send(service: NotificationService, mail: Mail): Promise<SendOutcome> {
  try {
    return await service.mailer.send(await writeMail(service, mail));
  } catch (error) {
    return { kind: 'later', reason: messageOf(error) };
  }
}

async function settle(
  { db }: NotificationService,
  queue: WorkQueue<WaitingMail>,
  leaseId: string,
  results: Result[],
): Promise<void> {
  const keysOf = (kind: SendOutcome['kind'] | undefined) =>
    results.filter(({ outcome }) => outcome?.kind === kind).map(({ mail }) => mail.key);
  const [sent, kept, unsent] = [keysOf('sent'), keysOf('kept'), keysOf(undefined)];
  const failed = results.flatMap(({ mail, outcome }) =>
    outcome !== null && 'reason' in outcome ? [{ mail, ...outcome }] : [],
  );
  const failures = failed.map(({ mail: { key, attempts }, reason, kind }) => {
    return { key, attempts, reason, hopeless: kind === 'refused' };
  });
  const refused = failed
    .filter(({ kind }) => kind === 'refused')
    .map(({ mail, reason }) => ({ address: mail.address, reason }));
  await db.transaction(async (tx) => {
    if (sent.length + kept.length > 0) {
      await queue.finish(tx, leaseId, [...sent, ...kept]);
      await markDone(tx, { sent, kept });
    }
    if (failures.length > 0) await queue.fail(tx, leaseId, failures);
    if (refused.length > 0) await suppressAddresses(tx, refused);
    if (unsent.length > 0) await queue.release(tx, leaseId, unsent);
  });
}
