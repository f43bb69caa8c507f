import { column, type Dataset, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { smallCount } from '../values/number.ts';
import { text } from '../values/text.ts';

/** One code may have two weights by its description, so the whole row is the key. */
export const violationCodes: Dataset = {
  name: 'violation-codes',
  title: 'SMS violation codes',
  portalId: null,
  table: 'violation_codes',
  columns: [
    required('violation_code', 'violation_code', text),
    required('basic', 'basic', text),
    required('violation_group', 'violation_group', text),
    column('severity_weight_by_group', 'severity_weight', smallCount),
    column('in_driver_sms', 'in_driver_sms', flag),
    column('description', 'description', text),
  ],
  madeKey: 'row_hash',
};
