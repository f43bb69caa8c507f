import type { Batch, WorkQueue } from '../../../db/claim.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { NotificationService } from '../notification-service.ts';
import type { WaitingMail } from './mail-queue.ts';
import { markDone, suppressAddresses } from './mail-store.ts';
import type { SendOutcome } from './mailer.ts';
import { writeMail } from './write-mail.ts';

const BATCH = 200;

type Mail = Batch<WaitingMail>['rows'][number];
/** The outcome is null if the email was not sent because the process is stopping. */
type Result = { mail: Mail; outcome: SendOutcome | null; durationMs: number };

/** The end of one attempt. `outcome` is null if too many workers vanished with the email. */
export type MailResult = {
  mail: Mail;
  outcome: SendOutcome['kind'] | null;
  isDead: boolean;
  durationMs: number;
};

/** Claims a batch of emails, sends them concurrently and records the results. True if there may be more. */
export async function deliverMails(
  service: NotificationService,
  queue: WorkQueue<WaitingMail>,
  signal: AbortSignal,
  onResult: (result: MailResult) => void = () => {},
): Promise<boolean> {
  const { leaseId, rows, dead } = await queue.claim(service.db, BATCH);
  for (const mail of dead) onResult({ mail, outcome: null, isDead: true, durationMs: 0 });
  const results: Result[] = [];
  const waiting = rows.values();
  const sender = async () => {
    for (const mail of waiting) {
      const startedAt = performance.now();
      const outcome = signal.aborted ? null : await send(service, mail);
      results.push({ mail, outcome, durationMs: performance.now() - startedAt });
    }
  };
  await Promise.all(Array.from({ length: service.mail.mailer.atOnce }, sender));
  if (results.length > 0) {
    const failed = await settle(service, queue, leaseId, results);
    for (const { mail, outcome, durationMs } of results) {
      if (outcome) onResult({ mail, outcome: outcome.kind, isDead: failed.has(mail.key), durationMs });
    }
  }
  return rows.length > 0;
}

async function send(service: NotificationService, mail: Mail): Promise<SendOutcome> {
  const span = service.tracing.start({
    name: 'send email',
    parent: mail.traceparent,
    kind: 'client',
    attributes: { 'milepost.email_id': mail.key, 'milepost.organization_id': mail.organization_id },
  });
  const outcome = await sendOnce(service, mail);
  span?.end('reason' in outcome ? { error: outcome.kind } : {});
  return outcome;
}

async function sendOnce(service: NotificationService, mail: Mail): Promise<SendOutcome> {
  try {
    return await service.mail.mailer.send(await writeMail(service, mail));
  } catch (error) {
    return { kind: 'later', reason: messageOf(error) };
  }
}

/** Returns the emails that have failed for good. */
async function settle(
  { db }: NotificationService,
  queue: WorkQueue<WaitingMail>,
  leaseId: string,
  results: Result[],
): Promise<Set<string>> {
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
  return db.transaction(async (tx) => {
    if (sent.length + kept.length > 0) {
      await queue.finish(tx, leaseId, [...sent, ...kept]);
      await markDone(tx, { sent, kept });
    }
    const dead = failures.length > 0 ? await queue.fail(tx, leaseId, failures) : [];
    if (refused.length > 0) await suppressAddresses(tx, refused);
    if (unsent.length > 0) await queue.release(tx, leaseId, unsent);
    return new Set(dead.map(String));
  });
}
