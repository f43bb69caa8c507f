import {
  legacyActPendInsur,
  legacyAuthHist,
  legacyBoc3,
  legacyCarrier,
  legacyInsHist,
  legacyInsur,
  legacyRevocation,
} from '../../../server/src/domain/federal/datasets/legacy.ts';
import { kindOf, makeBonds, makeLicense, makePolicies, NOTICE_DAYS, requiredCoverage } from '../authority.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, LEGACY_FROZEN } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { License, Policy } from '../record-types.ts';
import { writeAgent, writeBusiness } from './licensing-columns.ts';

const padded = (usdot: number) => String(usdot).padStart(8, '0');
const docket = (number: number) => `MC${String(number).padStart(6, '0')}`;
/** Amounts are in thousands of dollars, five digits. */
const thousands = (dollars: number) => String(Math.round(dollars / 1_000)).padStart(5, '0');
const COMMON = 'MOTOR PROPERTY COMMON CARRIER';

const keyed = (table: CsvTable, carrier: Carrier, license: License) =>
  table.set('DOCKET_NUMBER', docket(license.docket)).set('DOT_NUMBER', padded(carrier.usdot));

/** The legacy files as last published. The two history files are text without a header. */
export function legacyLicensingFiles(target: Target, country: Country): FileWriter {
  const quoted = { quoteAll: true };
  const carriers = new CsvTable(target, legacyCarrier, quoted);
  const agents = new CsvTable(target, legacyBoc3, quoted);
  const history = new CsvTable(target, legacyAuthHist, { quoteAll: true, header: false, extension: 'txt' });
  const revocations = new CsvTable(target, legacyRevocation, quoted);
  const insurance = insuranceTables(target);
  return {
    tables: [carriers, agents, history, revocations, ...insurance.all],
    write(carrier) {
      const license = makeLicense(country, carrier);
      if (!license?.legacy) return;
      const policies = makePolicies(country, carrier, license).filter((p) => p.effectiveDay < LEGACY_FROZEN);
      const bonds = makeBonds(country, carrier, license);
      writeCarrier(carriers, carrier, license, policies, bonds.some(isInForce));
      writeAgent(keyed(agents, carrier, license), carrier, license);
      writeHistory(history, carrier, license);
      writeRevocations(revocations, carrier, license);
      for (const policy of [...policies, ...bonds]) insurance.write(carrier, license, policy);
    },
  };
}

const isInForce = ({ cancelDay }: Policy) => cancelDay === null || cancelDay > LEGACY_FROZEN;

function writeCarrier(
  table: CsvTable,
  carrier: Carrier,
  license: License,
  policies: Policy[],
  hasBond: boolean,
): void {
  const liability = policies.find(isInForce);
  const isPending = license.grantedDay === null;
  const status = isPending ? 'N' : license.active ? 'A' : 'I';
  for (const kind of ['COMMON', 'CONTRACT', 'BROKER'])
    table.set(`${kind}_APP_PEND`, isPending && kind === 'COMMON' ? 'Y' : 'N').set(`${kind}_REV_PEND`, 'N');
  keyed(table, carrier, license)
    .set('COMMON_STAT', status)
    .set('CONTRACT_STAT', license.contract ? status : 'N')
    .set('BROKER_STAT', carrier.broker ? status : 'N')
    .set('PROPERTY_CHK', carrier.trade === 'passenger' ? 'N' : 'Y')
    .set('PASSENGER_CHK', carrier.trade === 'passenger' ? 'Y' : 'N')
    .set('HHG_CHK', carrier.cargo.includes(2) ? 'Y' : 'N')
    .set('PRIVATE_AUTH_CHK', 'N')
    .set('ENTERPRISE_CHK', 'N')
    .set('MIN_COV_AMOUNT', thousands(requiredCoverage(carrier)))
    .set('CARGO_REQ', carrier.cargo.includes(2) ? 'Y' : 'N')
    .set('BOND_REQ', carrier.broker ? 'Y' : 'N')
    .set('BIPD_FILE', thousands(liability?.dollars ?? 0))
    .set('CARGO_FILE', 'N')
    .set('BOND_FILE', hasBond ? 'Y' : 'N');
  writeBusiness(table, carrier);
}

/** The real file contains impossible years, so this one does too. */
function servedDate(table: CsvTable, serial: number, day: number): string {
  if (serial % 2_503 === 0) return '06/15/0189';
  return serial % 4_001 === 0 ? '01/01/2517' : table.days.slashed(day);
}

function writeHistory(table: CsvTable, carrier: Carrier, license: License): void {
  const row = (type: string, action: string, day: number, final = '', finalDay = 0) =>
    keyed(table, carrier, license)
      .set('SUB_NUMBER', '0000')
      .set('MOD_COL_1', type)
      .set('ORIGINAL_ACTION_DESC', action)
      .set('ORIG_SERVED_DATE', servedDate(table, carrier.index + table.rows, day))
      .set('DISP_ACTION_DESC', final)
      .set('DISP_DECIDED_DATE', finalDay ? table.days.slashed(finalDay) : '')
      .set('DISP_SERVED_DATE', finalDay ? table.days.slashed(finalDay) : '')
      .endRow();
  const { grantedDay, notices, active } = license;
  if (grantedDay === null) {
    row(COMMON, 'APPLICATION', carrier.addDay);
    return;
  }
  const others = [
    ...(license.contract ? ['MOTOR PROPERTY CONTRACT CARRIER'] : []),
    ...(carrier.broker ? ['BROKER'] : []),
  ];
  const ended = active ? undefined : notices.at(-1);
  const revoked = notices.find(({ carriedOut }) => carriedOut);
  row(COMMON, 'GRANTED', grantedDay, revoked ? 'REVOKED' : '', revoked ? revoked.day + NOTICE_DAYS : 0);
  for (const type of others)
    row(type, 'GRANTED', grantedDay, ended ? 'REVOKED' : '', ended ? ended.day + NOTICE_DAYS : 0);
  for (const { day, carriedOut, reinstatedAfter } of notices) {
    const outcome = carriedOut ? 'REVOKED' : 'DISCONTINUED REVOCATION';
    row(COMMON, 'INVOLUNTARY REVOCATION', day, outcome, day + NOTICE_DAYS);
    if (carriedOut && reinstatedAfter !== null) row(COMMON, 'REINSTATED', day + reinstatedAfter);
  }
}

