import type { Db } from '../../../db/database.ts';
import type { CheckRow } from '../checks/check-store.ts';
import { evaluateStable, keepChecks } from '../checks/run-checks.ts';
import { listEntriesOf, removeListEntry } from '../list-entries.ts';
import type { Asking, VettingService } from '../vetting-service.ts';
import { lockObjection, type ObjectionRow, storeCheckOf, storeDecision } from './objection-store.ts';

export const BLOCK_LIST_RULE = 'block_list';
const DAY_MS = 86_400_000;

export type GivenDecision = {
  id: string;
  isAccepted: boolean;
  reason: string;
  /** How long an accepted objection clears what it is about. */
  days: number;
  userId: number;
};

/**
 * Accepts or rejects an objection, and checks the carrier again: the decision, its effect and the kept check are one
 * transaction. A decision can be changed by another one.
 */
export function decideObjection(
  service: VettingService,
  asking: Asking,
  { id, isAccepted, reason, days, userId }: GivenDecision,
): Promise<{ objection: ObjectionRow; check: CheckRow | null }> {
  const { organizationId } = asking;
  return service.db.transaction(async (tx) => {
    const objection = await lockObjection(tx, organizationId, id);
    const now = service.clock.now();
    const clears = isAccepted && canClear(objection);
    if (isAccepted && objection.rule === BLOCK_LIST_RULE) await unblock(tx, organizationId, objection);
    await storeDecision(tx, id, {
      ...{ state: isAccepted ? 'accepted' : 'rejected', reason, decided_at: now, decided_by: userId },
      clears_until: clears ? new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10) : null,
    });
    const about = {
      ...{ usdotNumbers: [objection.usdot_number], day: null, classes: [], userId },
      ...{ reference: `Objection ${id}`, note: reason },
    };
    const evaluation = await evaluateStable({ ...service, db: tx }, asking, about);
    // A carrier that left the registers has nothing to decide on.
    const checks =
      evaluation.carriers.length === 0 ? [] : await keepChecks(tx, service, asking, about, evaluation);
    const check = checks[0] ?? null;
    return { objection: await storeCheckOf(tx, id, check?.id ?? null), check };
  });
}

/** The block list is changed instead, and what is not known can only be known. */
function canClear({ rule, result }: ObjectionRow): boolean {
  return rule !== null && rule !== BLOCK_LIST_RULE && (result === 'REVIEW' || result === 'FAIL');
}

async function unblock(tx: Db, organizationId: number, { usdot_number }: ObjectionRow): Promise<void> {
  const entry = (await listEntriesOf(tx, organizationId, [usdot_number])).get(usdot_number);
  if (entry?.list !== 'block') return;
  await removeListEntry(tx, organizationId, usdot_number);
}
