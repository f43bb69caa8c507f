import type { CarrierSignals } from '../../../contract/signals.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import {
  farFromRegistration,
  insuranceLapseWhileMoving,
  seenOutOfService,
  seenWithoutAuthority,
} from './authority-signals.ts';
import { fleetLargerThanDeclared, youngAuthorityOldEquipment } from './fleet-signals.ts';
import {
  plateUnderSeveralCarriers,
  sharedWithRevokedCarrier,
  vinUnderSeveralCarriers,
} from './identity-signals.ts';
import type { Signal } from './signal.ts';

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

export const SIGNAL_DAYS = 365;
const CONCURRENT_SIGNALS = 4;

/** The signals that apply to a carrier, each with its evidence, for the period that ends today or on another day. */
export async function readSignals(
  service: ProfileService,
  usdotNumber: number,
  asOf: string | null = null,
): Promise<CarrierSignals> {
  const { clock, budgets, log } = service;
  const end = asOf === null ? clock.now() : new Date(asOf);
  const today = end.toISOString().slice(0, 10);
  const since = new Date(end.getTime() - SIGNAL_DAYS * 86_400_000).toISOString().slice(0, 10);
  const errors: NonNullable<CarrierSignals['errors']> = {};
  const canExist = usdotNumber <= MAX_USDOT;
  const found = await mapConcurrent(CONCURRENT_SIGNALS, canExist ? signals : [], async (signal) => {
    const { find, ...texts } = signal;
    try {
      const finding = await runWithin(budgets.signals, (db) => find({ db, usdotNumber, today, since }));
      return finding && { ...texts, ...finding };
    } catch (error) {
      log.error({ signal: signal.name, error: messageOf(error) }, 'a signal could not be evaluated');
      errors[signal.name] = isLate(error)
        ? { message: `The signal took longer than ${budgets.signals.deadlineMs} ms.`, type: 'TimeoutError' }
        : { message: 'The signal could not be evaluated.', type: 'InternalError' };
      return null;
    }
  });
  return {
    usdot_number: String(usdotNumber),
    is_known: canExist && (await runWithin(budgets.known, (db) => isKnown(db, usdotNumber))),
    start_date: since,
    end_date: today,
    signals: found.filter((signal) => signal !== null),
    errors: Object.keys(errors).length > 0 ? errors : null,
  };
}
