import type { CarrierSignals } from '../../../contract/signals.ts';

type Rule = Pick<CarrierSignals['signals'][number], 'title' | 'severity' | 'rule'>;

/** A vehicle under more carriers than this is rented. */
export const MAX_CARRIERS_OF_VEHICLE = 3;
/** A sale is one change of carrier, and a lease with a return is two. */
export const MIN_CHANGES_OF_CARRIER = 3;
/** A contact that more carriers share belongs to an agent or a shared office. */
export const MAX_SHARING = 10;
/** A new registration near the end of another one: from a year before it to three years after it. */
export const DAYS_BEFORE_LOSS = 365;
export const DAYS_AFTER_LOSS = 1_095;
/** One used truck can come from any carrier; two or more from the same carrier to a new number are a transfer. */
export const MIN_TRANSFERRED = 2;
/** A carrier that existed long before may have bought two trucks at an auction. */
export const MIN_TRANSFERRED_TO_OLD = 3;
/** Vehicles that are replaced within a year are not in the fleet at the same time. */
export const FLEET_DAYS = 90;
/** Allows for misread and mistyped VINs, and for growth since the last registration. */
export const FLEET_TOLERANCE = 1.1;
export const MIN_EXTRA_UNITS = 2;
/** The greatest average speed between two cameras, along the great circle. */
export const MAX_MPH = 85;
/** Shorter distances depend too much on the clocks and positions of the cameras. */
export const MIN_MILES = 100;
export const YOUNG_DAYS = 90;
export const OLD_YEARS = 10;
export const MIN_UNSEEN_UNITS = 10;
export const UNSEEN_DAYS = 730;
export const DORMANT_DAYS = 365;
/** The contacts, the officers and the name of a number that is taken over are replaced together. */
export const SAME_CHANGE_DAYS = 30;
/** A registration that is updated for a new use, and the days between two files. */
export const SAME_UPDATE_DAYS = 60;
/** The new use of a number: from this long before the change of contacts to this long after it. */
export const BEFORE_CHANGE_DAYS = 30;
export const AFTER_CHANGE_DAYS = 90;
/** Without a new address. One further change is frequent, as when a company renews its insurance. */
export const MIN_FURTHER_CHANGES = 2;
export const MIN_MORE_SIGHTINGS = 4;
export const MORE_SIGHTINGS = 3;
/** For the rate of sightings before a change of contacts, as far as the period has them. */
export const USUAL_DAYS = 180;
export const MIN_USUAL_DAYS = 60;
export const MORE_DECLARED_UNITS = 1.5;
/** Half of the small carriers are not inspected in two years, so the registration must show the pause: an update half a year late. */
export const OUT_OF_DATE_DAYS = 913;
export const MIN_CHANGED_KINDS = 2;
export const OLD_NUMBER_DAYS = 1_095;
/** FMCSA revokes an authority within about a month after the insurance ended. */
export const REVOKED_WITHIN_DAYS = 60;
export const BROKER_SECURITY_DOLLARS = 75_000;
/** A registration update takes some days to appear in the census. */
export const UPDATE_GRACE_DAYS = 30;

