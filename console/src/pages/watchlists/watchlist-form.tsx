import type { Watchlist } from '@milepost/sdk';
import { useMayReadObservations } from '../../lib/api.tsx';
import { Check, Field } from '../../parts/field.tsx';
import { Form, type Saving } from '../../parts/forms/form.tsx';
import { KINDS, kindsFor } from './kinds.ts';

export type WatchlistValues = Pick<Watchlist, 'name' | 'kinds' | 'silence_days' | 'emails'>;
type Props = {
  formName: string;
  initial: WatchlistValues;
  submit: string;
  action: Saving;
  onSubmit: (values: WatchlistValues) => void;
};

/** The name of a list, what it tells of, and who gets its digests. */
export function WatchlistForm({ formName, initial, submit, action, onSubmit }: Props) {
  const maySee = useMayReadObservations();
  const kinds = kindsFor(maySee);
  return (
    <Form
      name={formName}
      className="stack"
      action={action}
      submit={submit}
      onSubmit={({ text, isChecked }) =>
        onSubmit({
          name: text('name').trim(),
          kinds: kinds.filter((kind) => isChecked(kind)),
          silence_days: maySee ? Number(text('silence_days')) : initial.silence_days,
          emails: text('emails')
            .split(/[\s,;]+/)
            .filter(Boolean),
        })
      }
    >
      <div className="fields">
        <Field label="Name" name="name" required maxLength={100} defaultValue={initial.name} />
        <Field
          label="Email addresses"
          name="emails"
          hint="Separated by commas. Each gets a digest of the changes, at most one an hour."
          defaultValue={initial.emails.join(', ')}
        />
      </div>
      <fieldset className="role-list watch-kinds">
        <legend>Tell me when</legend>
        {kinds.map((kind) => (
          <Check key={kind} name={kind} label={KINDS[kind][0]} defaultChecked={initial.kinds.includes(kind)}>
            {KINDS[kind][1]}
          </Check>
        ))}
      </fieldset>
      {maySee ? (
        <div className="fields">
          <Field
            label="Days of silence"
            name="silence_days"
            type="number"
            min={1}
            max={365}
            required
            hint="For Silence: after so many days without a sighting."
            defaultValue={initial.silence_days}
          />
        </div>
      ) : (
        <p className="quiet">Changes that rest on sightings are for organizations that may see sightings.</p>
      )}
    </Form>
  );
}
