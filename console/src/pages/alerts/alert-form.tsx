import type { Alert, CreateAlert } from '@milepost/sdk';
import { type ChangeEvent, useDeferredValue, useState } from 'react';
import { useApi } from '../../lib/api.tsx';
import { CRITERIA } from '../../lib/generated/criteria.ts';
import { ALERT_TYPES } from '../../lib/search.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { Form, type Saving } from '../../parts/forms/form.tsx';
import { WEBHOOK_RULE } from './alert-state.ts';
import { criteriaOf } from './criteria.tsx';
import { Preview } from './preview.tsx';

type Props = {
  initial: Partial<Alert>;
  isNew: boolean;
  submitLabel: string;
  action: Saving;
  onSubmit: (body: CreateAlert) => void;
};

/** The description in the contract, unless it only repeats the label. */
function hintOf(name: string, label: string, description: string): string | undefined {
  if (name === 'trailer_logo') return 'A name from the list of known logos.';
  return name === 'license_plate' || description === `${label}.` ? undefined : description;
}

/** All fields of an alert. The criteria come from the contract; the preview follows the input. */
export function AlertForm({ initial, isNew, submitLabel, action, onSubmit }: Props) {
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    alert_type: 'hot',
    notification_channels: ['email'],
    ...initial,
    cc_emails: (initial.cc_emails ?? []).join(', '),
  }));
  const set = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  const text = (name: string) => String(values[name] ?? '');
  const criteria = useDeferredValue(criteriaOf(values));
  const logos = useApi('listLogos', {});
  const field = (name: string) => ({
    name,
    value: text(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
  });
  const channels = values.notification_channels as ('email' | 'webhook')[];
  return (
    <div className="beside">
      <Form
        name="alert"
        className="stack"
        noValidate
        action={action}
        submit={submitLabel}
        onSubmit={() => onSubmit(bodyOf(values, isNew))}
      >
        <Card title="Alert">
          <div className="fields">
            <Field label="Name" required maxLength={200} {...field('alert_name')} />
            <Field label="Email" type="email" required disabled={!isNew} {...field('email')} />
            <Field label="More recipients" hint="Separated by commas, at most 50." {...field('cc_emails')} />
            <Select
              label="Schedule"
              name="alert_type"
              value={text('alert_type')}
              onChange={({ target }) => set('alert_type', target.value)}
              options={Object.entries(ALERT_TYPES)}
            />
            <Check
              label="Send an email"
              name="channel"
              value="email"
              checked={channels.includes('email')}
              onChange={(isChecked) =>
                set('notification_channels', [
                  ...channels.filter((one) => one !== 'email'),
                  ...(isChecked ? ['email'] : []),
                ])
              }
            />
          </div>
          <p className="quiet">{WEBHOOK_RULE}</p>
        </Card>
        <Card title="Criteria" note={<span className="quiet">A sighting must meet all of them.</span>}>
          <div className="fields">
            {CRITERIA.filter(({ isEditOnly }) => !isNew || !isEditOnly).map(
              ({ name, label, description, exactFlag, maxLength }) => (
                <div key={name}>
                  <Field
                    label={label}
                    hint={hintOf(name, label, description)}
                    maxLength={maxLength}
                    {...field(name)}
                    autoComplete="off"
                    spellCheck={false}
                    list={name === 'trailer_logo' ? 'logos' : undefined}
                  />
                  {exactFlag !== null && text(name) !== '' && (
                    <Check
                      label="The whole value must match"
                      name={exactFlag}
                      checked={values[exactFlag] === true}
                      onChange={(checked) => set(exactFlag, checked)}
                    />
                  )}
                </div>
              ),
            )}
            {logos.isError && (
              <p className="field-error" role="alert">
                The list of logos could not be loaded. Logos can be typed.{' '}
                <Button small onClick={() => logos.refetch()}>
                  Try again
                </Button>
              </p>
            )}
            <datalist id="logos">
              {logos.data?.map((logo) => (
                <option key={logo} value={logo} />
              ))}
            </datalist>
            <Check
              label="Treat 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal"
              name="tolerance"
              checked={values.tolerance === true}
              onChange={(checked) => set('tolerance', checked)}
            />
          </div>
        </Card>
        <Card title="Limits">
          <div className="fields">
            {(['start_date', 'end_date'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'start_date' ? 'First day' : 'Last day'}
                type="date"
                {...field(name)}
                value={text(name).slice(0, 10)}
              />
            ))}
            {(['cooldown_minutes', 'daily_cap'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'cooldown_minutes' ? 'Minutes between firings' : 'Firings per day'}
                inputMode="numeric"
                {...field(name)}
              />
            ))}
          </div>
        </Card>
      </Form>
      <Preview criteria={criteria} />
    </div>
  );
}

function bodyOf(values: Record<string, unknown>, isNew: boolean): CreateAlert {
  const body: Record<string, unknown> = {
    alert_name: values.alert_name ?? '',
    alert_type: values.alert_type,
    notification_channels: values.notification_channels,
    cc_emails: String(values.cc_emails ?? '')
      .split(/[\s,;]+/)
      .filter(Boolean),
    tolerance: values.tolerance === true,
  };
  if (isNew) Object.assign(body, { email: values.email ?? '', disabled: values.disabled === true });
  for (const { name, exactFlag, isEditOnly } of CRITERIA) {
    if (isNew && isEditOnly) continue;
    const value = String(values[name] ?? '').trim();
    if (!isNew || value !== '') body[name] = value === '' ? null : value;
    if (exactFlag !== null) body[exactFlag] = values[exactFlag] === true;
  }
  for (const name of ['start_date', 'end_date'] as const) {
    const value = String(values[name] ?? '').slice(0, 10);
    if (!isNew || value !== '') body[name] = value === '' ? null : value;
  }
  for (const name of ['cooldown_minutes', 'daily_cap'] as const) {
    const value = String(values[name] ?? '').trim();
    if (!isNew || value !== '') body[name] = value === '' ? null : Number(value);
  }
  return body as CreateAlert;
}
