import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { entered } from '../../lib/form.ts';
import type { Search } from '../../lib/search.ts';
import { Button } from '../../parts/button.tsx';
import { Check, Field } from '../../parts/field.tsx';

type Lane = Search['lanes'];

const PLACE = /^[^,]+,\s*\S.*$/;
const NO_STATE = 'Enter a city and its state, such as Nashville, TN.';

/** Two places and the filters. */
export function LaneForm({ lane }: { lane: Lane }) {
  const navigate = useNavigate({ from: '/lanes' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  function search(event: FormEvent<HTMLFormElement>) {
    const values = entered(event);
    const text = (name: string) => values.text(name).trim() || undefined;
    const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
    const isFlag = (name: string) => values.isChecked(name) || undefined;
    const [from, to] = [text('from'), text('to')];
    const wrong = Object.entries({ from, to }).filter(
      ([, place]) => place !== undefined && !PLACE.test(place),
    );
    if (from === undefined && to === undefined) wrong.push(['from', undefined]);
    setErrors(Object.fromEntries(wrong.map(([name]) => [name, NO_STATE])));
    if (wrong.length > 0) return;
    navigate({
      search: {
        ...{ from, to, miles: number('miles'), equipment: text('equipment'), cargo: text('cargo') },
        ...{ trucks_from: number('trucks_from'), trucks_to: number('trucks_to'), months: number('months') },
        ...{ preferred: isFlag('preferred'), backhaul: from && to ? isFlag('backhaul') : undefined },
      },
    });
  }
  const field = (name: keyof Lane, label: string, more = {}) => (
    <Field
      label={label}
      name={name}
      defaultValue={String(lane[name] ?? '')}
      error={errors[name]}
      autoComplete="off"
      spellCheck={false}
      {...more}
    />
  );
  const whole = { type: 'number', min: 0, step: 1 };
  return (
    <form className="card lane-form" aria-label="Lane" onSubmit={search} noValidate={false}>
      <div className="lane-ends">
        {field('from', 'Origin', { placeholder: 'Nashville, TN', maxLength: 160 })}
        {field('to', 'Destination', { placeholder: 'Dallas, TX', maxLength: 160 })}
        {field('miles', 'Within miles', { type: 'number', min: 1, max: 300, placeholder: '50' })}
      </div>
      <div className="filters">
        {field('equipment', 'Equipment', { placeholder: 'flatbed, reefer', maxLength: 200 })}
        {field('cargo', 'Cargo', { placeholder: 'General Freight', maxLength: 200 })}
        {field('trucks_from', 'Trucks, at least', { ...whole, placeholder: '0' })}
        {field('trucks_to', 'Trucks, at most', { ...whole, placeholder: '1000' })}
        {field('months', 'Authority, months', { ...whole, max: 1200, placeholder: '1' })}
      </div>
      <div className="row lane-send">
        <Check label="Own carriers only" name="preferred" defaultChecked={lane.preferred === true} />
        <Check label="Backhauls only" name="backhaul" defaultChecked={lane.backhaul === true} />
        <Button type="submit" main>
          Find carriers
        </Button>
        {Object.keys(lane).length > 0 && <Button onClick={() => navigate({ search: {} })}>Clear</Button>}
      </div>
    </form>
  );
}
