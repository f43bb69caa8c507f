import { column, type Dataset, required } from '../dataset.ts';
import { date } from '../values/date.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

export const legacyRevocation: Dataset = {
  name: 'legacy-revocation',
  title: 'L&I Revocation (legacy)',
  portalId: 'sa6p-acbp',
  table: 'legacy_revocations',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    required('TYPE_LICENSE', 'authority_type', text, ['OPERATING_AUTHORITY_REGISTRATION_TYPE']),
    required('ORDER1_SERVE_DATE', 'served_date', date, ['SERVE_DATE']),
    required('ORDER2_TYPE_DESC', 'revocation_type', text, ['REVOCATION_TYPE']),
    column('ORDER2_EFFECTIVE_DATE', 'effective_date', date, { aliases: ['EFFECTIVE_DATE'] }),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
