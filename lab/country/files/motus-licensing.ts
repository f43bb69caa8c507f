import {
  motusAuthHist,
  motusBoc3,
  motusCarrier,
  motusInsHist,
  motusInsur,
  motusRevokeSuspend,
} from '../../../server/src/domain/federal/datasets/motus.ts';
import { kindOf, makeBonds, makeLicense, makePolicies, NOTICE_DAYS, requiredCoverage } from '../authority.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, LEGACY_FROZEN } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { Suspension } from '../fraud/planted.ts';
import type { License, Policy } from '../record-types.ts';
import { writeAgent, writeBusiness } from './licensing-columns.ts';

const PROPERTY = 'Motor Carrier of Property (Except Household Goods)';
const PASSENGERS = 'Motor Carrier of Passengers';
const BROKER = 'Broker of Property (Except Household Goods)';
const dollars = (amount: number) => `${amount}.00`;
const typeOf = ({ trade }: Carrier) => (trade === 'passenger' ? PASSENGERS : PROPERTY);
const statusOf = ({ active, grantedDay }: License) =>
  active ? 'Active' : grantedDay === null ? 'Pending' : 'Inactive';

/** Motus writes dockets in three formats. */
function docketOf({ docket }: License): string {
  if (docket % 3 === 0) return `MC-${docket}`;
  return docket % 3 === 1 ? `MC${docket}` : `MC${String(docket).padStart(8, '0')}`;
}

const keyed = (table: CsvTable, carrier: Carrier, license: License) =>
  table.set('DOCKET_NUMBER', docketOf(license)).set('USDOT_NUMBER', carrier.usdot);

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
      const license = makeLicense(country, carrier);
      if (!license?.motus) return;
      writeAuthority(carriers, carrier, license, typeOf(carrier));
      if (carrier.broker) writeAuthority(carriers, carrier, license, BROKER);
      writeHistory(history, carrier, license, country.asOfDay);
      writeAgent(keyed(agents, carrier, license), carrier, license);
      for (const order of suspensionsOf(country, carrier, license))
        writeOrder(orders, carrier, license, order);
      const policies = makePolicies(country, carrier, license);
      for (const policy of [...policies, ...makeBonds(country, carrier, license)]) {
        if (policy.cancelDay === null || policy.cancelDay > country.asOfDay) {
          writeInsurance(insurance, carrier, license, policy);
        }
        if (policy.cancelDay !== null) writePast(past, carrier, license, policy);
      }
    },
  };
}

/** One row per authority. As in the real file, BIPD_FILE is 0 even if the carrier is insured. */
function writeAuthority(table: CsvTable, carrier: Carrier, license: License, type: string): void {
  keyed(table, carrier, license)
    .setText('OP_AUTH_TYPE', type)
    .set('OP_AUTH_STATUS', statusOf(license))
    .set('MIN_COV_AMOUNT', dollars(type === BROKER ? 0 : requiredCoverage(carrier)))
    .set('CARGO_REQ', 'N')
    .set('BOND_REQ', type === BROKER ? 'Y' : 'N')
    .set('BIPD_FILE', 0)
    .set('CARGO_FILE', 'N')
    .set('BOND_FILE', type === BROKER && license.active ? 'Y' : 'N');
  writeBusiness(table, carrier);
}

function writeHistory(table: CsvTable, carrier: Carrier, license: License, asOfDay: number): void {
  for (const [status, reason, day] of motusEvents(carrier, license)) {
    if (day > asOfDay) continue;
    keyed(table, carrier, license)
      .setText('OP_AUTH_TYPE', typeOf(carrier))
      .set('OP_AUTH_STATUS', status)
      .set('REASON', reason)
      .set('STATUS_CHANGE_DATE', table.days.compact(day))
      .endRow();
  }
}

type MotusEvent = [status: string, reason: string, day: number];

/** Motus has what happened since the freeze; of an older license, its status when it was moved. */
function motusEvents(carrier: Carrier, license: License): MotusEvent[] {
  const { grantedDay, notices, active } = license;
  if (grantedDay === null) return [['Pending', 'Application Received', carrier.addDay]];
  if (!license.legacy)
    return [
      ['Pending', 'Application Received', carrier.addDay],
      ['Active', 'Granted', grantedDay],
    ];
  const resolved = (carrier.planted?.suspensions ?? []).flatMap(({ resolvedDay }): MotusEvent[] =>
    resolvedDay === undefined ? [] : [['Active', 'Compliance', resolvedDay]],
  );
  if (active) return [['Active', 'Granted', LEGACY_FROZEN], ...resolved];
  return [['Inactive', 'Revoked', Math.max(LEGACY_FROZEN, (notices.at(-1)?.day ?? 0) + NOTICE_DAYS)]];
}

/** Some active carriers have a pending suspension. */
function suspensionsOf({ asOfDay }: Country, { index, planted }: Carrier, { active }: License): Suspension[] {
  if (planted?.suspensions) return planted.suspensions;
  if (!active || index % 11 !== 0) return [];
  return [{ type: 'Involuntary Suspension', servedDay: asOfDay - 10, effectiveDay: asOfDay + 20 }];
}

/** A future effective date means that the suspension is pending. */
function writeOrder(table: CsvTable, carrier: Carrier, license: License, order: Suspension): void {
  keyed(table, carrier, license)
    .setText('OP_AUTH_TYPE', typeOf(carrier))
    .set('ORDER1_SERVE_DATE', table.days.compact(order.servedDay))
    .set('ORDER1_TYPE_DESC', order.type)
    .set('ORDER1_EFFECTIVE_DATE', table.days.compact(order.effectiveDay))
    .endRow();
}

function writeInsurance(table: CsvTable, carrier: Carrier, license: License, policy: Policy): void {
  keyed(table, carrier, license)
    .set('INS_FORM_CODE', policy.form)
    .set('INS_TYPE_CODE', kindOf(policy).code)
    .set('INS_CLASS_CODE', policy.above ? 'E' : 'P')
    .set('MAX_COV_AMOUNT', dollars(policy.dollars))
    .set('UNDERL_LIM_AMOUNT', dollars(policy.above ?? 0))
    .set('POLICY_NO', policy.number)
    .set('EFFECTIVE_DATE', table.days.compact(policy.effectiveDay))
    .set('INSURANCE_COMPANY_NAME', policy.insurer)
    .set('TRANS_DATE', table.days.compact(policy.effectiveDay + 2))
    .endRow();
}

function writePast(table: CsvTable, carrier: Carrier, license: License, policy: Policy): void {
  keyed(table, carrier, license)
    .set('INS_FORM_CODE', policy.form)
    .set('FILING_STATUS_REASON', 'Cancelled')
    .set('INS_TYPE_CODE', kindOf(policy).code)
    .set('POLICY_NO', policy.number)
    .set('INS_TYPE_DESC', kindOf(policy).words)
    .set('MIN_COV_AMOUNT', dollars(policy.dollars))
    .set('INS_CLASS_CODE', 'P')
    .set('EFFECTIVE_DATE', table.days.compact(policy.effectiveDay))
    .set('UNDERL_LIM_AMOUNT', dollars(0))
    .set('MAX_COV_AMOUNT', dollars(policy.dollars))
    .set('CANCL_EFFECTIVE_DATE', table.days.compact(policy.cancelDay ?? policy.effectiveDay))
    .set('INSURANCE_COMPANY_NAME', policy.insurer)
    .endRow();
}