/** Every signal, its severity and its rule in words. Each states facts on record, not their interpretation. */
export const signalRules = {
  vin_under_several_carriers: {
    title: 'A vehicle of this carrier was seen under other USDOT numbers in turn',
    severity: 'medium',
    rule: `The records of a VIN alternate between this carrier and another at least ${MIN_CHANGES_OF_CARRIER} times. A sale and a lease with a return do not. Vehicles under more than ${MAX_CARRIERS_OF_VEHICLE} carriers are rented and do not count, nor do inferred numbers and VINs with a wrong check digit.`,
  },
  plate_under_several_carriers: {
    title: 'A plate of this carrier was seen under other USDOT numbers in turn',
    severity: 'medium',
    rule: `The sightings of a plate and state alternate between this carrier and another at least ${MIN_CHANGES_OF_CARRIER} times. Plates under more than ${MAX_CARRIERS_OF_VEHICLE} carriers, inferred numbers and doubtful plates do not count.`,
  },
  vehicle_in_two_places: {
    title: 'A vehicle of this carrier was seen in two places too far apart for the time between',
    severity: 'high',
    rule: `On at least two days, one VIN, or one plate and state, was seen at two places at least ${MIN_MILES} miles apart, which needs more than ${MAX_MPH} mph.`,
  },
  number_in_two_places: {
    title: 'The USDOT number was seen in more places at once than the declared trucks can be',
    severity: 'medium',
    rule: `Within ${FLEET_DAYS} days, the number was read at places of which each pair is at least ${MIN_MILES} miles apart and needs more than ${MAX_MPH} mph. The places exceed the declared power units by more than 10% and by at least two.`,
  },
  name_or_mc_mismatch: {
    title: 'The truck shows the name or MC number of another carrier',
    severity: 'high',
    rule: 'The MC number read beside the USDOT number belongs to another carrier only, or the name beside it is the registered name of another carrier and not of this one, on at least two days. Trucks that show "operated by" or "leased" do not count.',
  },
  young_authority_old_equipment: {
    title: `Authority younger than ${YOUNG_DAYS} days, with old vehicles`,
    severity: 'low',
    rule: `The first authority was granted less than ${YOUNG_DAYS} days ago, and the VIN of a power unit, with a valid check digit and read with at least medium confidence, shows that it is at least ${OLD_YEARS} model years old.`,
  },
  far_from_registration: {
    title: 'Seen outside the state of its intrastate registration',
    severity: 'medium',
    rule: 'Registered as intrastate and seen in another state, with its number read on the truck, on at least two days or with a second sign of the carrier on the truck.',
  },
  seen_out_of_service: {
    title: 'Seen moving while under an out-of-service order',
    severity: 'high',
    rule: 'Seen after the day of an out-of-service order and before the day it was rescinded, on at least two days or with a second sign of the carrier on the truck.',
  },
  seen_without_authority: {
    title: 'Seen moving without operating authority',
    severity: 'high',
    rule: 'An interstate for-hire carrier whose authority to carry is inactive, seen after the day it ended, on at least two days or with a second sign of the carrier on the truck.',
  },
  pending_suspension: {
    title: 'An involuntary suspension or revocation is announced',
    severity: 'high',
    rule: 'FMCSA has served an involuntary order whose effective date is in the future, and no later record says that it was discontinued.',
  },
  authority_reinstated: {
    title: 'Authority in force again after a year or more without',
    severity: 'medium',
    rule: `The authority to carry ended, and was granted or reinstated at least ${DORMANT_DAYS} days later, within the last 365 days.`,
  },
  contact_changed: {
    title: 'Phone and email were replaced together with other facts about the carrier',
    severity: 'medium',
    rule: `The phone and the email of a registration of a year or more were both replaced in the census within ${SAME_CHANGE_DAYS} days, and so was the address, or at least two more facts changed: all officers or the name within ${SAME_CHANGE_DAYS} days of that; or, from ${BEFORE_CHANGE_DAYS} days before to ${AFTER_CHANGE_DAYS} days after it, the liability insurer, the authority (granted again), the declared power units (by half or more), or the sightings (at least ${MORE_SIGHTINGS} times as many). Corrections of the same fact do not count.`,
  },
  dormant_number_active: {
    title: 'An unused number is in use again, with another identity',
    severity: 'high',
    rule: `A number of three years or more has no inspection, crash or sighting in ${UNSEEN_DAYS} days, and its registration was inactive, half a year overdue, without mileage or trucks, or without authority for a year. Then it was inspected, or recorded on at least two days. Within ${SAME_UPDATE_DAYS} days of the registration update, the name or all officers were replaced, and at least one more of name, officers, phone, email and address.`,
  },
  fleet_larger_than_declared: {
    title: 'More power units seen than declared',
    severity: 'medium',
    rule: `Distinct power-unit VINs of inspections and of high-confidence sightings in the last ${FLEET_DAYS} days, with a valid check digit, exceed the declared power units by more than 10% and by at least two. Vehicles that another carrier used in the same days do not count.`,
  },
  never_seen: {
    title: 'Never seen nor inspected despite its declared trucks',
    severity: 'medium',
    rule: `An active interstate for-hire carrier, registered for at least ${UNSEEN_DAYS} days, declares at least ${MIN_UNSEEN_UNITS} power units, and no inspection, crash or sighting of the last ${UNSEEN_DAYS} days has its number.`,
  },
  vin_from_revoked_carrier: {
    title: 'Vehicles last seen under a revoked or out-of-service carrier',
    severity: 'high',
    rule: `At least ${MIN_TRANSFERRED} VINs of this carrier (${MIN_TRANSFERRED_TO_OLD} if it was registered more than a year before the loss), or one that kept its plate, were last recorded before under the same other carrier, which lost its authority involuntarily or is under an out-of-service order, less than a year before or after they changed.`,
  },
  shared_with_revoked_carrier: {
    title: 'Shares a contact with a revoked or out-of-service carrier',
    severity: 'high',
    rule: `A carrier that lost its authority involuntarily, or is under an out-of-service order, has the same phone, email, street and ZIP, or officer in the same city; and this carrier was registered between a year before and three years after that. A contact of more than ${MAX_SHARING} other carriers does not count. A revoked predecessor in the registration always counts.`,
  },
  insurance_lapse_while_moving: {
    title: 'Seen moving while its liability insurance had lapsed',
    severity: 'high',
    rule: `An interstate for-hire carrier, seen between the end of one liability filing and the start of the next, or after the last one ended, on at least two days or with a second sign of the carrier on the truck. An authority that is still active ${REVOKED_WITHIN_DAYS} days after the end shows that a filing is missing here, not at FMCSA.`,
  },
  bipd_below_required: {
    title: 'Liability insurance on file is below the required amount',
    severity: 'high',
    rule: 'The authority to carry is active, and the liability filings in force add up to less than the required amount. A carrier without any filing in force is not judged.',
  },
  broker_security_below_required: {
    title: 'Broker security is below $75,000',
    severity: 'high',
    rule: `The authority as a broker or forwarder is active, and the bond or trust fund in force is below $75,000, or the last one ended in the last ${REVOKED_WITHIN_DAYS} days. Without any known filing, the signal does not apply.`,
  },
  holds_broker_authority: {
    title: 'Holds broker authority besides its authority to carry',
    severity: 'low',
    rule: 'An authority to carry and a broker authority are both active: the carrier may legally pass loads on.',
  },
  mcs150_overdue: {
    title: 'The biennial registration update is overdue',
    severity: 'low',
    rule: `The last MCS-150 of an active registration is older than the due date before the last one. The last two digits of the USDOT number set the due month and year. ${UPDATE_GRACE_DAYS} days of grace.`,
  },
} as const satisfies Record<string, Rule>;

export type SignalName = keyof typeof signalRules;
