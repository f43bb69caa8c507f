import { type Dataset, required } from '../dataset.ts';
import { id } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';

/** Inspections and crashes name the county by number. */
export const countyCodes: Dataset = {
  name: 'county-codes',
  title: 'MCMIS county codes',
  portalId: null,
  table: 'county_codes',
  columns: [
    required('state', 'state', keyText),
    required('county_name', 'county_name', text),
    required('county_code', 'county_code', id),
  ],
};
