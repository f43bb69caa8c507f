import type { CarrierSignals } from '../../../contract/signals.ts';
import { BORDER_MILES } from './far-from-state.ts';

type Rule = Pick<CarrierSignals['signals'][number], 'title' | 'severity' | 'rule'>;

/** A vehicle under more carriers than this is rented. */
export const MAX_CARRIERS_OF_VEHICLE = 3;
/** A sale is one change of carrier, and a lease with a return is two. */
export const MIN_CHANGES_OF_CARRIER = 3;
/** Three trip leases a year are months apart. */
export const IN_TURN_DAYS = 30;
/** A contact that more carriers share belongs to an agent or a shared office. */
export const MAX_SHARING = 10;
/** A new registration near the end of another one: from a year before it to three years after it. */
export const DAYS_BEFORE_LOSS = 365;
export const DAYS_AFTER_LOSS = 1_095;
/** A new authority of someone whose other number is under an order: from the day of the order to a year after it. */
export const GRANTED_AFTER_ORDER_DAYS = 365;
/** A burst of registrations at one address. A group of companies registers two or three at a time. */
export const TOGETHER_DAYS = 90;
export const MIN_REGISTERED_TOGETHER = 5;
export const YOUNG_NUMBER_DAYS = 1_095;
/** An address with many numbers that share more than the address. */
export const MIN_NUMBERS_AT_ADDRESS = 11;
export const SAME_YEARS_DAYS = 1_095;
export const MIN_SHARE_LINKED = 0.5;
export const MIN_SHARE_SAME_YEARS = 2 / 3;
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
export const MIN_OLD_UNITS = 3;
export const MIN_UNSEEN_UNITS = 10;
export const UNSEEN_DAYS = 730;
export const DORMANT_DAYS = 365;
/** The contacts, the officers and the name of a number that is taken over are replaced together. */
export const SAME_CHANGE_DAYS = 21;
/** A registration that is updated for a new use, and the days between two files. */
export const SAME_UPDATE_DAYS = 60;
/** The new use of a number: from this long before the change of contacts to this long after it. */
export const BEFORE_CHANGE_DAYS = 30;
export const AFTER_CHANGE_DAYS = 90;
/** Without a new address. One further change is frequent, as when a company renews its insurance. */
export const MIN_FURTHER_CHANGES = 2;
/** Required if the address was replaced in another file than phone and email, and nothing else changed. */
export const MIN_DAYS_IN_USE = 3;
export const MIN_MORE_SIGHTINGS = 4;
export const MORE_SIGHTINGS = 3;
/** More sightings that are more probable than this at an unchanged rate are a coincidence. */
export const MAX_CHANCE = 0.1;
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

/**
 * Every signal, its severity and its rule in words. Each states facts on record, not their interpretation. The title of a
 * signal that rests on a federal file is followed by the day of the file.
 */
