import { type CarrierSignals, SEVERITIES } from '../../../contract/signals.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import {
  authorityReinstated,
  farFromRegistration,
  holdsBrokerAuthority,
  mcs150Overdue,
  pendingSuspension,
  seenOutOfService,
  seenWithoutAuthority,
} from './authority-signals.ts';
import { contactChanged } from './contact-signals.ts';
import { nameOrMcMismatch } from './door-signals.ts';
import { dormantNumberActive } from './dormant-signals.ts';
import { fleetLargerThanDeclared, neverSeen, youngAuthorityOldEquipment } from './fleet-signals.ts';
import { sharedWithRevokedCarrier } from './identity-signals.ts';
import {
  bipdBelowRequired,
  brokerSecurityBelowRequired,
  insuranceLapseWhileMoving,
} from './insurance-signals.ts';
import type { FindSignal } from './signal.ts';
import { type SignalName, signalRules } from './signal-rules.ts';
import { vinFromRevokedCarrier } from './transfer-signals.ts';
import { numberInTwoPlaces, vehicleInTwoPlaces } from './travel-signals.ts';
import { plateUnderSeveralCarriers, vinUnderSeveralCarriers } from './vehicle-signals.ts';

export const signals: { [Name in SignalName]: FindSignal } = {
  vin_under_several_carriers: vinUnderSeveralCarriers,
  plate_under_several_carriers: plateUnderSeveralCarriers,
  vehicle_in_two_places: vehicleInTwoPlaces,
  number_in_two_places: numberInTwoPlaces,
  name_or_mc_mismatch: nameOrMcMismatch,
  young_authority_old_equipment: youngAuthorityOldEquipment,
  far_from_registration: farFromRegistration,
  seen_out_of_service: seenOutOfService,
  seen_without_authority: seenWithoutAuthority,
  pending_suspension: pendingSuspension,
  authority_reinstated: authorityReinstated,
  contact_changed: contactChanged,
  dormant_number_active: dormantNumberActive,
  fleet_larger_than_declared: fleetLargerThanDeclared,
  never_seen: neverSeen,
  vin_from_revoked_carrier: vinFromRevokedCarrier,
  shared_with_revoked_carrier: sharedWithRevokedCarrier,
  insurance_lapse_while_moving: insuranceLapseWhileMoving,
  bipd_below_required: bipdBelowRequired,
  broker_security_below_required: brokerSecurityBelowRequired,
  holds_broker_authority: holdsBrokerAuthority,
  mcs150_overdue: mcs150Overdue,
};

export const SIGNAL_DAYS = 365;
const CONCURRENT_SIGNALS = 4;
const names = Object.keys(signalRules) as SignalName[];

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
  const found = await mapConcurrent(CONCURRENT_SIGNALS, canExist ? names : [], async (name) => {
    try {
      const finding = await runWithin(budgets.signals, (db) =>
        signals[name]({ db, usdotNumber, today, since }),
      );
      return finding && { name, ...signalRules[name], ...finding };
    } catch (error) {
      log.error({ signal: name, error: messageOf(error) }, 'a signal could not be evaluated');
      errors[name] = isLate(error)
        ? { message: `The signal took longer than ${budgets.signals.deadlineMs} ms.`, type: 'TimeoutError' }
        : { message: 'The signal could not be evaluated.', type: 'InternalError' };
      return null;
    }
  });
  const rank = ({ severity }: { severity: (typeof SEVERITIES)[number] }) => SEVERITIES.indexOf(severity);
  return {
    usdot_number: String(usdotNumber),
    is_known: canExist && (await runWithin(budgets.known, (db) => isKnown(db, usdotNumber))),
    start_date: since,
    end_date: today,
    signals: found.filter((signal) => signal !== null).sort((a, b) => rank(a) - rank(b)),
    errors: Object.keys(errors).length > 0 ? errors : null,
  };
}