function writeRevocations(table: CsvTable, carrier: Carrier, license: License): void {
  for (const { day, carriedOut, voluntary } of license.notices) {
    keyed(table, carrier, license)
      .set('TYPE_LICENSE', 'COMMON')
      .set('ORDER1_SERVE_DATE', table.days.slashed(day))
      .set('ORDER2_TYPE_DESC', carriedOut && !voluntary ? 'INVOLUNTARY REVOCATION' : 'VOLUNTARY REVOCATION')
      .set('ORDER2_EFFECTIVE_DATE', carriedOut ? table.days.slashed(day + NOTICE_DAYS) : '')
      .endRow();
  }
}

function insuranceTables(target: Target) {
  const insur = new CsvTable(target, legacyInsur, { quoteAll: true });
  const active = new CsvTable(target, legacyActPendInsur, { quoteAll: true });
  const past = new CsvTable(target, legacyInsHist, { quoteAll: true, header: false, extension: 'txt' });
  return {
    all: [insur, active, past],
    write(carrier: Carrier, license: License, policy: Policy) {
      if (!isInForce(policy)) return writePast(past, carrier, license, policy);
      writeInsur(insur, license, policy);
      writeActive(active, carrier, license, policy);
    },
  };
}

function writeInsur(table: CsvTable, license: License, policy: Policy): void {
  table
    .set('PREFIX_DOCKET_NUMBER', docket(license.docket))
    .set('INS_TYPE_CODE', kindOf(policy).code)
    .set('INS_CLASS_CODE', policy.above ? 'E' : 'P')
    .set('MAX_COV_AMOUNT', thousands(policy.dollars))
    .set('UNDERL_LIM_AMOUNT', thousands(policy.above ?? 0))
    .set('POLICY_NO', policy.number)
    .set('EFFECTIVE_DATE', table.days.slashed(policy.effectiveDay))
    .set('INS_FORM_CODE', policy.form)
    .set('NAME_COMPANY', policy.insurer)
    .endRow();
}

/** Insurance files often omit the USDOT number: the docket is the key. */
function writeActive(table: CsvTable, carrier: Carrier, license: License, policy: Policy): void {
  // A cancellation is on file 30 days before it takes effect.
  const cancelDay = (policy.cancelDay ?? 0) > LEGACY_FROZEN + NOTICE_DAYS ? null : policy.cancelDay;
  table
    .set('DOCKET_NUMBER', docket(license.docket))
    .set('DOT_NUMBER', carrier.index % 3 === 0 ? '' : padded(carrier.usdot))
    .set('INS_FORM_CODE', policy.form)
    .set('MOD_COL_1', kindOf(policy).words)
    .set('NAME_COMPANY', policy.insurer)
    .set('POLICY_NO', policy.number)
    .set('POSTED_DATE', table.days.slashed(policy.effectiveDay + 2))
    .set('UNDERL_LIM_AMOUNT', thousands(policy.above ?? 0))
    .set('MAX_COV_AMOUNT', thousands(policy.dollars))
    .set('EFFECTIVE_DATE', table.days.slashed(policy.effectiveDay))
    .set('CANCL_EFFECTIVE_DATE', cancelDay ? table.days.slashed(cancelDay) : '')
    .endRow();
}

function writePast(table: CsvTable, carrier: Carrier, license: License, policy: Policy): void {
  // The real file repeats some rows.
  for (let copies = carrier.index % 6 === 0 ? 2 : 1; copies > 0; copies--) {
    table
      .set('DOCKET_NUMBER', docket(license.docket))
      .set('DOT_NUMBER', carrier.index % 3 === 0 ? '' : padded(carrier.usdot))
      .set('INS_FORM_CODE', policy.form)
      .set('MOD_COL_1', 'Cancelled')
      .set('INS_CANCL_FORM', '35')
      .set('MOD_COL_3', kindOf(policy).words)
      .set('POLICY_NO', policy.number)
      .set('MIN_COV_AMOUNT', thousands(policy.dollars))
      .set('INS_CLASS_CODE', 'P')
      .set('EFFECTIVE_DATE', table.days.slashed(policy.effectiveDay))
      .set('UNDERL_LIM_AMOUNT', thousands(policy.above ?? 0))
      .set('MAX_COV_AMOUNT', thousands(policy.dollars))
      .set('CANCL_EFFECTIVE_DATE', table.days.slashed(policy.cancelDay ?? policy.effectiveDay))
      .set('CANCL_METHOD', carrier.index % 2 ? 'TERM/CANCL' : 'Term/REPL')
      .set('INSER_BRANCH', '00')
      .set('NAME_COMPANY', policy.insurer)
      .endRow();
  }
}
