import { type FormEvent, useEffect } from 'react';
import { MAX_PURPOSE_LENGTH, storePurpose } from '../lib/purpose.ts';
import { Field } from '../parts/field.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

type Props = { organizationName: string; onDone: () => void; onSignOut: () => void };

/** Shown once per session in organizations that require a purpose for requests that show plates or VINs. */
export function Purpose({ organizationName, onDone, onSignOut }: Props) {
  useEffect(() => {
    document.title = 'Purpose · Milepost';
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const purpose = String(new FormData(event.currentTarget).get('purpose') ?? '').trim();
    if (purpose === '') return;
    storePurpose(purpose);
    onDone();
  };
  return (
    <main className="centered">
      <form className="dialog" onSubmit={submit} aria-labelledby="purpose-title">
        <Wordmark />
        <h1 id="purpose-title">Purpose of this session</h1>
        <p className="quiet">
          {organizationName} records why plates and VINs are looked up. The text is stored in its audit log
          with every request until you sign out.
        </p>
        <Field
          label="Purpose"
          name="purpose"
          required
          autoFocus
          maxLength={MAX_PURPOSE_LENGTH}
          placeholder="Claim 4711"
          hint="Do not enter plates or names of people."
        />
        <button type="submit" className="button button-main">
          Continue
        </button>
        <button type="button" className="button" onClick={onSignOut}>
          Sign out
        </button>
      </form>
    </main>
  );
}
