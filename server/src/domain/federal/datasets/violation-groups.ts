import { column, type Dataset, required } from '../dataset.ts';
import { smallCount } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';

export const violationGroups: Dataset = {
  name: 'violation-groups',
  title: 'SMS violation groups',
  portalId: null,
  table: 'violation_groups',
  columns: [
    required('basic', 'basic', keyText),
    required('group', 'violation_group', keyText),
    required('severity_weight', 'severity_weight', smallCount),
    column('confidence', 'confidence', text),
  ],
};
