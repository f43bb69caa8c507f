import type { Search } from '../../lib/search.ts';
import { ALERT_STATES, ALERT_TYPES } from '../../lib/search.ts';
import { FilterForm, filterFields } from '../../parts/forms/filter-form.tsx';

export type AlertFilters = Omit<Search['alerts'], 'page'>;
type Props = { filters: AlertFilters; onChange: (filters: AlertFilters) => void };

export function Filters({ filters, onChange }: Props) {
  const { text, choice } = filterFields(filters, onChange);
  const onClear = Object.keys(filters).length > 0 ? () => onChange({}) : undefined;
  return (
    <FilterForm className="filters filters-few" onClear={onClear}>
      {text('query', 'Name or number', { type: 'search', maxLength: 200 })}
      {choice('state', 'State', Object.entries(ALERT_STATES))}
      {choice('alert_type', 'Schedule', Object.entries(ALERT_TYPES))}
    </FilterForm>
  );
}
