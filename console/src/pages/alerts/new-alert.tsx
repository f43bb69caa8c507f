import type { ApiError, CreateAlert } from '@milepost/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { useTitle } from '../../lib/title.tsx';
import { usePageSearch } from '../../lib/use-view.ts';
import { Card } from '../../parts/card.tsx';
import { Select } from '../../parts/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Failure, Skeleton } from '../../parts/states.tsx';
import { AlertForm } from './alert-form.tsx';

const MAX_PASTED = 200;

/** Creates one alert, or one per line of a pasted list of plates or trailer numbers. */
export function Page() {
  const { copy, left_out, ...given } = usePageSearch('newAlert');
  const { identity } = useCustomer();
  const navigate = useNavigate();
  useTitle(copy === undefined ? 'New alert' : 'Duplicate alert');
  const original = useApi('getAlert', { path: { id: copy ?? 0 } }, { enabled: copy !== undefined });
  const create = useAction(
    (client, body: CreateAlert) => client.createAlert({ body }),
    ({ id }) => navigate({ to: '/alerts/$id', params: { id: String(id) } }),
  );
  if (copy !== undefined && original.data === undefined) {
    return original.isError ? <Failure error={original.error} /> : <Skeleton lines={10} />;
  }
  const initial = original.data
    ? { ...original.data, alert_name: `${original.data.alert_name} (copy)` }
    : { email: identity.email, ...given };
  return (
    <div className="stack">
      {left_out !== undefined && (
        <p className="notice">An alert has no criterion for this part of the search: {left_out}.</p>
      )}
      <AlertForm
        initial={initial}
        isNew
        submitLabel="Create alert"
        action={create}
        onSubmit={(body) => create.mutate(body)}
      />
      <PasteList />
    </div>
  );
}

type Outcome = { created: number; failed: { value: string; reason: string }[] };

function PasteList() {
  const { identity } = useCustomer();
  const [text, setText] = useState('');
  const [field, setField] = useState<'license_plate' | 'trailer_number'>('license_plate');
  const values = valuesOf(text);
  const create = useAction(async (client) => {
    const outcome: Outcome = { created: 0, failed: [] };
    // One after the other: the service limits how many requests run at once.
    for (const value of values) {
      try {
        await client.createAlert({
          body: {
            email: identity.email,
            alert_type: 'hot',
            disabled: false,
            alert_name: `${field === 'license_plate' ? 'Plate' : 'Trailer'} ${value}`,
            [field]: value,
          },
        });
        outcome.created += 1;
      } catch (error) {
        outcome.failed.push({ value, reason: (error as ApiError).detail });
      }
    }
    return outcome;
  });
  return (
    <Card title="Paste a list" wide>
      <p className="quiet paste-hint">
        One plate or trailer number per line, or a CSV with the value in the first column.
      </p>
      <Form
        name="list"
        className="stack"
        action={create}
        submit={values.length === 0 ? 'Create alerts' : `Create ${count(values.length, 'alert')}`}
        submitting="Creating…"
        onSubmit={() => values.length > 0 && create.mutate()}
      >
        <textarea
          className="input"
          rows={5}
          name="values"
          aria-label="Plates or trailer numbers"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          name="field"
          label={<span className="hidden">The values are</span>}
          value={field}
          onChange={({ target }) => setField(target.value as typeof field)}
          options={[
            ['license_plate', 'Plates'],
            ['trailer_number', 'Trailer numbers'],
          ]}
        />
      </Form>
      {create.data && (
        <p role="status">
          {count(create.data.created, 'alert')} created.
          {create.data.failed.map(({ value, reason }) => (
            <span key={value} className="field-error block">
              {value}: {reason}
            </span>
          ))}
        </p>
      )}
    </Card>
  );
}

function valuesOf(text: string): string[] {
  const firstCells = text
    .split(/\r?\n/)
    .map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"|"$/g, ''));
  return [...new Set(firstCells.filter((value) => /\d/.test(value)))].slice(0, MAX_PASTED);
}
