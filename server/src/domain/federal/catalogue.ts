import type { Dataset } from './dataset.ts';
import { companyCensus } from './datasets/company-census.ts';
import { countyCodes } from './datasets/county-codes.ts';
import { crashFile } from './datasets/crash-file.ts';
import { inspectionViolations } from './datasets/inspection-violations.ts';
import { inspectionsPerUnit } from './datasets/inspections-per-unit.ts';
import { legacyActPendInsur } from './datasets/legacy-act-pend-insur.ts';
import { legacyAuthHist } from './datasets/legacy-auth-hist.ts';
import { legacyBoc3 } from './datasets/legacy-boc3.ts';
import { legacyCarrier } from './datasets/legacy-carrier.ts';
import { legacyInsHist } from './datasets/legacy-ins-hist.ts';
import { legacyInsur } from './datasets/legacy-insur.ts';
import { legacyRevocation } from './datasets/legacy-revocation.ts';
import { motusAuthHist } from './datasets/motus-auth-hist.ts';
import { motusBoc3 } from './datasets/motus-boc3.ts';
import { motusCarrier } from './datasets/motus-carrier.ts';
import { motusInsHist } from './datasets/motus-ins-hist.ts';
import { motusInsur } from './datasets/motus-insur.ts';
import { motusRevokeSuspend } from './datasets/motus-revoke-suspend.ts';
import { outOfServiceOrders } from './datasets/out-of-service-orders.ts';
import { smsAbPassenger } from './datasets/sms-ab-passenger.ts';
import { smsAbProperty } from './datasets/sms-ab-property.ts';
import { smsCPassenger } from './datasets/sms-c-passenger.ts';
import { smsCProperty } from './datasets/sms-c-property.ts';
import { smsCensus } from './datasets/sms-census.ts';
import { smsCrash } from './datasets/sms-crash.ts';
import { smsInspection } from './datasets/sms-inspection.ts';
import { smsViolation } from './datasets/sms-violation.ts';
import { vehicleInspection } from './datasets/vehicle-inspection.ts';
import { violationCodes } from './datasets/violation-codes.ts';
import { violationGroups } from './datasets/violation-groups.ts';
import { wmiVehicleTypes } from './datasets/wmi-vehicle-types.ts';

/**
 * Every dataset, in the order in which a folder is imported: what others look things up in comes first
 * (county names, the carriers of dockets, the units of inspections).
 */
export const catalogue: readonly Dataset[] = [
  ...[countyCodes, wmiVehicleTypes, violationCodes, violationGroups],
  ...[companyCensus, motusCarrier, legacyCarrier],
  ...[motusInsur, motusInsHist, motusAuthHist, motusBoc3, motusRevokeSuspend],
  ...[legacyInsur, legacyActPendInsur, legacyInsHist, legacyAuthHist, legacyBoc3, legacyRevocation],
  ...[outOfServiceOrders, inspectionsPerUnit, inspectionViolations, vehicleInspection, crashFile],
  ...[smsCensus, smsInspection, smsViolation, smsCrash],
  ...[smsAbProperty, smsCProperty, smsAbPassenger, smsCPassenger],
];
