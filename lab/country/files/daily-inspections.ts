import {
  inspectionsPerUnit,
  inspectionViolations,
  vehicleInspection,
} from '../../../server/src/domain/federal/datasets/daily-records.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, dailyDays } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { Inspection } from '../inspection.ts';
import { unitTypes } from '../unit.ts';
import { inspectionId, inspectionReport, unitId, violationId } from './records.ts';

export function dailyInspectionFiles(target: Target, country: Country): FileWriter {
  const inspections = new CsvTable(target, vehicleInspection);
  const units = new CsvTable(target, inspectionsPerUnit);
  const violations = new CsvTable(target, inspectionViolations);
  return {
    tables: [inspections, units, violations],
    write(carrier, events) {
      for (const inspection of events.inspections) {
        if (inspection.day <= country.asOfDay - dailyDays(country)) continue;
        writeInspection(inspections, carrier, inspection);
        writeUnits(units, inspection);
        writeViolations(violations, inspection);
      }
    },
  };
}

function writeInspection(table: CsvTable, carrier: Carrier, inspection: Inspection): void {
  const { county, serial, oos } = inspection;
  const changed = `${table.days.compact(inspection.day + 3)} 2142`;
  table
    .set('CHANGE_DATE', changed)
    .set('INSPECTION_ID', inspectionId(serial))
    .set('DOT_NUMBER', carrier.usdot)
    .set('REPORT_STATE', county.state)
    .set('REPORT_NUMBER', county.state + inspectionReport(serial))
    .set('INSP_DATE', table.days.compact(inspection.day))
    .set('INSP_START_TIME', inspection.startTime)
    .set('CI_STATUS_CODE', 'C')
    .setText('LOCATION_DESC', `HWY ${1 + (serial % 99)}, MP ${serial % 400}`)
    .set('COUNTY_CODE_STATE', county.state)
    .set('COUNTY_CODE', county.code)
    .set('INSP_LEVEL_ID', inspection.level)
    .set('INSP_FACILITY', inspection.fixedSite ? 'F' : 'R')
    .set('HAZMAT_PLACARD_REQ', inspection.hazmat ? 'Y' : 'N')
    .set('POST_ACC_IND', 'N')
    .set('VIOL_TOTAL', inspection.violations.length)
    .set('OOS_TOTAL', oos.driver + oos.vehicle + oos.hazmat)
    .set('DRIVER_OOS_TOTAL', oos.driver)
    .set('VEHICLE_OOS_TOTAL', oos.vehicle)
    .set('HAZMAT_OOS_TOTAL', oos.hazmat)
    .set('MCMIS_ADD_DATE', changed)
    .setText('INSP_CARRIER_NAME', carrier.legalName)
    .set('DOCKET_NUMBER', carrier.docket === null ? '' : `MC${carrier.docket}`)
    .set('INSP_INTERSTATE', carrier.operation === 'A' ? 'Y' : 'N');
  let [driver, vehicle, hazmat] = [0, 0, 0];
  for (const { on, code } of inspection.violations) {
    if (code.basic === 'HM') hazmat++;
    else if (on === 'D') driver++;
    else vehicle++;
  }
  table
    .set('DRIVER_VIOL_TOTAL', driver)
    .set('VEHICLE_VIOL_TOTAL', vehicle)
    .set('HAZMAT_VIOL_TOTAL', hazmat)
    .endRow();
}

function writeUnits(table: CsvTable, { serial, units, day }: Inspection): void {
  for (const [n, unit] of units.entries()) {
    table
      .set('CHANGE_DATE', `${table.days.compact(day + 3)} 2142`)
      .set('INSPECTION_ID', inspectionId(serial))
      .set('INSP_UNIT_ID', unitId(serial, n))
      .set('INSP_UNIT_TYPE_ID', unitTypes[unit.kind].id)
      .set('INSP_UNIT_NUMBER', n + 1)
      .set('INSP_UNIT_MAKE', unit.make)
      .set('INSP_UNIT_COMPANY', unit.number)
      .set('INSP_UNIT_LICENSE', unit.plate)
      .set('INSP_UNIT_LICENSE_STATE', unit.plateState)
      .set('INSP_UNIT_VEHICLE_ID_NUMBER', unit.vin)
      .endRow();
  }
}

function writeViolations(table: CsvTable, { serial, violations, day }: Inspection): void {
  for (const [n, { code, on, outOfService }] of violations.entries()) {
    const [part = '', section = ''] = code.code.split('.');
    table
      .set('CHANGE_DATE', `${table.days.compact(day + 3)} 2142`)
      .set('INSPECTION_ID', inspectionId(serial))
      .set('INSP_VIOLATION_ID', violationId(serial, n))
      .set('SEQ_NO', n + 1)
      .set('PART_NO', part)
      .set('PART_NO_SECTION', section.split('-')[0] ?? '')
      .set('INSP_VIOL_UNIT', on)
      .set('INSP_UNIT_ID', on === 'D' ? '' : unitId(serial, Number(on) - 1))
      .set('INSP_VIOLATION_CATEGORY_ID', code.category)
      .set('OUT_OF_SERVICE_INDICATOR', outOfService ? (on === 'D' ? 'Z' : 'Y') : 'N')
      .set('DEFECT_VERIFICATION_ID', outOfService ? 1 : 3)
      .set('VIOL_CODE', code.code)
      .setText('VIOL_DESC', code.description)
      .endRow();
  }
}
