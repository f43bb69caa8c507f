import type { FormEvent } from 'react';
import type { Search } from '../../lib/search.ts';
import { ALERT_STATES, ALERT_TYPES } from '../../lib/search.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';

export type AlertFilters = Omit<Search['alerts'], 'page'>;
type Props = { filters: AlertFilters; onChange: (filters: AlertFilters) => void };

/** A text applies when the field is left or Enter is pressed, a choice at once. */
export function Filters({ filters, onChange }: Props) {
  const set = (name: keyof AlertFilters, value: string) => {
    const { [name]: former = '', ...others } = filters;
    const next = value.trim();
    if (next !== former) onChange((next === '' ? others : { ...others, [name]: next }) as AlertFilters);
  };
  const choice = (name: 'state' | 'alert_type', label: string, options: Record<string, string>) => (
    <Select
      label={label}
      value={filters[name] ?? ''}
      onChange={({ target }) => set(name, target.value)}
      options={[['', 'Any'], ...Object.entries(options)]}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    (document.activeElement as HTMLElement | null)?.blur();
  };
  return (
    <form className="filters filters-few" aria-label="Filters" onSubmit={submit}>
      <Field
        label="Name or number"
        name="query"
        type="search"
        maxLength={200}
        defaultValue={filters.query ?? ''}
        autoComplete="off"
        spellCheck={false}
        onBlur={({ target }) => set('query', target.value)}
      />
      {choice('state', 'State', ALERT_STATES)}
      {choice('alert_type', 'Schedule', ALERT_TYPES)}
      <button type="submit" className="hidden">
        Apply
      </button>
      {Object.keys(filters).length > 0 && <Button onClick={() => onChange({})}>Clear filters</Button>}
    </form>
  );
}
