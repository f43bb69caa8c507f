import type { CarrierDetail } from '../../../contract/carrier.ts';
import type { Db } from '../../../db/database.ts';
import { names } from '../../../lib/names.ts';
import { nationalAverages } from '../../safety/published-rates.ts';
import { mayCarry } from '../records/authorities.ts';
import type { CensusRow } from '../records/census.ts';
import * as words from '../records/census-words.ts';
import { text } from '../records/census-words.ts';
import { crashRateOf } from '../records/crash-rate.ts';
import { inspectedCounts, percentOf } from '../records/inspections.ts';
import {
  CRASH_FILES,
  hasAny,
  hasAuthorityRegisters,
  INSPECTION_FILES,
  SMS_OUTPUT_FILES,
  VIOLATION_FILES,
} from '../records/loaded-files.ts';
import { carrierDetail, type DetailRow } from './detail-row.ts';

/** The census writes dashes for an unknown number. */
const NO_NUMBER = /^-*$/;

/** Null when no federal register has the number. */
export async function readCarrierDetail(
  db: Db,
  usdotNumber: number,
  today: string,
): Promise<CarrierDetail | null> {
  const row = await db.row<DetailRow>(carrierDetail, [usdotNumber, today]);
  if (row === null) return null;
  return {
    usdot_number: text(row.usdot_number),
    docket_number: text(row.docket?.docket),
    legal_name: text(row.legal_name),
    dba_name: text(row.dba_name),
    carrier_status: words.wordOf(words.STATUS_WORDS, row.status_code),
    entity_status: entityStatus(row),
    carrier_ein: '',
    dun_bradstreet_no: NO_NUMBER.test(text(row.dun_bradstreet_no)) ? '' : text(row.dun_bradstreet_no),
    mcs150_date: text(row.mcs150_date),
    mcs150_mileage: text(row.mcs150_mileage),
    ...insurance(row),
    ...addresses(row),
    ...operation(row),
    ...inspections(row, today),
    ...events(row),
    carrier_safety_rating_date: text(row.safety_rating_date),
    carrier_safety_rating: words.wordOf(words.RATING_WORDS, row.safety_rating),
    carrier_safety_review_date: text(row.review_date),
    carrier_safety_review_type: words.wordOf(words.REVIEW_WORDS, row.review_type),
  };
}

function insurance({ filing }: DetailRow) {
  return {
    insurer_company_name: text(filing?.company_name),
    insurance_docket_number: filing?.docket_number ? `${filing.docket_prefix}${filing.docket_number}` : '',
    insurance_policy_number: text(filing?.policy_number),
    insurance_policy_type: filing ? 'BIPD/Primary' : '',
    insurance_form_code: text(filing?.form_code),
    insurance_max_coverage_amount: text(filing?.max_coverage_dollars),
    insurance_underlying_limit_amount: text(filing?.underlying_limit_dollars),
    insurance_transaction_date: text(filing?.posted_date),
    insurance_effective_date: text(filing?.effective_date),
    // A filing has no end other than its cancellation.
    insurance_expiration_date: text(filing?.cancel_effective_date),
  };
}

const ADDRESSES = names(
  `phy_street phy_city phy_state phy_zip telephone email_address
   mailing_street mailing_city mailing_state mailing_zip mailing_country`,
);

function addresses(row: CensusRow) {
  type Addresses = Record<(typeof ADDRESSES)[number], string>;
  return Object.fromEntries(ADDRESSES.map((name) => [name, text(row[name])])) as Addresses;
}

function operation(row: DetailRow) {
  const active = (row.authorities ?? []).filter(({ status }) => status === 'A');
  const since = (kind: string) => text(active.find(({ authority }) => authority === kind)?.since);
  const dates = active.flatMap((one) => one.since ?? []).sort();
  return {
    carrier_operation: words.wordOf(words.OPERATION_WORDS, row.carrier_operation),
    operation_classificiation: words.classificationWords(row.classdef).join('; '),
    authority_date: text(dates[0]),
    authorized_for_common_date: since('common'),
    authorized_for_contract_date: since('contract'),
    carrier_total_drivers: text(row.total_drivers),
    carrier_total_power_units: text(row.power_units),
    carried_cargo: words.cargoWords(row.cargo_classes, row.cargo_other).join('; '),
  };
}

