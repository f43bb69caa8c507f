import { cargoHeaders, companyCensus } from '../../../server/src/domain/federal/datasets/company-census.ts';
import type { Carrier } from '../carrier.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { Trade } from '../words.ts';

const classDefinitions: Record<Trade, string> = {
  'for-hire': 'AUTHORIZED FOR HIRE',
  private: 'PRIVATE PROPERTY',
  passenger: 'AUTHORIZED FOR HIRE;PRIVATE PASSENGER, BUSINESS',
};
/** The largest fleet of each letter code, in power units. */
const FLEET_SIZES = [
  1, 3, 6, 8, 11, 14, 17, 19, 23, 28, 32, 38, 44, 55, 75, 100, 200, 300, 400, 550, 999, 2_000,
];

export function fleetSize(powerUnits: number): string {
  if (powerUnits === 0) return '';
  const at = [...FLEET_SIZES, 3_000, 4_000, 5_000].findIndex((limit) => powerUnits <= limit);
  return at === -1 ? 'Z' : String.fromCharCode(65 + at);
}

export function companyCensusFile(target: Target): FileWriter {
  const table = new CsvTable(target, companyCensus);
  return {
    tables: [table],
    write(carrier) {
      registration(table, carrier);
      addresses(table, carrier);
      operation(table, carrier);
      equipment(table, carrier);
      table.endRow();
    },
  };
}

function registration(table: CsvTable, carrier: Carrier): void {
  table
    .set('MCS150_DATE', table.days.compact(carrier.mcs150Day))
    .set('ADD_DATE', table.days.compact(carrier.addDay))
    .set('STATUS_CODE', carrier.status)
    .set('DOT_NUMBER', carrier.usdot)
    .set('DUN_BRADSTREET_NO', carrier.index % 3 === 0 ? '--' : '')
    .set('CARRIER_OPERATION', carrier.operation)
    .set('BUSINESS_ORG_ID', 3)
    .set('MCS150_MILEAGE', carrier.mileage)
    .set('MCS150_MILEAGE_YEAR', table.days.priorYear(carrier.mcs150Day))
    .set('PRIOR_REVOKE_FLAG', carrier.planted?.priorRevoked ? 'Y' : 'N')
    .set('PRIOR_REVOKE_DOT_NUMBER', carrier.planted?.priorRevoked ?? '')
    .set('PHONE', carrier.phone)
    .set('COMPANY_OFFICER_1', carrier.planted?.officer ?? 'SYNTHETIC PERSON')
    .set('FLEETSIZE', fleetSize(carrier.powerUnits))
    .set('CARSHIP', carrier.broker ? 'CB' : 'C')
    .setText('LEGAL_NAME', carrier.legalName)
    .setText('DBA_NAME', carrier.dbaName);
  if (carrier.docket === null) return;
  table.set('DOCKET1PREFIX', 'MC').set('DOCKET1', carrier.docket).set('DOCKET1_STATUS_CODE', 'A');
}

function addresses(table: CsvTable, carrier: Carrier): void {
  table
    .setText('PHY_STREET', carrier.street)
    .set('PHY_CITY', carrier.city)
    .set('PHY_COUNTRY', 'US')
    .set('PHY_STATE', carrier.state)
    .set('PHY_ZIP', carrier.zip)
    .set('PHY_CNTY', carrier.county.code)
    .setText('CARRIER_MAILING_STREET', carrier.street)
    .set('CARRIER_MAILING_STATE', carrier.state)
    .set('CARRIER_MAILING_CITY', carrier.city)
    .set('CARRIER_MAILING_COUNTRY', 'US')
    .set('CARRIER_MAILING_ZIP', carrier.zip)
    .set('EMAIL_ADDRESS', carrier.email);
}

function operation(table: CsvTable, carrier: Carrier): void {
  table
    .set('HM_Ind', carrier.hazmat ? 'Y' : 'N')
    // A driver count, where 99,999 means unknown.
    .set('INTERSTATE_BEYOND_100_MILES', carrier.index % 997 === 0 ? 99_999 : carrier.drivers)
    .set('TOTAL_CDL', carrier.cdlDrivers)
    .set('TOTAL_DRIVERS', carrier.drivers)
    .setText('CLASSDEF', carrier.planted?.classification ?? classDefinitions[carrier.trade])
    .set('DRIVER_INTER_TOTAL', carrier.operation === 'A' ? carrier.drivers : 0)
    .set('TOTAL_INTRASTATE_DRIVERS', carrier.operation === 'A' ? 0 : carrier.drivers);
  if (carrier.rating !== '') {
    table
      .set('SAFETY_RATING', carrier.rating)
      .set('SAFETY_RATING_DATE', table.days.compact(carrier.ratingDay))
      .set('REVIEW_TYPE', 'C')
      .set('REVIEW_DATE', table.days.compact(carrier.ratingDay))
      .set('RECORDABLE_CRASH_RATE', '000.000');
  }
  for (const cargo of carrier.cargo) table.set(cargoHeaders[cargo - 1] ?? '', 'X');
  if (carrier.cargo.includes(30)) table.setText('CRGO_CARGOOTHR_DESC', 'GENERAL GOODS, N.O.S.');
}

function equipment(table: CsvTable, carrier: Carrier): void {
  const leased = carrier.index % 4 === 0 ? Math.floor(carrier.tractors / 5) : 0;
  table
    .set('TRUCK_UNITS', carrier.tractors + carrier.trucks)
    .set('POWER_UNITS', carrier.powerUnits)
    .set('BUS_UNITS', carrier.coaches)
    .set('OWNTRUCK', carrier.trucks)
    .set('OWNTRACT', carrier.tractors - leased)
    .set('OWNTRAIL', carrier.trailers)
    .set('OWNCOACH', carrier.coaches)
    .set('TRMTRACT', leased);
}
