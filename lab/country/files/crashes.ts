import { crashFile } from '../../../server/src/domain/federal/datasets/daily-records.ts';
import { smsCrash } from '../../../server/src/domain/federal/datasets/sms-inputs.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, dailyDays, smsDays } from '../country.ts';
import type { Crash } from '../crash.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { Unit } from '../record-types.ts';
import { crashId, crashReport, timeWeight } from './records.ts';

const WEATHER = ['', 'No Adverse Condition', 'Rain'];
const LIGHT = ['', 'Daylight', 'Dark - Not Lighted'];
const SURFACE = ['', 'Dry', 'Wet'];

export function crashFiles(target: Target, country: Country): FileWriter {
  const daily = new CsvTable(target, crashFile);
  const sms = new CsvTable(target, smsCrash);
  return {
    tables: [daily, sms],
    write(carrier, events) {
      for (const crash of events.crashes) {
        if (crash.day <= country.asOfDay - dailyDays(country)) continue;
        for (const [n, unit] of crash.units.entries()) {
          // One crash in five has no carrier in the daily file, and is missing from the SMS file.
          writeDaily(daily, crash.serial % 5 === 0 ? null : carrier, crash, unit, n + 1);
          const counts = crash.recordable && crash.day > country.asOfDay - smsDays(country);
          if (counts && crash.serial % 5 !== 0) writeSms(sms, carrier, crash, unit, n + 1, country.asOfDay);
        }
      }
    },
  };
}

function writeDaily(table: CsvTable, carrier: Carrier | null, crash: Crash, unit: Unit, seq: number): void {
  const { county, serial } = crash;
  table
    .set('CHANGE_DATE', `${table.days.compact(crash.day + 4)} 0310`)
    .set('CRASH_ID', crashId(serial * 2 + seq - 1))
    .set('REPORT_STATE', county.state)
    .set('REPORT_NUMBER', county.state + crashReport(serial))
    .set('REPORT_DATE', table.days.compact(crash.day))
    .set('REPORT_TIME', crash.time)
    .set('REPORT_SEQ_NO', seq)
    .set('DOT_NUMBER', carrier?.usdot ?? '')
    .set('CI_STATUS_CODE', carrier ? 'C' : 'N')
    .setText('LOCATION', `ROUTE ${serial % 99}, NEAR EXIT ${serial % 300}`)
    .setText('CITY', county.name.toUpperCase())
    .set('STATE', county.state)
    .set('COUNTY_CODE', county.code)
    .set('TRUCK_BUS_IND', unit.kind === 'coach' ? 'B' : 'T')
    .set('TRAFFICWAY_ID', 1 + (serial % 3))
    .set('ACCESS_CONTROL_ID', 1 + (serial % 3))
    .set('ROAD_SURFACE_CONDITION_ID', crash.surface)
    .set('CARGO_BODY_TYPE_ID', unit.kind === 'coach' ? 2 : 3)
    .set('GVW_RATING_ID', 3)
    .set('VEHICLE_IDENTIFICATION_NUMBER', unit.vin)
    .set('VEHICLE_LICENSE_NUMBER', unit.plate)
    .set('VEHICLE_LIC_STATE', unit.plateState)
    .set('WEATHER_CONDITION_ID', crash.weather)
    .set('VEHICLE_CONFIGURATION_ID', unit.kind === 'tractor' ? 9 : unit.kind === 'coach' ? 4 : 6)
    .set('LIGHT_CONDITION_ID', crash.light)
    .set('HAZMAT_RELEASED', crash.hazmatReleased ? 'Y' : 'N')
    .set('VEHICLES_IN_ACCIDENT', crash.units.length + 1)
    .set('FATALITIES', crash.fatalities)
    .set('INJURIES', crash.injuries)
    .set('TOW_AWAY', crash.towAway ? 'Y' : 'N')
    .set('FEDERAL_RECORDABLE', crash.recordable ? 'Y' : 'N')
    .set('STATE_RECORDABLE', 'Y')
    .setText('CRASH_CARRIER_NAME', carrier?.legalName ?? '')
    .set('DOCKET_NUMBER', carrier?.docket ? `MC${carrier.docket}` : '')
    .set('CRASH_CARRIER_INTERSTATE', carrier ? (carrier.operation === 'A' ? 'Y' : 'N') : 'X')
    .setText('CRASH_EVENT_SEQ_ID_DESC', '1:13:Collision involving motor vehicle in transport')
    .endRow();
}

function writeSms(
  table: CsvTable,
  carrier: Carrier,
  crash: Crash,
  unit: Unit,
  seq: number,
  asOfDay: number,
): void {
  const harmed = crash.fatalities > 0 || crash.injuries > 0;
  table
    .set('Report_number', crashReport(crash.serial))
    .set('Report_seq_no', seq)
    .set('DOT_Number', carrier.usdot)
    .set('Report_Date', table.days.worded(crash.day))
    .set('Report_State', crash.county.state)
    .set('Fatalities', crash.fatalities)
    .set('Injuries', crash.injuries)
    .set('Tow_Away', crash.towAway ? 'true' : '')
    .set('Hazmat_released', crash.hazmatReleased ? 'true' : '')
    .setText('Trafficway_Desc', 'Two-Way Trafficway, Not Divided')
    .set('Access_Control_Desc', 'No Access Control')
    .set('Road_surface_Condition_Desc', SURFACE[crash.surface] ?? '')
    .set('Weather_Condition_Desc', WEATHER[crash.weather] ?? '')
    .set('Light_Condition_Desc', LIGHT[crash.light] ?? '')
    .set('Vehicle_ID_Number', unit.vin)
    .set('Vehicle_License_number', unit.plate)
    .set('Vehicle_license_state', unit.plateState)
    .set('Severity_Weight', (harmed ? 2 : 1) + (crash.hazmatReleased ? 1 : 0))
    .set('Time_weight', timeWeight(asOfDay, crash.day))
    .set('citation_issued_desc', 'No')
    .set('seq_num', seq)
    .set('Not_Preventable', crash.notPreventable ? 'true' : '')
    .endRow();
}