function inspections(row: DetailRow, today: string) {
  const averages = nationalAverages(today);
  const counted = inspectedCounts(row.inspections, row.outputs);
  const count = countedIn(row, [...INSPECTION_FILES, ...SMS_OUTPUT_FILES]);
  return {
    carrier_driver_insp: count(counted.driver),
    carrier_driver_oos_insp: count(counted.driver_oos),
    carrier_vehicle_insp: count(counted.vehicle),
    carrier_vehicle_oos_insp: count(counted.vehicle_oos),
    carrier_hazmat_insp: countedIn(row, INSPECTION_FILES)(counted.hazmat),
    carrier_hazmat_oos_insp: countedIn(row, INSPECTION_FILES)(counted.hazmat_oos),
    carrier_driver_oos_rate: percentOf(counted.driver_oos, counted.driver),
    carrier_driver_oos_rate_national_avg: averages.driver,
    carrier_vehicle_oos_rate: percentOf(counted.vehicle_oos, counted.vehicle),
    carrier_vehicle_oos_rate_national_avg: averages.vehicle,
    carrier_hazmat_oos_rate: percentOf(counted.hazmat_oos, counted.hazmat),
    carrier_hazmat_oos_rate_national_avg: averages.hazmat,
  };
}

function events(row: DetailRow) {
  const { crashes, violations } = row;
  const crashCount = countedIn(row, CRASH_FILES);
  const count = countedIn(row, VIOLATION_FILES);
  return {
    carrier_fatal_crash: crashCount(crashes.fatal),
    carrier_inj_crash: crashCount(crashes.injury),
    carrier_towaway_crash: crashCount(crashes.towaway),
    carrier_crash_total: crashCount(crashes.total),
    recordable_crash_rate: crashRate(row),
    basic_unsafe_driving_total_violation: count(violations.unsafe_driving),
    basic_driver_fitness_total_violation: count(violations.driver_fitness),
    basic_hos_total_violation: count(violations.hours_of_service),
    basic_drugs_alcohol_total_violation: count(violations.controlled_substances),
    basic_vehicle_maint_total_violation: count(violations.vehicle_maintenance),
  };
}

/** 0 if it is unknown: the field is not nullable. */
function crashRate(row: DetailRow): number {
  return crashRateOf(row, row.window_end)?.rate ?? 0;
}

/** A count is empty, not 0, while no file has what is counted. */
function countedIn({ loaded_files }: DetailRow, files: readonly string[]): (count: number) => string {
  const isKnown = hasAny(new Set(loaded_files), files);
  return (count) => (isKnown ? text(count) : '');
}

/** In the words of FMCSA's company snapshot. Empty if no active authority is known and a register is not loaded. */
function entityStatus({ is_out_of_service, authorities, loaded_files }: DetailRow): string {
  if (is_out_of_service) return 'OUT-OF-SERVICE';
  const active = new Set((authorities ?? []).filter(({ status }) => status === 'A').map((a) => a.authority));
  const words = [
    mayCarry(authorities, 'property') ? 'Property' : '',
    mayCarry(authorities, 'passenger') ? 'Passenger' : '',
    mayCarry(authorities, 'household goods') ? 'Household Goods' : '',
    active.has('broker') ? 'Broker' : '',
    active.has('forwarder') ? 'Freight Forwarder' : '',
  ].filter((word) => word !== '');
  if (words.length > 0) return `AUTHORIZED FOR ${words.join(', ')}`;
  return hasAuthorityRegisters(new Set(loaded_files)) ? 'NOT AUTHORIZED' : '';
}
