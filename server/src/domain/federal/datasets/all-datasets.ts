import type { Dataset } from '../dataset.ts';
import { companyCensus } from './company-census.ts';
import { countyCodes } from './county-codes.ts';
import { crashFile } from './crash-file.ts';
import { inspectionViolations } from './inspection-violations.ts';
import { inspectionsPerUnit } from './inspections-per-unit.ts';
import { legacyActPendInsur } from './legacy-act-pend-insur.ts';
import { legacyAuthHist } from './legacy-auth-hist.ts';
import { legacyBoc3 } from './legacy-boc3.ts';
import { legacyCarrier } from './legacy-carrier.ts';
import { legacyInsHist } from './legacy-ins-hist.ts';
import { legacyInsur } from './legacy-insur.ts';
import { legacyRevocation } from './legacy-revocation.ts';
import { motusAuthHist } from './motus-auth-hist.ts';
import { motusBoc3 } from './motus-boc3.ts';
import { motusCarrier } from './motus-carrier.ts';
import { motusInsHist } from './motus-ins-hist.ts';
import { motusInsur } from './motus-insur.ts';
import { motusRevokeSuspend } from './motus-revoke-suspend.ts';
import { outOfServiceOrders } from './out-of-service-orders.ts';
import { smsAbPassenger } from './sms-ab-passenger.ts';
import { smsAbProperty } from './sms-ab-property.ts';
import { smsCPassenger } from './sms-c-passenger.ts';
import { smsCProperty } from './sms-c-property.ts';
import { smsCensus } from './sms-census.ts';
import { smsCrash } from './sms-crash.ts';
import { smsInspection } from './sms-inspection.ts';
import { smsViolation } from './sms-violation.ts';
import { vehicleInspection } from './vehicle-inspection.ts';
import { violationCodes } from './violation-codes.ts';
import { violationGroups } from './violation-groups.ts';
import { wmiVehicleTypes } from './wmi-vehicle-types.ts';

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
