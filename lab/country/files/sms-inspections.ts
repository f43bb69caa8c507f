import { smsInspection, smsViolation } from '../../../server/src/domain/federal/datasets/sms-inputs.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, smsDays } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import { type Inspection, isDriverLevel, isVehicleLevel } from '../inspection.ts';
import { unitTypes } from '../unit.ts';
import { type Basic, basicNames } from '../violation-codes.ts';
import { inspectionReport, smsInspectionId, timeWeight } from './records.ts';

const COLUMNS: [Basic, string][] = [
  ['UD', 'Unsafe'],
  ['HOS', 'Fatigued'],
  ['DF', 'Dr_Fitness'],
  ['CS', 'Subt_Alcohol'],
  ['VM', 'Vh_Maint'],
  ['HM', 'HM'],
];

/** An inspection is relevant to a BASIC by its level, or if it found a violation of it. */
export function isRelevant(basic: Basic, inspection: Inspection, violations: number): boolean {
  if (violations > 0) return true;
  if (basic === 'HM') return inspection.hazmat && isVehicleLevel(inspection.level);
  return basic === 'VM' ? isVehicleLevel(inspection.level) : isDriverLevel(inspection.level);
}

export function smsInspectionFiles(target: Target, country: Country): FileWriter {
  const inspections = new CsvTable(target, smsInspection);
  const violations = new CsvTable(target, smsViolation);
  return {
    tables: [inspections, violations],
    write(carrier, events) {
      for (const inspection of events.inspections) {
        if (inspection.day <= country.asOfDay - smsDays(country)) continue;
        writeInspection(inspections, carrier, inspection, country);
        writeViolations(violations, carrier, inspection, country);
      }
    },
  };
}

function writeInspection(table: CsvTable, carrier: Carrier, inspection: Inspection, country: Country): void {
  const { oos, units, county, serial } = inspection;
  table
    .set('Unique_ID', smsInspectionId(serial))
    .set('Report_Number', inspectionReport(serial))
    .set('Report_State', county.state)
    .set('DOT_Number', carrier.usdot)
    .set('Insp_Date', table.days.worded(inspection.day))
    .set('Insp_level_ID', inspection.level)
    .set('County_code_State', county.state)
    .set('Time_Weight', timeWeight(country.asOfDay, inspection.day))
    .set('Driver_OOS_Total', oos.driver)
    .set('Vehicle_OOS_Total', oos.vehicle)
    .set('Total_Hazmat_Sent', inspection.hazmat ? 1 : 0)
    .set('OOS_Total', oos.driver + oos.vehicle + oos.hazmat)
    .set('Hazmat_OOS_Total', oos.hazmat)
    .set('Hazmat_Placard_req', inspection.hazmat ? 'true' : '');
  for (const [n, unit] of units.entries()) {
    const end = n === 0 ? '' : '2';
    table
      .set(`Unit_Type_Desc${end}`, unitTypes[unit.kind].words)
      .set(`Unit_Make${end}`, unit.make)
      .set(`Unit_License${end}`, unit.plate)
      .set(`Unit_License_State${end}`, unit.plateState)
      .set(`VIN${end}`, unit.vin);
  }
  let total = 0;
  for (const [basic, name] of COLUMNS) {
    let found = 0;
    for (const { code } of inspection.violations) if (code.basic === basic) found++;
    total += found;
    if (isRelevant(basic, inspection, found)) table.set(`${name}_Insp`, 'true');
    table.set(`${name}_Viol`, found);
  }
  table.set('BASIC_Viol', total).endRow();
}

function writeViolations(table: CsvTable, carrier: Carrier, inspection: Inspection, country: Country): void {
  for (const { code, on, outOfService } of inspection.violations) {
    // Unsafe Driving and Controlled Substances have no out-of-service weight.
    const extra = outOfService && code.basic !== 'UD' && code.basic !== 'CS' ? 2 : 0;
    table
      .set('Unique_ID', smsInspectionId(inspection.serial))
      .set('Insp_Date', table.days.worded(inspection.day))
      .set('DOT_Number', carrier.usdot)
      .set('Viol_Code', code.smsCode)
      .set('BASIC_Desc', basicNames[code.basic])
      .set('OOS_Indicator', outOfService ? 'true' : 'false')
      .set('OOS_Weight', extra)
      .set('Severity_Weight', code.severity)
      .set('Time_Weight', timeWeight(country.asOfDay, inspection.day))
      .set('Total_Severity_Wght', code.severity + extra)
      .setText('Section_Desc', code.description)
      .setText('Group_Desc', code.group)
      .set('Viol_Unit', on)
      .endRow();
  }
}
