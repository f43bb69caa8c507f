import { isLate, runWithin } from '../../../db/run-within.ts';
import { eachAtMost } from '../../../lib/async/each-at-most.ts';
import { messageOf } from '../../../lib/errors.ts';
import { isKnown } from '../is-known.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { farFromRegistration } from './far-from-registration.ts';
import { fleetLargerThanDeclared } from './fleet-larger-than-declared.ts';
import { insuranceLapseWhileMoving } from './insurance-lapse-while-moving.ts';
import { plateUnderSeveralCarriers } from './plate-under-several-carriers.ts';
import { seenOutOfService } from './seen-out-of-service.ts';
import { seenWithoutAuthority } from './seen-without-authority.ts';
import { sharedWithRevokedCarrier } from './shared-with-revoked-carrier.ts';
import type { Finding, Signal } from './signal.ts';
import { vinUnderSeveralCarriers } from './vin-under-several-carriers.ts';
import { youngAuthorityOldEquipment } from './young-authority-old-equipment.ts';

export const signals: readonly Signal[] = [
  vinUnderSeveralCarriers,
  plateUnderSeveralCarriers,
  youngAuthorityOldEquipment,
  farFromRegistration,
  seenOutOfService,
  seenWithoutAuthority,
  fleetLargerThanDeclared,
  insuranceLapseWhileMoving,
  sharedWithRevokedCarrier,
];

/** Sightings of the last year are looked at. */
export const SIGNAL_DAYS = 365;
const SIGNALS_AT_ONCE = 4;
const LARGEST_NUMBER = 2 ** 31 - 1;

export type SignalAnswer = { name: string; title: string; rule: string } & Finding;
export type Signals = {
  usdot_number: string;
  is_known: boolean;
  start_date: string;
  end_date: string;
  signals: SignalAnswer[];
  /** Signals that could not be looked for, and why; null when all could. */
  errors: Record<string, { message: string; type: 'TimeoutError' | 'InternalError' }> | null;
};

/** What stands out about a carrier, each with the rows that show it. Signals that do not hold are left out. */
export async function readSignals(service: ProfileService, usdotNumber: number): Promise<Signals> {
  const end = service.clock.now();
  const today = end.toISOString().slice(0, 10);
  const since = new Date(end.getTime() - SIGNAL_DAYS * 86_400_000).toISOString().slice(0, 10);
  const errors: NonNullable<Signals['errors']> = {};
  const budget = service.budgets.signals;
  const isPossible = usdotNumber <= LARGEST_NUMBER;
  const found = await eachAtMost(SIGNALS_AT_ONCE, isPossible ? signals : [], async (signal) => {
    try {
      return await runWithin(budget, (db) => signal.find({ db, usdotNumber, today, since }));
    } catch (error) {
      service.log.error({ signal: signal.name, error: messageOf(error) }, 'a signal could not be looked for');
      errors[signal.name] = isLate(error)
        ? { message: `It took longer than ${budget.deadlineMs} ms.`, type: 'TimeoutError' }
        : { message: 'It could not be looked for.', type: 'InternalError' };
      return null;
    }
  });
  const known = isPossible && (await runWithin(service.budgets.known, (db) => isKnown(db, usdotNumber)));
  return {
    usdot_number: String(usdotNumber),
    is_known: known,
    start_date: since,
    end_date: today,
    signals: found.flatMap((finding, i) => answerOf(signals[i], finding)),
    errors: Object.keys(errors).length > 0 ? errors : null,
  };
}

function answerOf(signal: Signal | undefined, finding: Finding | null): SignalAnswer[] {
  if (!signal || !finding) return [];
  return [{ name: signal.name, title: signal.title, rule: signal.rule, ...finding }];
}
