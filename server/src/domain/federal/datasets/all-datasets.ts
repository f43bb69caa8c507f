import type { Dataset } from '../dataset.ts';
import { countyCodes, violationCodes, wmiVehicleTypes } from './code-lists.ts';
import { companyCensus } from './company-census.ts';
import {
  crashFile,
  inspectionsPerUnit,
  inspectionViolations,
  outOfServiceOrders,
  vehicleInspection,
} from './daily-records.ts';
import * as legacy from './legacy.ts';
import * as motus from './motus.ts';
import { smsCensus, smsCrash, smsInspection, smsViolation } from './sms-inputs.ts';
import { smsAbPassenger, smsAbProperty, smsCPassenger, smsCProperty } from './sms-outputs.ts';

/**
 * Every dataset, in import order: datasets that others look things up in come first (county names, carriers by
 * docket, units of inspections).
 */
export const allDatasets: readonly Dataset[] = [
  countyCodes,
  wmiVehicleTypes,
  violationCodes,
  companyCensus,
  motus.motusCarrier,
  legacy.legacyCarrier,
  motus.motusInsur,
  motus.motusInsHist,
  motus.motusAuthHist,
  motus.motusBoc3,
  motus.motusRevokeSuspend,
  legacy.legacyInsur,
  legacy.legacyActPendInsur,
  legacy.legacyInsHist,
  legacy.legacyAuthHist,
  legacy.legacyBoc3,
  legacy.legacyRevocation,
  outOfServiceOrders,
  inspectionsPerUnit,
  inspectionViolations,
  vehicleInspection,
  crashFile,
  smsCensus,
  smsInspection,
  smsViolation,
  smsCrash,
  smsAbProperty,
  smsCProperty,
  smsAbPassenger,
  smsCPassenger,
];
