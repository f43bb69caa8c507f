import { column, type Dataset, past, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { dollars, usdot } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

/** One row per operating authority. Its `BIPD_FILE` is 0 for insured carriers: what is on file stands in Insur. */
export const motusCarrier: Dataset = {
  name: 'motus-carrier',
  title: 'Motus Carrier',
  portalId: 'inys-ebih',
  table: 'motus_carriers',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    ...past('RFC_NUMBER'),
    required('OP_AUTH_TYPE', 'authority_type', keyText),
    required('OP_AUTH_STATUS', 'authority_status', text),
    column('MIN_COV_AMOUNT', 'bipd_required_dollars', dollars),
    column('CARGO_REQ', 'cargo_required', flag),
    column('BOND_REQ', 'bond_required', flag),
    ...past('BIPD_FILE'),
    column('CARGO_FILE', 'cargo_on_file', flag),
    column('BOND_FILE', 'bond_on_file', flag),
    ...past('BUS_UNDELIVERABLE_MAIL', 'MAIL_UNDELIVERABLE_MAIL'),
    column('DBA_NAME', 'dba_name', text),
    column('LEGAL_NAME', 'legal_name', text),
    ...past('BUS_STREET_PO', 'BUS_COLONIA', 'BUS_CITY', 'BUS_STATE_CODE', 'BUS_CTRY_CODE', 'BUS_ZIP_CODE'),
    ...past('BUS_TELNO', 'MAIL_STREET_PO', 'MAIL_COLONIA', 'MAIL_CITY', 'MAIL_STATE_CODE'),
    ...past('MAIL_CTRY_CODE', 'MAIL_ZIP_CODE'),
  ],
};
