import {
  legacyActPendInsur,
  legacyAuthHist,
  legacyBoc3,
  legacyCarrier,
  legacyInsHist,
  legacyInsur,
  legacyRevocation,
} from '../../federal/datasets/legacy.ts';
import { type Licence, makeLicence, makePolicies, type Policy } from '../authority.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, LEGACY_FROZEN } from '../country.ts';
import { CsvTable, type Target } from '../csv-table.ts';
import { slashedDay } from '../days.ts';
import type { FileWriter } from '../file-writer.ts';

const padded = (usdot: number) => String(usdot).padStart(8, '0');
const docket = (number: number) => `MC${String(number).padStart(6, '0')}`;
/** Money stands in thousands, five digits. */
const thousands = (dollars: number) => String(Math.round(dollars / 1_000)).padStart(5, '0');
const COMMON = 'MOTOR PROPERTY COMMON CARRIER';

/** The frozen files; two of them as text without a header, as the history files are. */
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
      const licence = makeLicence(country, carrier);
      if (!licence?.legacy) return;
      const policies = makePolicies(country, carrier, licence).filter((p) => p.effectiveDay < LEGACY_FROZEN);
      writeCarrier(carriers, carrier, licence, policies.at(-1));
      writeAgent(agents, carrier, licence);
      writeHistory(history, carrier, licence);
      writeRevocations(revocations, carrier, licence);
      for (const policy of policies) insurance.write(carrier, licence, policy);
    },
  };
}

function writeCarrier(table: CsvTable, carrier: Carrier, licence: Licence, policy: Policy | undefined): void {
  const onFile = licence.active && policy ? policy.dollars : 0;
  for (const kind of ['COMMON', 'CONTRACT', 'BROKER']) {
    table.set(`${kind}_APP_PEND`, 'N').set(`${kind}_REV_PEND`, 'N');
  }
  table
    .set('DOCKET_NUMBER', docket(licence.docket))
    .set('DOT_NUMBER', padded(carrier.usdot))
    .set('COMMON_STAT', licence.active ? 'A' : 'I')
    .set('CONTRACT_STAT', licence.contract ? (licence.active ? 'A' : 'I') : 'N')
    .set('BROKER_STAT', carrier.broker ? 'A' : 'N')
    .set('PROPERTY_CHK', carrier.trade === 'passenger' ? 'N' : 'Y')
    .set('PASSENGER_CHK', carrier.trade === 'passenger' ? 'Y' : 'N')
    .set('HHG_CHK', carrier.cargo.includes(2) ? 'Y' : 'N')
    .set('PRIVATE_AUTH_CHK', 'N')
    .set('ENTERPRISE_CHK', 'N')
    .set('MIN_COV_AMOUNT', thousands(policy?.dollars ?? 750_000))
    .set('CARGO_REQ', carrier.cargo.includes(2) ? 'Y' : 'N')
    .set('BOND_REQ', carrier.broker ? 'Y' : 'N')
    .set('BIPD_FILE', thousands(onFile))
    .set('CARGO_FILE', 'N')
    .set('BOND_FILE', carrier.broker ? 'Y' : 'N')
    .setText('DBA_NAME', carrier.dbaName)
    .setText('LEGAL_NAME', carrier.legalName)
    .setText('BUS_STREET_PO', carrier.street)
    .set('BUS_CITY', carrier.city)
    .set('BUS_STATE_CODE', carrier.state)
    .set('BUS_CTRY_CODE', 'US')
    .set('BUS_ZIP_CODE', carrier.zip)
    .set('BUS_TELNO', carrier.phone)
    .endRow();
}

function writeAgent(table: CsvTable, carrier: Carrier, licence: Licence): void {
  table
    .set('DOCKET_NUMBER', docket(licence.docket))
    .set('DOT_NUMBER', padded(carrier.usdot))
    .set('CO_NAME', licence.agent)
    .setText('STREET_PO', '1 SYNTHETIC PLAZA, FLOOR 2')
    .set('CITY', carrier.city)
    .set('STATE_CODE', carrier.state)
    .set('CTRY_CODE', 'US')
    .set('ZIP_CODE', carrier.zip)
    .endRow();
}

/** Impossible years occur in the real file, and so they do here. */
function servedDate(serial: number, day: number): string {
  if (serial % 2_503 === 0) return `06/15/0189`;
  return serial % 4_001 === 0 ? '01/01/2517' : slashedDay(day);
}

function writeHistory(table: CsvTable, carrier: Carrier, licence: Licence): void {
  const row = (type: string, action: string, day: number, final = '', finalDay = 0) =>
    table
      .set('DOCKET_NUMBER', docket(licence.docket))
      .set('DOT_NUMBER', padded(carrier.usdot))
      .set('SUB_NUMBER', '0000')
      .set('MOD_COL_1', type)
      .set('ORIGINAL_ACTION_DESC', action)
      .set('ORIG_SERVED_DATE', servedDate(carrier.index + table.rows, day))
      .set('DISP_ACTION_DESC', final)
      .set('DISP_DECIDED_DATE', finalDay ? slashedDay(finalDay) : '')
      .set('DISP_SERVED_DATE', finalDay ? slashedDay(finalDay) : '')
      .endRow();
  const revoked = licence.warnings.find((w) => w.carriedOut);
  row(COMMON, 'GRANTED', licence.grantedDay, revoked ? 'REVOKED' : '', revoked ? revoked.day + 30 : 0);
  if (licence.contract) row('MOTOR PROPERTY CONTRACT CARRIER', 'GRANTED', licence.grantedDay);
  if (carrier.broker) row('BROKER', 'GRANTED', licence.grantedDay);
  for (const { day, carriedOut } of licence.warnings) {
    row(COMMON, 'INVOLUNTARY REVOCATION', day, carriedOut ? 'REVOKED' : 'DISCONTINUED REVOCATION', day + 30);
    if (carriedOut) row(COMMON, 'REINSTATED', day + 60);
  }
}

