import { column, type Dataset, required } from '../dataset.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';
import { legacyFrozenOn } from './legacy.ts';

export const legacyBoc3: Dataset = {
  name: 'legacy-boc3',
  title: 'L&I BOC3 (legacy)',
  portalId: '2emp-mxtb',
  table: 'legacy_process_agents',
  columns: [
    docketColumn(),
    required('DOT_NUMBER', 'usdot_number', usdot, ['USDOT_NUMBER']),
    required('CO_NAME', 'company_name', text),
    required('ATTN_TO_OR_TITLE', 'attention', text),
    column('STREET_PO', 'street', text),
    column('CITY', 'city', text),
    column('STATE_CODE', 'state', text),
    column('CTRY_CODE', 'country', text),
    column('ZIP_CODE', 'zip', text),
  ],
  madeKey: 'row_hash',
  byDocket: true,
  blankWithout: ['CO_NAME', 'ATTN_TO_OR_TITLE', 'STREET_PO', 'CITY'],
  comesWithoutHeader: true,
  frozenOn: legacyFrozenOn,
};
