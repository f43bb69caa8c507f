import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { thousands, usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

/** A row always describes the policy that ended; about one in six stands there twice. */
export const legacyInsHist: Dataset = {
  name: 'legacy-ins-hist',
  title: 'L&I InsHist (legacy)',
  portalId: '6sqe-dvqs',
  table: 'legacy_insurance_history',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    required('INS_FORM_CODE', 'form_code', text),
    column('MOD_COL_1', 'cancellation_method', text, { aliases: ['CANCELLATION_METHOD'] }),
    required('INS_CANCL_FORM', 'cancel_form_code', text),
    column('INS_TYPE_IND', 'type_indicator', text),
    column('MOD_COL_3', 'type_desc', text, { aliases: ['INS_TYPE_DESC'] }),
    column('POLICY_NO', 'policy_number', text),
    column('MIN_COV_AMOUNT', 'min_coverage_dollars', thousands),
    column('INS_CLASS_CODE', 'class_code', text),
    column('EFFECTIVE_DATE', 'effective_date', date),
    column('UNDERL_LIM_AMOUNT', 'underlying_limit_dollars', thousands),
    required('MAX_COV_AMOUNT', 'max_coverage_dollars', thousands),
    required('CANCL_EFFECTIVE_DATE', 'cancel_effective_date', date),
    column('CANCL_METHOD', 'specific_cancellation_method', text),
    column('INSER_BRANCH', 'company_branch', text, { aliases: ['INSUR_BRANCH', 'INS_BRANCH'] }),
    column('NAME_COMPANY', 'company_name', text),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
