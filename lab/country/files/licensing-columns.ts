import type { Carrier } from '../carrier.ts';
import type { CsvTable } from '../csv-table.ts';
import type { License } from '../record-types.ts';

/** Ends a row with the names and the address of the carrier. */
export function writeBusiness(table: CsvTable, carrier: Carrier): void {
  table
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

/** Ends a row with the process agent. */
export function writeAgent(table: CsvTable, carrier: Carrier, { agent }: License): void {
  table
    .set('CO_NAME', agent)
    .setText('STREET_PO', '1 KELLINGSTEAD PLAZA, FLOOR 2')
    .set('CITY', carrier.city)
    .set('STATE_CODE', carrier.state)
    .set('CTRY_CODE', 'US')
    .set('ZIP_CODE', carrier.zip)
    .endRow();
}
