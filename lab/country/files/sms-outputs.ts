import { SEGMENTS } from '../../../server/src/contract/scores.ts';
import { isoDay } from '../../../server/src/demo/day-formats.ts';
import {
  smsAbPassenger,
  smsAbProperty,
  smsCPassenger,
  smsCProperty,
} from '../../../server/src/domain/federal/datasets/sms-outputs.ts';
import { isRecentYear, segmentIndex } from '../../../server/src/domain/safety/sms/carrier-facts.ts';
import { utilizationFactor } from '../../../server/src/domain/safety/sms/measures.ts';
import { currentMethod } from '../../../server/src/domain/safety/sms/method-current.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, SMS_DAYS } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import { calendarDays } from '../days.ts';
import { type Inspection, isDriverLevel, isVehicleLevel } from '../inspection.ts';
import type { Basic } from '../violation-codes.ts';
import { timeWeight } from './records.ts';
import { isRelevant } from './sms-inspections.ts';

const BASICS: [Basic, string, string][] = [
  ['UD', 'UNSAFE_DRIV', 'driver inspections'],
  ['HOS', 'HOS_DRIV', 'driver inspections'],
  ['DF', 'DRIV_FIT', 'driver inspections'],
  ['CS', 'CONTR_SUBST', 'driver inspections'],
  ['VM', 'VEH_MAINT', 'vehicle inspections'],
];

/** The sum over inspections of min(30, severity weights) × time weight, divided by the units or the relevant inspections. */
function measureOf(basic: Basic, inspections: Inspection[], carrier: Carrier, asOfDay: number) {
  let [points, weights, withViolation] = [0, 0, 0];
  for (const inspection of inspections) {
    let [found, severity] = [0, 0];
    for (const { code, outOfService } of inspection.violations) {
      if (code.basic !== basic) continue;
      found++;
      severity += code.severity + (outOfService && basic !== 'UD' && basic !== 'CS' ? 2 : 0);
    }
    const weight = timeWeight(asOfDay, inspection.day);
    points += Math.min(30, severity) * weight;
    if (found > 0) withViolation++;
    if (isRelevant(basic, inspection, found)) weights += weight;
  }
  const divisor = basic === 'UD' ? unitsInUse(carrier, asOfDay) : weights;
  return { measure: divisor === 0 ? 0 : points / divisor, withViolation };
}

/** Power units times the utilization factor. Synthetic fleets never change size. */
function unitsInUse(carrier: Carrier, asOfDay: number): number {
  const units = carrier.tractors + carrier.coaches;
  const segment =
    SEGMENTS[segmentIndex(units, carrier.powerUnits, currentMethod.combinationShare)] ?? 'straight';
  const mileageYear = Number(calendarDays.priorYear(carrier.mcs150Day));
  const isRecent = isRecentYear(mileageYear, isoDay(asOfDay), currentMethod.milesMonths);
  const miles = isRecent && carrier.mileage > 0 ? carrier.mileage : Number.NaN;
  return carrier.powerUnits * utilizationFactor(currentMethod, segment, miles, carrier.powerUnits);
}

/** `.69`, `0`, `14.5`: at most two decimals, and no zero before the point. */
function formatMeasure(measure: number): string {
  return String(Math.round(measure * 100) / 100).replace(/^0\./, '.');
}

export function smsOutputFiles(target: Target, country: Country): FileWriter {
  const tables = {
    property: { ab: new CsvTable(target, smsAbProperty), c: new CsvTable(target, smsCProperty) },
    passenger: { ab: new CsvTable(target, smsAbPassenger), c: new CsvTable(target, smsCPassenger) },
  };
  return {
    tables: [...Object.values(tables.property), ...Object.values(tables.passenger)],
    write(carrier, events) {
      const first = country.asOfDay - SMS_DAYS;
      const inspections = events.inspections.filter(({ day }) => day > first);
      if (inspections.length === 0) return;
      const population = carrier.operation === 'C' ? 'c' : 'ab';
      writeOutput(tables.property[population], carrier, inspections, country.asOfDay, false);
      if (carrier.trade !== 'passenger') return;
      writeOutput(tables.passenger[population], carrier, inspections, country.asOfDay, true);
    },
  };
}

function writeOutput(
  table: CsvTable,
  carrier: Carrier,
  inspections: Inspection[],
  asOfDay: number,
  passenger: boolean,
): void {
  const driver = inspections.filter(({ level }) => isDriverLevel(level));
  const vehicle = inspections.filter(({ level }) => isVehicleLevel(level));
  table
    .set('DOT_NUMBER', carrier.usdot)
    .set('INSP_TOTAL', inspections.length)
    .set('DRIVER_INSP_TOTAL', driver.length)
    .set('DRIVER_OOS_INSP_TOTAL', driver.filter(({ oos }) => oos.driver > 0).length)
    .set('VEHICLE_INSP_TOTAL', vehicle.length)
    .set('VEHICLE_OOS_INSP_TOTAL', vehicle.filter(({ oos }) => oos.vehicle > 0).length);
  for (const [basic, name, needed] of BASICS) {
    const { measure, withViolation } = measureOf(basic, inspections, carrier, asOfDay);
    table
      .set(`${name}_INSP_W_VIOL`, withViolation)
      .set(`${name}_MEASURE`, formatMeasure(measure))
      .set(`${name}_AC`, carrier.usdot % 500 === 0 ? 'Y' : 'N');
    if (!passenger) continue;
    const enough = (basic === 'VM' ? vehicle : driver).length >= 5 && withViolation > 0;
    // Carriers are not ranked here: an increasing function of the measure replaces the percentile.
    const percentile = Math.round(100 * (1 - Math.exp(-measure / 3)));
    const alert = enough && percentile >= 65 ? 'Y' : 'N';
    table
      .set(`${name}_PCT`, enough ? `${percentile}%` : `Less than 5 ${needed}`)
      .set(`${name}_RD_ALERT`, alert)
      .set(`${name}_BASIC_ALERT`, alert);
  }
  table.endRow();
}