function writeRevocations(table: CsvTable, carrier: Carrier, licence: Licence): void {
  for (const { day, carriedOut } of licence.warnings) {
    table
      .set('DOCKET_NUMBER', docket(licence.docket))
      .set('DOT_NUMBER', padded(carrier.usdot))
      .set('TYPE_LICENSE', 'COMMON')
      .set('ORDER1_SERVE_DATE', slashedDay(day))
      .set('ORDER2_TYPE_DESC', carriedOut ? 'INVOLUNTARY REVOCATION' : 'VOLUNTARY REVOCATION')
      .set('ORDER2_EFFECTIVE_DATE', carriedOut ? slashedDay(day + 30) : '')
      .endRow();
  }
}

function insuranceTables(target: Target) {
  const insur = new CsvTable(target, legacyInsur, { quoteAll: true });
  const active = new CsvTable(target, legacyActPendInsur, { quoteAll: true });
  const past = new CsvTable(target, legacyInsHist, { quoteAll: true, header: false, extension: 'txt' });
  return {
    all: [insur, active, past],
    write(carrier: Carrier, licence: Licence, policy: Policy) {
      const inForce = policy.cancelDay === null || policy.cancelDay > LEGACY_FROZEN;
      if (!inForce) return writePast(past, carrier, licence, policy);
      writeInsur(insur, licence, policy);
      writeActive(active, carrier, licence, policy);
    },
  };
}

function writeInsur(table: CsvTable, licence: Licence, policy: Policy): void {
  table
    .set('PREFIX_DOCKET_NUMBER', docket(licence.docket))
    .set('INS_TYPE_CODE', 1)
    .set('INS_CLASS_CODE', 'P')
    .set('MAX_COV_AMOUNT', thousands(policy.dollars))
    .set('UNDERL_LIM_AMOUNT', '00000')
    .set('POLICY_NO', policy.number)
    .set('EFFECTIVE_DATE', slashedDay(policy.effectiveDay))
    .set('INS_FORM_CODE', policy.form)
    .set('NAME_COMPANY', policy.insurer)
    .endRow();
}

/** The number of the carrier is often missing in the insurance files: the docket is the key. */
function writeActive(table: CsvTable, carrier: Carrier, licence: Licence, policy: Policy): void {
  const { cancelDay } = policy;
  table
    .set('DOCKET_NUMBER', docket(licence.docket))
    .set('DOT_NUMBER', carrier.index % 3 === 0 ? '' : padded(carrier.usdot))
    .set('INS_FORM_CODE', policy.form)
    .set('MOD_COL_1', 'BIPD/Primary')
    .set('NAME_COMPANY', policy.insurer)
    .set('POLICY_NO', policy.number)
    .set('POSTED_DATE', slashedDay(policy.effectiveDay + 2))
    .set('UNDERL_LIM_AMOUNT', '00000')
    .set('MAX_COV_AMOUNT', thousands(policy.dollars))
    .set('EFFECTIVE_DATE', slashedDay(policy.effectiveDay))
    .set('CANCL_EFFECTIVE_DATE', cancelDay ? slashedDay(cancelDay) : '')
    .endRow();
}

function writePast(table: CsvTable, carrier: Carrier, licence: Licence, policy: Policy): void {
  // One row in six stands twice, as in the real file.
  for (let copies = carrier.index % 6 === 0 ? 2 : 1; copies > 0; copies--) {
    table
      .set('DOCKET_NUMBER', docket(licence.docket))
      .set('DOT_NUMBER', carrier.index % 3 === 0 ? '' : padded(carrier.usdot))
      .set('INS_FORM_CODE', policy.form)
      .set('MOD_COL_1', 'Cancelled')
      .set('INS_CANCL_FORM', '35')
      .set('MOD_COL_3', 'BIPD/Primary')
      .set('POLICY_NO', policy.number)
      .set('MIN_COV_AMOUNT', thousands(policy.dollars))
      .set('INS_CLASS_CODE', 'P')
      .set('EFFECTIVE_DATE', slashedDay(policy.effectiveDay))
      .set('UNDERL_LIM_AMOUNT', '00000')
      .set('MAX_COV_AMOUNT', thousands(policy.dollars))
      .set('CANCL_EFFECTIVE_DATE', slashedDay(policy.cancelDay ?? policy.effectiveDay))
      .set('CANCL_METHOD', carrier.index % 2 ? 'TERM/CANCL' : 'Term/REPL')
      .set('INSER_BRANCH', '00')
      .set('NAME_COMPANY', policy.insurer)
      .endRow();
  }
}
