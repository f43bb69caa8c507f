import type { Batch, WorkQueue } from '../../../db/claim.ts';
import type { Database } from '../../../db/database.ts';
import type { WaitingMail } from './mail-queue.ts';
import { markDone, suppressAddresses } from './mail-store.ts';
import type { SendOutcome } from './mailer.ts';

/** The outcome is null if the email was not sent: the process is stopping, or another one has it. */
export type SentMail = {
  mail: Batch<WaitingMail>['rows'][number];
  outcome: SendOutcome | null;
  durationMs: number;
};

/** Records the results of emails. Returns those that have failed for good. */
export async function settleMails(
  db: Database,
  queue: WorkQueue<WaitingMail>,
  leaseId: string,
  results: SentMail[],
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
