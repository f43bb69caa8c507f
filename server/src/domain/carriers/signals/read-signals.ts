import { type CarrierSignals, SEVERITIES } from '../../../contract/signals.ts';
import { readOnce } from '../../../db/read-once.ts';
import { isLate, runWithin } from '../../../db/run-within.ts';
import { mapConcurrent } from '../../../lib/async/map-concurrent.ts';
import { messageOf } from '../../../lib/errors.ts';
import { currentLoads } from '../../federal/loads.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import { addressOfManyNumbers, numbersRegisteredTogether } from './address-signals.ts';
import {
  authorityReinstated,
  authorityRevoked,
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
import { newAuthorityAfterOrder, sharedWithRevokedCarrier } from './identity-signals.ts';
import {
  bipdBelowRequired,
  brokerSecurityBelowRequired,
  insuranceLapseWhileMoving,
  liabilityCancellationAnnounced,
  securityCancellationAnnounced,
} from './insurance-signals.ts';
import { type Finding, type FindSignal, type LoadedFiles, readRegistered } from './signal.ts';
import { missingFile, registerDay } from './signal-files.ts';
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
  authority_revoked: authorityRevoked,
  pending_suspension: pendingSuspension,
  authority_reinstated: authorityReinstated,
  contact_changed: contactChanged,
  dormant_number_active: dormantNumberActive,
  fleet_larger_than_declared: fleetLargerThanDeclared,
  never_seen: neverSeen,
  vin_from_revoked_carrier: vinFromRevokedCarrier,
  shared_with_revoked_carrier: sharedWithRevokedCarrier,
  new_authority_after_order: newAuthorityAfterOrder,
  numbers_registered_together: numbersRegisteredTogether,
  address_of_many_numbers: addressOfManyNumbers,
  insurance_lapse_while_moving: insuranceLapseWhileMoving,
  liability_cancellation_announced: liabilityCancellationAnnounced,
  security_cancellation_announced: securityCancellationAnnounced,
  bipd_below_required: bipdBelowRequired,
  broker_security_below_required: brokerSecurityBelowRequired,
  holds_broker_authority: holdsBrokerAuthority,
  mcs150_overdue: mcs150Overdue,
};

export const SIGNAL_DAYS = 365;
const CONCURRENT_SIGNALS = 4;
const names = Object.keys(signalRules) as SignalName[];

type Signal = CarrierSignals['signals'][number];

/** The title with the day of the federal file that the signal rests on. */
function signalOf(name: SignalName, finding: Finding, loaded: LoadedFiles): Signal {
  const { title, severity, rule } = signalRules[name];
  const { register_date = registerDay(name, loaded), evidence, evidence_total } = finding;
  const asOf = register_date === null ? '' : `, as of the register of ${register_date}`;
  return {
    ...{ name, title: `${title}${asOf}`, severity: finding.severity ?? severity, rule },
    ...{ register_date, evidence, evidence_total },
  };
}

type Found = Pick<CarrierSignals, 'signals' | 'not_judged' | 'errors'>;

/** The named signals that apply to a carrier, in the year that ends on a day, and those that could not be judged. */
export async function findSignals(
  { budgets, log }: ProfileService,
  usdotNumber: number,
  wanted: readonly SignalName[],
  { loaded, today }: { loaded: LoadedFiles; today: string },
): Promise<Found> {
  const errors: NonNullable<CarrierSignals['errors']> = {};
  const notJudged: CarrierSignals['not_judged'] = [];
  const leaveOut = (name: SignalName, reason: string) => {
    notJudged.push({ name, title: signalRules[name].title, reason });
    return null;
  };
  const since = daysBefore(today);
  const once = readOnce();
  const found = await mapConcurrent(CONCURRENT_SIGNALS, wanted, async (name) => {
    const missing = missingFile(name, loaded, today);
    if (missing !== null) return leaveOut(name, missing);
    try {
      const finding = await runWithin(budgets.signals, async (db) => {
        const request = { db: once(db), usdotNumber, today, since, loaded };
        // The registers are those of now: what they say of a later number says nothing about the day.
        const registered = await readRegistered(request);
        if (registered !== null && registered > today)
          return { reason: `The number was registered on ${registered}, after ${today}.` };
        return signals[name](request);
      });
      if (finding === null) return null;
      return 'reason' in finding ? leaveOut(name, finding.reason) : signalOf(name, finding, loaded);
    } catch (error) {
      log.error({ signal: name, error: messageOf(error) }, 'a signal could not be evaluated');
      errors[name] = isLate(error)
        ? { message: `The signal took longer than ${budgets.signals.deadlineMs} ms.`, type: 'TimeoutError' }
        : { message: 'The signal could not be evaluated.', type: 'InternalError' };
      return null;
    }
  });
  const rank = ({ severity }: Signal) => SEVERITIES.indexOf(severity);
  const order = ({ name }: { name: string }) => names.indexOf(name as SignalName);
  return {
    signals: found.filter((signal) => signal !== null).sort((a, b) => rank(a) - rank(b)),
    not_judged: notJudged.sort((a, b) => order(a) - order(b)),
    errors: Object.keys(errors).length > 0 ? errors : null,
  };
}

const daysBefore = (day: string) =>
  new Date(Date.parse(day) - SIGNAL_DAYS * 86_400_000).toISOString().slice(0, 10);

/**
 * The signals that apply to a carrier, each with its evidence, for the period that ends today or on another day, and those
 * that could not be judged, with the reason.
 */
export async function readSignals(
  service: ProfileService,
  usdotNumber: number,
  asOf: string | null = null,
): Promise<CarrierSignals> {
  const { clock, budgets } = service;
  const today = asOf ?? clock.now().toISOString().slice(0, 10);
  const since = daysBefore(today);
  const canExist = usdotNumber <= MAX_USDOT;
  const loads = await runWithin(budgets.known, currentLoads);
  const loaded = new Map(loads.map(({ dataset, as_of }) => [dataset, as_of]));
  const found = await findSignals(service, usdotNumber, canExist ? names : [], { loaded, today });
  return {
    usdot_number: String(usdotNumber),
    is_known: canExist && (await runWithin(budgets.known, (db) => isKnown(db, usdotNumber))),
    ...{ start_date: since, end_date: today },
    ...found,
  };
}