export const signalRules = {
  vin_under_several_carriers: {
    title: 'A vehicle of this carrier was seen under other USDOT numbers in turn',
    severity: 'medium',
    rule: `The records of a VIN change at least ${MIN_CHANGES_OF_CARRIER} times between this carrier and another within ${IN_TURN_DAYS} days. A sale, a lease with a return and trip leases some months apart do not. Vehicles under more than ${MAX_CARRIERS_OF_VEHICLE} carriers are rented and do not count, nor do inferred numbers and VINs with a wrong check digit.`,
  },
  plate_under_several_carriers: {
    title: 'A plate of this carrier was seen under other USDOT numbers in turn',
    severity: 'medium',
    rule: `The sightings of a plate and state change at least ${MIN_CHANGES_OF_CARRIER} times between this carrier and another within ${IN_TURN_DAYS} days. Plates under more than ${MAX_CARRIERS_OF_VEHICLE} carriers, inferred numbers and doubtful plates do not count.`,
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
    title: `Authority younger than ${YOUNG_DAYS} days, with several old vehicles`,
    severity: 'low',
    rule: `The first authority was granted less than ${YOUNG_DAYS} days ago, and the VINs of at least ${MIN_OLD_UNITS} power units, with a valid check digit and read with at least medium confidence, show that they are at least ${OLD_YEARS} model years old. An owner-operator who starts with one used truck or two is not meant.`,
  },
  far_from_registration: {
    title: 'Seen far outside the state of its intrastate registration',
    severity: 'medium',
    rule: `Registered as intrastate and seen in another state, more than ${BORDER_MILES} miles from every county center of its own, with its number read on the truck, on at least two days or with a second sign of the carrier on the truck. States of former addresses, tow trucks and carriers of exempt commodities do not count.`,
  },
  seen_out_of_service: {
    title: 'Seen moving while under an out-of-service order',
    severity: 'high',
    rule: 'Seen after the day of an out-of-service order and before the day it was rescinded, or until the day of the list of orders, on at least two days or with a second sign of the carrier on the truck.',
  },
  seen_without_authority: {
    title: 'Seen moving while its operating authority was inactive',
    severity: 'high',
    rule: `An interstate for-hire carrier whose authority to carry is inactive, seen from the day after it ended to the day of the register, on at least two days or with a second sign of the carrier on the truck, and at least once more than ${BORDER_MILES} miles outside its own state: loads within the state and in commercial zones need no federal authority. Carriers of exempt commodities do not count. Medium if the carrier also moves own goods, or if the register with its authority is frozen.`,
  },
  authority_revoked: {
    title: 'The operating authority was revoked involuntarily',
    severity: 'high',
    rule: 'The authority to carry of an interstate for-hire carrier was revoked in the last 365 days, not at its own request, and no authority to carry or to broker is active. The carrier need not have been seen since.',
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
    title: 'Contacts were replaced together with other facts about the carrier',
    severity: 'medium',
    rule: `The phone and the email of a registration of a year or more were both replaced in the census within ${SAME_CHANGE_DAYS} days, and so was the address (if in another file and without a further change, the number must have been recorded on ${MIN_DAYS_IN_USE} days by ${AFTER_CHANGE_DAYS} days after it), or at least two more facts changed: all officers or the name within ${SAME_CHANGE_DAYS} days of that; the vehicles, where all officers changed (none of the former ones was recorded again, and at least two others were, on two days); or, from ${BEFORE_CHANGE_DAYS} days before to ${AFTER_CHANGE_DAYS} days after it, the liability insurer or the authority (granted again), the declared power units (by half or more), or the sightings (at least ${MORE_SIGHTINGS} times as many, which has a chance of at most ${MAX_CHANCE * 100}% at an unchanged rate). One of phone and email is enough if the address, all officers and the vehicles changed. Corrections of the same fact do not count.`,
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
    title: 'No inspection, crash or sighting on record in two years despite its declared trucks',
    severity: 'medium',
    rule: `An active interstate for-hire carrier, registered for at least ${UNSEEN_DAYS} days, declares at least ${MIN_UNSEEN_UNITS} power units, and no inspection, crash or sighting of the last ${UNSEEN_DAYS} days has its number. Judged only while the loaded inspections are complete: about two thirds or more of the comparable carriers were inspected, in at least ten states, and the inspections reach back two years.`,
  },
  vin_from_revoked_carrier: {
    title: 'Vehicles last recorded under another number that is revoked or out of service',
    severity: 'high',
    rule: `At least ${MIN_TRANSFERRED} VINs of this carrier (${MIN_TRANSFERRED_TO_OLD} if it was registered more than a year before the loss), or one that kept its plate, were last recorded before under the same other carrier, which lost its authority involuntarily or is under an out-of-service order, less than a year before or after they changed.`,
  },
  shared_with_revoked_carrier: {
    title: 'Its registration has a contact in common with another number that is revoked or out of service',
    severity: 'medium',
    rule: `Another number that lost its authority involuntarily, or is under an out-of-service order, has the same phone, email, street and ZIP, or officer in the same city; and this carrier was registered between a year before and three years after that. A contact of more than ${MAX_SHARING} other carriers does not count. High if two contacts agree, or if the registration names the other number as its revoked predecessor. The other carrier may have nothing to do with this one.`,
  },
  new_authority_after_order: {
    title: 'Authority granted after an out-of-service order against another number with a contact in common',
    severity: 'medium',
    rule: `A new authority to carry was granted in the last 365 days, at most ${GRANTED_AFTER_ORDER_DAYS} days after an out-of-service order that is still in force against another number with the same phone, email, street and ZIP, or officer in the same city. A contact of more than ${MAX_SHARING} other carriers does not count. High if two contacts agree, or if the registration names the other number as its revoked predecessor. The other carrier may have nothing to do with this one.`,
  },
  numbers_registered_together: {
    title: 'Many numbers were registered at its address within a short time',
    severity: 'medium',
    rule: `At least ${MIN_REGISTERED_TOGETHER} USDOT numbers, this one among them, were registered at the same street and ZIP, whatever their spelling, within ${TOGETHER_DAYS} days, and they are at least half of all numbers at the address. The number is at most three years old. The other carriers may have nothing to do with this one.`,
  },
  address_of_many_numbers: {
    title: 'Its address is that of more than ten numbers that also share other contacts',
    severity: 'medium',
    rule: `At least ${MIN_NUMBERS_AT_ADDRESS} USDOT numbers are registered at the same street and ZIP, whatever their spelling, at least two thirds of the others within three years of this one, and at least half of these also share a phone, an email or an officer with another one there. Tenants of a shared office have their own. The other carriers may have nothing to do with this one.`,
  },
  insurance_lapse_while_moving: {
    title: 'Seen moving while its liability insurance had lapsed',
    severity: 'high',
    rule: `An interstate for-hire carrier, seen between the end of one liability filing and the start of the next, or after the last one ended, on at least two days or with a second sign of the carrier on the truck. An authority that is still active ${REVOKED_WITHIN_DAYS} days after the end shows that a filing is missing here, not at FMCSA.`,
  },
  liability_cancellation_announced: {
    title: 'The end of its liability insurance is announced, and no filing follows',
    severity: 'medium',
    rule: 'The authority to carry is active, and the last liability filing in force has an announced end in the future, without a filing on record that covers the time after it. Most carriers file a replacement in time.',
  },
  security_cancellation_announced: {
    title: 'The end of its broker or forwarder security is announced, and no filing follows',
    severity: 'medium',
    rule: 'The authority as a broker or forwarder is active, and the last bond or trust fund in force has an announced end in the future, without a filing on record that covers the time after it.',
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
    rule: `On the day of the census, the last MCS-150 of an active registration was older than the due date before the last one. The last two digits of the USDOT number set the due month and year. ${UPDATE_GRACE_DAYS} days of grace.`,
  },
} as const satisfies Record<string, Rule>;

export type SignalName = keyof typeof signalRules;
