import type { FormEvent } from 'react';
import { MAX_PURPOSE_LENGTH, readPurpose, storePurpose } from '../../lib/purpose.ts';
import { Field } from '../field.tsx';

/** States why plates and VINs are looked up. The next request has the new purpose. */
export function PurposeForm({ onDone, autoFocus }: { onDone: () => void; autoFocus?: boolean }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const purpose = String(new FormData(event.currentTarget).get('purpose') ?? '').trim();
    if (purpose === '') return;
    storePurpose(purpose);
    onDone();
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label="Purpose"
        name="purpose"
        required
        autoFocus={autoFocus}
        pattern=".*\S.*"
        title="A few words, for example a claim number"
        maxLength={MAX_PURPOSE_LENGTH}
        placeholder="Claim 4711"
        defaultValue={readPurpose()}
        hint="Do not enter plates or names of people."
      />
      <button type="submit" className="button button-main">
        Continue
      </button>
    </form>
  );
}
