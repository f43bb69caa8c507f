import { type ReactNode, useId, useState } from 'react';
import { useRoles } from '../../lib/api.tsx';
import { DIRECTIONS, LEAST_LEVELS, VEHICLE_NUMBERS } from '../../lib/search.ts';
import { Button } from '../../parts/button.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { leaveField } from '../../parts/forms/filter-form.tsx';
import { CITIES } from '../../parts/map/cities.ts';
import { centerOf, type SightingSearch } from './query.ts';

type Props = {
  filters: SightingSearch;
  onChange: (filters: SightingSearch) => void;
  /** At the end of the line of numbers. */
  children?: ReactNode;
};
type Name = keyof SightingSearch;

/** They are in the part that opens. */
const FURTHER: Name[] = [
  'plate_state',
  'container_number',
  'chassis_number',
  'equipment_type',
  'trailer_logo',
  'location_state',
  'location_city',
  'direction',
  'min_score',
];
const MILES = [5, 10, 25, 50, 100, 250, 500];

/** A text applies when the field is left or Enter is pressed, a choice at once. */
export function Filters({ filters, onChange }: Props) {
  const cities = useId();
  const seesQuality = useRoles()('carrier-observations-quality');
  const used = FURTHER.filter((name) => filters[name] !== undefined).length;
  const [isOpen, setOpen] = useState(used > 0);
  const set = (name: Name, value: string | true | undefined) => {
    const { [name]: former, ...others } = filters;
    const next = typeof value === 'string' ? value.trim() || undefined : value;
    if (next === former) return;
    // A radius without a center is nothing.
    const { miles: _miles, ...withoutMiles } = others as SightingSearch;
    const kept = name === 'near' && next === undefined ? withoutMiles : others;
    onChange((next === undefined ? kept : { ...kept, [name]: next }) as SightingSearch);
  };
  const text = (name: Name, label: string, more = {}) => (
    <Field
      key={name}
      label={label}
      name={name}
      defaultValue={String(filters[name] ?? '')}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      onBlur={({ target }) => set(name, target.value)}
      {...more}
    />
  );
  const number = (kind: keyof typeof VEHICLE_NUMBERS, more = {}) => {
    const [label, name] = VEHICLE_NUMBERS[kind];
    return text(name, label, more);
  };
  const choice = (name: Name, label: string, options: readonly (readonly [string | number, string])[]) => (
    <Select
      label={label}
      name={name}
      value={String(filters[name] ?? '')}
      onChange={({ target }) => set(name, target.value)}
      options={options}
    />
  );
  return (
    <form className="card seek" aria-label="Filters" onSubmit={leaveField}>
      <div className="seek-fields">
        {number('plate', { placeholder: 'ABC?12*' })}
        {number('trailer')}
        {number('cab')}
        {number('vin', { maxLength: 30 })}
        {text('name', 'Name on the truck', { minLength: 3, maxLength: 200 })}
        {text('usdot_number', 'USDOT number', { inputMode: 'numeric', maxLength: 9, pattern: '[0-9]*' })}
      </div>
      <div className="seek-fields">
        {text('from', 'From', { type: 'datetime-local' })}
        {text('to', 'To', { type: 'datetime-local' })}
        {text('near', 'Near', {
          placeholder: 'City or 35.19, -101.83',
          list: cities,
          error:
            filters.near !== undefined && centerOf(filters.near) === null
              ? 'A city of the list, or latitude, longitude.'
              : undefined,
        })}
        <Select
          label="Within"
          name="miles"
          disabled={filters.near === undefined}
          value={filters.miles ?? '50'}
          onChange={({ target }) => set('miles', target.value)}
          options={MILES.map((miles) => [String(miles), `${miles} miles`] as const)}
        />
        {text('camera', 'Camera', { maxLength: 200 })}
      </div>
      <datalist id={cities}>
        {CITIES.map(([name]) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isOpen && (
        <div className="seek-fields">
          {number('container')}
          {number('chassis')}
          {text('plate_state', 'State of the plate', { maxLength: 30 })}
          {text('equipment_type', 'Equipment', { placeholder: 'reefer' })}
          {text('trailer_logo', 'Trailer logo')}
          {text('location_state', 'State of the camera', { maxLength: 30 })}
          {text('location_city', 'City of the camera')}
          {choice('direction', 'Direction', [['', 'Any'], ...Object.entries(DIRECTIONS)])}
          {seesQuality && choice('min_score', 'Confidence', [['', 'Any'], ...Object.entries(LEAST_LEVELS)])}
        </div>
      )}
      <div className="row seek-foot">
        <span className="quiet">
          <code>?</code> is one unknown character, <code>*</code> any number.
        </span>
        <Check
          label="Also similar characters, such as 0 and O, 5 and S"
          name="similar"
          checked={filters.similar === true}
          onChange={(checked) => set('similar', checked || undefined)}
        />
        <span className="row seek-buttons">
          <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fewer filters' : used > 0 ? `More filters (${used})` : 'More filters'}
          </Button>
          {Object.keys(filters).length > 0 && (
            <Button small onClick={() => onChange({})}>
              Clear
            </Button>
          )}
          <Button small main type="submit">
            Search
          </Button>
        </span>
      </div>
    </form>
  );
}
