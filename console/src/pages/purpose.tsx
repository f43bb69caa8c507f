import { useEffect } from 'react';
import { PurposeForm } from '../parts/admin/purpose-form.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

type Props = { organizationName: string; onDone: () => void; onSignOut: () => void };

/** Shown at the start of a session in organizations that require a purpose for requests that show plates or VINs. */
export function Purpose({ organizationName, onDone, onSignOut }: Props) {
  useEffect(() => {
    document.title = 'Purpose · Milepost';
  }, []);
  return (
    <main className="centered">
      <div className="dialog">
        <Wordmark />
        <h1>Purpose of this session</h1>
        <p className="quiet">
          {organizationName} records why plates and VINs are looked up. The text is stored in its audit log
          with every request. You can change it in the account menu.
        </p>
        <PurposeForm onDone={onDone} autoFocus />
        <button type="button" className="button" onClick={onSignOut}>
          Sign out
        </button>
      </div>
    </main>
  );
}
