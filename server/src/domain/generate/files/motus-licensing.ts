import {
  motusAuthHist,
  motusBoc3,
  motusCarrier,
  motusInsHist,
  motusInsur,
  motusRevokeSuspend,
} from '../../federal/datasets/motus.ts';
import { type Licence, makeLicence, makePolicies, type Policy } from '../authority.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, LEGACY_FROZEN } from '../country.ts';
import { CsvTable, type Target } from '../csv-table.ts';
import { compactDay } from '../days.ts';
import type { FileWriter } from '../file-writer.ts';

const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
const BROKER = 'Broker of Property (Except Household Goods)';
const dollars = (amount: number) => `${amount}.00`;

/** Motus writes a docket in three ways. */
function docketOf({ docket }: Licence): string {
  if (docket % 3 === 0) return `MC-${docket}`;
  return docket % 3 === 1 ? `MC${docket}` : `MC${String(docket).padStart(8, '0')}`;
}

export function motusLicensingFiles(target: Target, country: Country): FileWriter {
  const carriers = new CsvTable(target, motusCarrier);
  const history = new CsvTable(target, motusAuthHist);
  const agents = new CsvTable(target, motusBoc3);
  const orders = new CsvTable(target, motusRevokeSuspend);
  const insurance = new CsvTable(target, motusInsur);
  const past = new CsvTable(target, motusInsHist);
  return {
    tables: [carriers, history, agents, orders, insurance, past],
    write(carrier) {
      const licence = makeLicence(country, carrier);
      if (!licence?.motus) return;
      writeAuthority(carriers, carrier, licence, PROPERTY);
      if (carrier.broker) writeAuthority(carriers, carrier, licence, BROKER);
      writeHistory(history, carrier, licence, country.asOfDay);
      writeAgent(agents, carrier, licence);
      if (carrier.index % 11 === 0) writeOrder(orders, carrier, licence, country.asOfDay);
      for (const policy of makePolicies(country, carrier, licence)) {
        if (policy.cancelDay === null || policy.cancelDay > country.asOfDay) {
          writeInsurance(insurance, carrier, licence, policy);
        }
        if (policy.cancelDay !== null) writePast(past, carrier, licence, policy);
      }
    },
  };
}

/** One row per authority. BIPD_FILE is 0 even where there is insurance, as in the real file. */
function writeAuthority(table: CsvTable, carrier: Carrier, licence: Licence, type: string): void {
  table
    .set('DOCKET_NUMBER', docketOf(licence))
    .set('USDOT_NUMBER', carrier.usdot)
    .setText('OP_AUTH_TYPE', type)
    .set('OP_AUTH_STATUS', licence.active ? 'Active' : carrier.status === 'A' ? 'Pending' : 'Inactive')
    .set('MIN_COV_AMOUNT', dollars(type === BROKER ? 0 : 750_000))
    .set('CARGO_REQ', 'N')
    .set('BOND_REQ', type === BROKER ? 'Y' : 'N')
    .set('BIPD_FILE', 0)
    .set('CARGO_FILE', 'N')
    .set('BOND_FILE', type === BROKER ? 'Y' : 'N')
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

function writeHistory(table: CsvTable, carrier: Carrier, licence: Licence, asOfDay: number): void {
  const day = Math.min(asOfDay, Math.max(LEGACY_FROZEN, licence.grantedDay));
  for (const [status, reason, after] of [
    ['Pending', 'Application Received', 0],
    ['Active', 'Granted', 25],
  ] as const) {
    if (status === 'Active' && (!licence.active || day + after > asOfDay)) continue;
    table
      .set('DOCKET_NUMBER', docketOf(licence))
      .set('USDOT_NUMBER', carrier.usdot)
      .setText('OP_AUTH_TYPE', PROPERTY)
      .set('OP_AUTH_STATUS', status)
      .set('REASON', reason)
      .set('STATUS_CHANGE_DATE', compactDay(day + after))
      .endRow();
  }
}

function writeAgent(table: CsvTable, carrier: Carrier, licence: Licence): void {
  table
    .set('DOCKET_NUMBER', docketOf(licence))
    .set('USDOT_NUMBER', carrier.usdot)
    .set('CO_NAME', licence.agent)
    .setText('STREET_PO', '1 SYNTHETIC PLAZA, FLOOR 2')
    .set('CITY', carrier.city)
    .set('STATE_CODE', carrier.state)
    .set('ZIP_CODE', carrier.zip)
    .set('CTRY_CODE', 'US')
    .endRow();
}

/** A future effective date means that the suspension is pending. */
function writeOrder(table: CsvTable, carrier: Carrier, licence: Licence, asOfDay: number): void {
  table
    .set('DOCKET_NUMBER', docketOf(licence))
    .set('USDOT_NUMBER', carrier.usdot)
    .setText('OP_AUTH_TYPE', PROPERTY)
    .set('ORDER1_SERVE_DATE', compactDay(asOfDay - 10))
    .set('ORDER1_TYPE_DESC', 'Involuntary Suspension')
    .set('ORDER1_EFFECTIVE_DATE', compactDay(asOfDay + 20))
    .endRow();
}

function writeInsurance(table: CsvTable, carrier: Carrier, licence: Licence, policy: Policy): void {
  table
    .set('DOCKET_NUMBER', docketOf(licence))
    .set('USDOT_NUMBER', carrier.usdot)
    .set('INS_FORM_CODE', policy.form)
    .set('INS_TYPE_CODE', 1)
    .set('INS_CLASS_CODE', 'P')
    .set('MAX_COV_AMOUNT', dollars(policy.dollars))
    .set('UNDERL_LIM_AMOUNT', dollars(0))
    .set('POLICY_NO', policy.number)
    .set('EFFECTIVE_DATE', compactDay(policy.effectiveDay))
    .set('INSURANCE_COMPANY_NAME', policy.insurer)
    .set('TRANS_DATE', compactDay(policy.effectiveDay + 2))
    .endRow();
}

function writePast(table: CsvTable, carrier: Carrier, licence: Licence, policy: Policy): void {
  table
    .set('DOCKET_NUMBER', docketOf(licence))
    .set('USDOT_NUMBER', carrier.usdot)
    .set('INS_FORM_CODE', policy.form)
    .set('FILING_STATUS_REASON', 'Cancelled')
    .set('INS_TYPE_CODE', 1)
    .set('POLICY_NO', policy.number)
    .set('INS_TYPE_DESC', 'BIPD/Primary')
    .set('MIN_COV_AMOUNT', dollars(policy.dollars))
    .set('INS_CLASS_CODE', 'P')
    .set('EFFECTIVE_DATE', compactDay(policy.effectiveDay))
    .set('UNDERL_LIM_AMOUNT', dollars(0))
    .set('MAX_COV_AMOUNT', dollars(policy.dollars))
    .set('CANCL_EFFECTIVE_DATE', compactDay(policy.cancelDay ?? policy.effectiveDay))
    .set('INSURANCE_COMPANY_NAME', policy.insurer)
    .endRow();
}
