import type { Alert, ApiError, CreateAlert } from '@milepost/sdk';
import { type ChangeEvent, type FormEvent, useDeferredValue, useState } from 'react';
import { useApi } from '../../lib/api.tsx';
import { fieldLabel } from '../../lib/format.ts';
import { CRITERIA } from '../../lib/generated/criteria.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { WEBHOOK_RULE } from './alert-state.ts';
import { criteriaOf } from './criteria.tsx';
import { Preview } from './preview.tsx';

type AlertValues = Partial<Alert> & { cc_text?: string };
type Props = {
  initial: AlertValues;
  isNew: boolean;
  submitLabel: string;
  error: ApiError | null;
  isPending: boolean;
  onSubmit: (body: CreateAlert) => void;
};

/** The description in the contract, unless it only repeats the label. */
function hintOf(name: string, label: string, description: string): string | undefined {
  if (name === 'trailer_logo') return 'A name from the list of known logos.';
  return name === 'license_plate' || description === `${label}.` ? undefined : description;
}

/** All fields of an alert. The criteria come from the contract; the preview follows the input. */
export function AlertForm({ initial, isNew, submitLabel, error, isPending, onSubmit }: Props) {
  const [values, setValues] = useState<Record<string, unknown>>(() => ({
    alert_type: 'hot',
    notification_channels: ['email'],
    cc_text: (initial.cc_emails ?? []).join(', '),
    ...initial,
  }));
  const set = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }));
  const text = (name: string) => String(values[name] ?? '');
  const criteria = useDeferredValue(criteriaOf(values));
  const logos = useApi('listLogos', {});
  const problems = problemsOf(error);
  /** The input of a value, with the problem that the service found. */
  const field = (name: string, problem = name) => ({
    value: text(name),
    error: problems.get(problem),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
  });
  const channels = values.notification_channels as ('email' | 'webhook')[];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(bodyOf(values, isNew));
  };
  return (
    <div className="beside">
      <form className="stack" onSubmit={submit} noValidate>
        <Card title="Alert">
          <div className="fields">
            <Field label="Name" required maxLength={200} {...field('alert_name')} />
            <Field label="Email" type="email" required disabled={!isNew} {...field('email')} />
            <Field
              label="More recipients"
              hint="Separated by commas, at most 50."
              {...field('cc_text', 'cc_emails')}
            />
            <Select
              label="Schedule"
              value={text('alert_type')}
              onChange={({ target }) => set('alert_type', target.value)}
              options={[
                ['hot', 'Every 15 minutes'],
                ['normal', 'Once a day'],
              ]}
            />
            <Check
              label="Send an email"
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
                      checked={values[exactFlag] === true}
                      onChange={(checked) => set(exactFlag, checked)}
                    />
                  )}
                </div>
              ),
            )}
            <datalist id="logos">
              {logos.data?.map((logo) => (
                <option key={logo} value={logo} />
              ))}
            </datalist>
            <Check
              label="Treat 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal"
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
                value={text(name).slice(0, 10)}
                error={problems.get(name)}
                onChange={({ target }) => set(name, target.value)}
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
        {error && <Failure error={error} message={problems.size === 0 ? null : problemText(problems)} />}
        <Button type="submit" main disabled={isPending}>
          {isPending ? 'Saving…' : submitLabel}
        </Button>
      </form>
      <Preview criteria={criteria} />
    </div>
  );
}

/** The first problem of each field in a 422 response. */
function problemsOf(error: ApiError | null): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { loc, msg } of error?.problems ?? []) {
    const field = loc[1];
    if (typeof field === 'string' && !problems.has(field)) problems.set(field, msg);
  }
  return problems;
}

/** Beside the button: the fields with the messages may be out of view. */
function problemText(problems: Map<string, string>): string {
  return [...problems].map(([field, message]) => `${fieldLabel(field)}: ${message}`).join(' ');
}

function bodyOf(values: Record<string, unknown>, isNew: boolean): CreateAlert {
  const body: Record<string, unknown> = {
    alert_name: values.alert_name ?? '',
    alert_type: values.alert_type,
    notification_channels: values.notification_channels,
    cc_emails: String(values.cc_text ?? '')
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
