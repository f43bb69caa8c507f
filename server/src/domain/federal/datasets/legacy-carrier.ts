import { column, type Dataset, past, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { thousands, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

/** One row per docket. Authority is `A` active, `I` inactive, `N` none. */
export const legacyCarrier: Dataset = {
  name: 'legacy-carrier',
  title: 'L&I Carrier (legacy)',
  portalId: '6eyk-hxee',
  table: 'legacy_carriers',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    ...past('MX_TYPE', 'RFC_NUMBER'),
    required('COMMON_STAT', 'common_status', text, ['COMMON_AUTHORITY']),
    required('CONTRACT_STAT', 'contract_status', text, ['CONTRACT_AUTHORITY']),
    required('BROKER_STAT', 'broker_status', text, ['BROKER_AUTHORITY']),
    column('COMMON_APP_PEND', 'common_pending', flag),
    column('CONTRACT_APP_PEND', 'contract_pending', flag),
    column('BROKER_APP_PEND', 'broker_pending', flag),
    column('COMMON_REV_PEND', 'common_in_revocation', flag),
    column('CONTRACT_REV_PEND', 'contract_in_revocation', flag),
    column('BROKER_REV_PEND', 'broker_in_revocation', flag),
    column('PROPERTY_CHK', 'property', flag),
    column('PASSENGER_CHK', 'passenger', flag),
    column('HHG_CHK', 'household_goods', flag),
    column('PRIVATE_AUTH_CHK', 'private_authority', flag),
    column('ENTERPRISE_CHK', 'enterprise', flag),
    column('MIN_COV_AMOUNT', 'bipd_required_dollars', thousands),
    column('CARGO_REQ', 'cargo_required', flag),
    column('BOND_REQ', 'bond_required', flag),
    column('BIPD_FILE', 'bipd_on_file_dollars', thousands),
    column('CARGO_FILE', 'cargo_on_file', flag),
    column('BOND_FILE', 'bond_on_file', flag),
    ...past('UNDELIVERABLE_MAIL'),
    column('DBA_NAME', 'dba_name', text),
    column('LEGAL_NAME', 'legal_name', text),
    ...past('BUS_STREET_PO', 'BUS_COLONIA', 'BUS_CITY', 'BUS_STATE_CODE', 'BUS_CTRY_CODE', 'BUS_ZIP_CODE'),
    ...past('BUS_TELNO', 'BUS_FAX', 'MAIL_STREET_PO', 'MAIL_COLONIA', 'MAIL_CITY', 'MAIL_STATE_CODE'),
    ...past('MAIL_CTRY_CODE', 'MAIL_ZIP_CODE', 'MAIL_TELNO', 'MAIL_FAX'),
  ],
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
