import { column, type Dataset, required } from '../dataset.ts';
import { usdot } from '../values/number.ts';
import { text } from '../values/text.ts';
import { docketColumn } from './docket-column.ts';

export const motusBoc3: Dataset = {
  name: 'motus-boc3',
  title: 'Motus BOC3',
  portalId: '6snj-ed7q',
  table: 'motus_process_agents',
  columns: [
    docketColumn(),
    required('USDOT_NUMBER', 'usdot_number', usdot, ['DOT_NUMBER']),
    required('CO_NAME', 'company_name', text),
    column('STREET_PO', 'street', text),
    column('CITY', 'city', text),
    column('STATE_CODE', 'state', text),
    column('ZIP_CODE', 'zip', text),
    column('CTRY_CODE', 'country', text),
  ],
  madeKey: 'row_hash',
  byDocket: true,
};
