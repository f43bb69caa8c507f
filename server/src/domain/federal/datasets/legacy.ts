import { column, columns, type Dataset, docketColumn, required, unused } from '../dataset.ts';
import { date } from '../values/date.ts';
import { flag } from '../values/flag.ts';
import { smallCount, thousands, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';

/** Motus replaced these licensing and insurance files on 2026-05-14; they have not changed since. */
const legacyFile = { mayLackHeader: true, frozenOn: '2026-05-14' } as const;
const byDocket = { generatedKey: 'row_hash', identifiedByDocket: true } as const;

const docketAndUsdot = [docketColumn(), required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER'])];

/** One row per docket. Authority status: `A` active, `I` inactive, `N` none. */
export const legacyCarrier: Dataset = {
  name: 'legacy-carrier',
  title: 'L&I Carrier (legacy)',
  portalId: '6eyk-hxee',
  table: 'legacy_carriers',
  columns: [
    ...docketAndUsdot,
    ...unused('MX_TYPE', 'RFC_NUMBER'),
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
    ...unused('UNDELIVERABLE_MAIL'),
    ...columns(text, 'DBA_NAME', 'LEGAL_NAME'),
    ...unused('BUS_STREET_PO', 'BUS_COLONIA', 'BUS_CITY', 'BUS_STATE_CODE', 'BUS_CTRY_CODE', 'BUS_ZIP_CODE'),
    ...unused('BUS_TELNO', 'BUS_FAX', 'MAIL_STREET_PO', 'MAIL_COLONIA', 'MAIL_CITY', 'MAIL_STATE_CODE'),
    ...unused('MAIL_CTRY_CODE', 'MAIL_ZIP_CODE', 'MAIL_TELNO', 'MAIL_FAX'),
  ],
  ...legacyFile,
};

/** Has dockets but no USDOT numbers. A row with only a docket marks a policy that was removed. */
export const legacyInsur: Dataset = {
  name: 'legacy-insur',
  title: 'L&I Insur (legacy)',
  portalId: 'ypjt-5ydn',
  table: 'legacy_insurance',
  columns: [
    docketColumn('PREFIX_DOCKET_NUMBER', ['DOCKET_NUMBER']),
    required('INS_TYPE_CODE', 'type_code', smallCount),
    column('INS_CLASS_CODE', 'class_code', text),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    column('POLICY_NO', 'policy_number', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    required('INS_FORM_CODE', 'form_code', text),
    column('NAME_COMPANY', 'company_name', text),
  ],
  ...byDocket,
  skipIfBlank: ['INS_TYPE_CODE', 'MAX_COV_AMOUNT', 'POLICY_NO', 'INS_FORM_CODE', 'NAME_COMPANY'],
  ...legacyFile,
};

export const legacyActPendInsur: Dataset = {
  name: 'legacy-act-pend-insur',
  title: 'L&I ActPendInsur (legacy)',
  portalId: 'qh9u-swkp',
  table: 'legacy_active_insurance',
  columns: [
    ...docketAndUsdot,
    required('INS_FORM_CODE', 'form_code', text),
    column('MOD_COL_1', 'type_desc', text, ['INS_TYPE_DESC']),
    column('NAME_COMPANY', 'company_name', text),
    column('POLICY_NO', 'policy_number', text),
    required('POSTED_DATE', 'posted_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
  ],
  ...byDocket,
  skipIfBlank: ['INS_FORM_CODE', 'NAME_COMPANY', 'POLICY_NO', 'MAX_COV_AMOUNT'],
  ...legacyFile,
};

/** Each row describes a policy that ended. About one row in six is repeated. */
export const legacyInsHist: Dataset = {
  name: 'legacy-ins-hist',
  title: 'L&I InsHist (legacy)',
  portalId: '6sqe-dvqs',
  table: 'legacy_insurance_history',
  columns: [
    ...docketAndUsdot,
    required('INS_FORM_CODE', 'form_code', text),
    column('MOD_COL_1', 'cancellation_method', text, ['CANCELLATION_METHOD']),
    required('INS_CANCL_FORM', 'cancel_form_code', text),
    column('INS_TYPE_IND', 'type_indicator', text),
    column('MOD_COL_3', 'type_desc', text, ['INS_TYPE_DESC']),
    column('POLICY_NO', 'policy_number', text),
    column('MIN_COV_AMOUNT', 'min_coverage_dollars', thousands),
    column('INS_CLASS_CODE', 'class_code', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    required('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
    column('CANCL_METHOD', 'specific_cancellation_method', text),
    column('INSER_BRANCH', 'company_branch', text, ['INSUR_BRANCH', 'INS_BRANCH']),
    column('NAME_COMPANY', 'company_name', text),
  ],
  ...byDocket,
  ...legacyFile,
};

export const legacyAuthHist: Dataset = {
  name: 'legacy-auth-hist',
  title: 'L&I AuthHist (legacy)',
  portalId: '9mw4-x3tu',
  table: 'legacy_authority_history',
  columns: [
    ...docketAndUsdot,
    column('SUB_NUMBER', 'sub_number', text),
    column('MOD_COL_1', 'authority_type', text, ['OP_AUTH_TYPE']),
    required('ORIGINAL_ACTION_DESC', 'original_action', text),
    required('ORIG_SERVED_DATE', 'original_served_date', date),
    column('DISP_ACTION_DESC', 'final_action', text),
    column('DISP_DECIDED_DATE', 'final_decided_date', date),
    column('DISP_SERVED_DATE', 'final_served_date', date),
  ],
  ...byDocket,
  ...legacyFile,
};

export const legacyBoc3: Dataset = {
  name: 'legacy-boc3',
  title: 'L&I BOC3 (legacy)',
  portalId: '2emp-mxtb',
  table: 'legacy_process_agents',
  columns: [
    ...docketAndUsdot,
    required('CO_NAME', 'company_name', text),
    required('ATTN_TO_OR_TITLE', 'attention', text),
    column('STREET_PO', 'street', text),
    column('CITY', 'city', text),
    column('STATE_CODE', 'state', text),
    column('CTRY_CODE', 'country', text),
    column('ZIP_CODE', 'zip', text),
  ],
  ...byDocket,
  skipIfBlank: ['CO_NAME', 'ATTN_TO_OR_TITLE', 'STREET_PO', 'CITY'],
  ...legacyFile,
};

export const legacyRevocation: Dataset = {
  name: 'legacy-revocation',
  title: 'L&I Revocation (legacy)',
  portalId: 'sa6p-acbp',
  table: 'legacy_revocations',
  columns: [
    ...docketAndUsdot,
    required('TYPE_LICENSE', 'authority_type', text, ['OPERATING_AUTHORITY_REGISTRATION_TYPE']),
    required('ORDER1_SERVE_DATE', 'served_date', date, ['SERVE_DATE']),
    required('ORDER2_TYPE_DESC', 'revocation_type', text, ['REVOCATION_TYPE']),
    column('ORDER2_EFFECTIVE_DATE', 'effective_date', date, ['EFFECTIVE_DATE']),
  ],
  ...byDocket,
  ...legacyFile,
};
