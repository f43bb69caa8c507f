import { entered } from '../lib/form.ts';
import { readPurpose, storePurpose } from '../lib/session.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FrontPage } from '../parts/front-page.tsx';

type Props = { organizationName: string; onDone: () => void; onSignOut: () => void };

/** Shown at the start of a session in organizations that require a purpose for requests that show plates or VINs. */
export function Purpose({ organizationName, onDone, onSignOut }: Props) {
  return (
    <FrontPage title="Purpose of this session">
      <p className="quiet">
        {organizationName} records why plates and VINs are looked up. The text is stored in its audit log with
        every request. You can change it in the account menu.
      </p>
      <PurposeForm onDone={onDone} autoFocus />
      <Button onClick={onSignOut}>Sign out</Button>
    </FrontPage>
  );
}

/** States why plates and VINs are looked up. The next request has the new purpose. */
export function PurposeForm({ onDone, autoFocus }: { onDone: () => void; autoFocus?: boolean }) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        storePurpose(entered(event).text('purpose').trim());
        onDone();
      }}
    >
      <Field
        label="Purpose"
        name="purpose"
        required
        autoFocus={autoFocus}
        pattern=".*\S.*"
        title="A few words, for example a claim number"
        maxLength={200}
        placeholder="Claim 4711"
        defaultValue={readPurpose()}
        hint="Do not enter plates or names of people."
      />
      <Button type="submit" main>
        Continue
      </Button>
    </form>
  );
}
