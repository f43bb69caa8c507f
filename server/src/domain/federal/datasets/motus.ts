import { column, columns, type Dataset, docketColumn, required, unused } from '../dataset.ts';
import { date } from '../values/date.ts';
import { flag } from '../values/flag.ts';
import { dollars, usdot } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';

const byDocket = { generatedKey: 'row_hash', identifiedByDocket: true } as const;
const docketAndUsdot = [docketColumn(), required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER'])];

/** One row per operating authority. `BIPD_FILE` is not used: it is 0 even for insured carriers. Insur has the filings. */
export const motusCarrier: Dataset = {
  name: 'motus-carrier',
  title: 'Motus Carrier',
  portalId: 'inys-ebih',
  table: 'motus_carriers',
  columns: [
    ...docketAndUsdot,
    ...unused('RFC_NUMBER'),
    required('OP_AUTH_TYPE', 'authority_type', keyText),
    required('OP_AUTH_STATUS', 'authority_status', text),
    column('MIN_COV_AMOUNT', 'bipd_required_dollars', dollars),
    column('CARGO_REQ', 'cargo_required', flag),
    column('BOND_REQ', 'bond_required', flag),
    ...unused('BIPD_FILE'),
    column('CARGO_FILE', 'cargo_on_file', flag),
    column('BOND_FILE', 'bond_on_file', flag),
    ...unused('BUS_UNDELIVERABLE_MAIL', 'MAIL_UNDELIVERABLE_MAIL'),
    ...columns(text, 'DBA_NAME', 'LEGAL_NAME'),
    ...unused('BUS_STREET_PO', 'BUS_COLONIA', 'BUS_CITY', 'BUS_STATE_CODE', 'BUS_CTRY_CODE', 'BUS_ZIP_CODE'),
    ...unused('BUS_TELNO', 'MAIL_STREET_PO', 'MAIL_COLONIA', 'MAIL_CITY', 'MAIL_STATE_CODE'),
    ...unused('MAIL_CTRY_CODE', 'MAIL_ZIP_CODE'),
  ],
};

/** Lists active and pending filings. A scheduled cancellation is in InsHist. */
export const motusInsur: Dataset = {
  name: 'motus-insur',
  title: 'Motus Insur',
  portalId: 'c5y8-a4uz',
  table: 'motus_insurance',
  columns: [
    ...docketAndUsdot,
    required('INS_FORM_CODE', 'form_code', text),
    column('INS_TYPE_CODE', 'type_code', text),
    column('INS_CLASS_CODE', 'class_code', text),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', dollars),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', dollars),
    column('POLICY_NO', 'policy_number', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    required('INSURANCE_COMPANY_NAME', 'company_name', text),
    required('TRANS_DATE', 'transaction_date', date),
  ],
  ...byDocket,
};

/** A cancel date in the future means that the filing is still in force. */
export const motusInsHist: Dataset = {
  name: 'motus-ins-hist',
  title: 'Motus InsHist',
  portalId: '3uet-3z4i',
  table: 'motus_insurance_history',
  columns: [
    ...docketAndUsdot,
    required('INS_FORM_CODE', 'form_code', text),
    required('FILING_STATUS_REASON', 'filing_status_reason', text),
    column('INS_TYPE_CODE', 'type_code', text),
    column('INS_TYPE_IND', 'type_indicator', text),
    column('POLICY_NO', 'policy_number', text),
    column('INS_TYPE_DESC', 'type_desc', text),
    column('MIN_COV_AMOUNT', 'min_coverage_dollars', dollars),
    column('INS_CLASS_CODE', 'class_code', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', dollars),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', dollars),
    required('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
    column('INSURANCE_COMPANY_NAME', 'company_name', text),
  ],
  ...byDocket,
};

export const motusAuthHist: Dataset = {
  name: 'motus-auth-hist',
  title: 'Motus AuthHist',
  portalId: 'yu5v-wbh6',
  table: 'motus_authority_history',
  columns: [
    ...docketAndUsdot,
    required('OP_AUTH_TYPE', 'authority_type', text),
    required('OP_AUTH_STATUS', 'authority_status', text),
    column('REASON', 'reason', text),
    required('STATUS_CHANGE_DATE', 'status_change_date', date),
  ],
  ...byDocket,
};

export const motusBoc3: Dataset = {
  name: 'motus-boc3',
  title: 'Motus BOC3',
  portalId: '6snj-ed7q',
  table: 'motus_process_agents',
  columns: [
    ...docketAndUsdot,
    required('CO_NAME', 'company_name', text),
    column('STREET_PO', 'street', text),
    column('CITY', 'city', text),
    column('STATE_CODE', 'state', text),
    column('ZIP_CODE', 'zip', text),
    column('CTRY_CODE', 'country', text),
  ],
  ...byDocket,
};

/** Includes suspensions. An effective date in the future means that the order is pending. */
export const motusRevokeSuspend: Dataset = {
  name: 'motus-revoke-suspend',
  title: 'Motus RevokeSuspend',
  portalId: 'wb4f-neki',
  table: 'motus_revocations',
  columns: [
    ...docketAndUsdot,
    required('OP_AUTH_TYPE', 'authority_type', text),
    required('ORDER1_SERVE_DATE', 'served_date', date),
    required('ORDER1_TYPE_DESC', 'order_type', text),
    column('ORDER1_EFFECTIVE_DATE', 'effective_date', date),
  ],
  ...byDocket,
};
