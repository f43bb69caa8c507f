import { useState } from 'react';
import { useAction, useApi } from '../lib/api.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Failure, Loaded } from '../parts/states.tsx';

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** One-time codes of the user: set up, with recovery codes that are shown once, and removed. */
export function SecondFactor() {
  const state = useApi('getTotp', {});
  const [codes, setCodes] = useState<string[] | null>(null);
  const start = useAction((client) => client.startTotpEnrollment());
  const confirm = useAction(
    (client, otp: string) => client.confirmTotpEnrollment({ body: { otp } }),
    ({ recovery_codes }) => {
      setCodes(recovery_codes);
      start.reset();
    },
  );
  const remove = useAction(
    (client, otp: string) => client.removeTotp({ body: { otp } }),
    () => setCodes(null),
  );
  const code = (
    <Field label="One-time code" name="otp" autoComplete="one-time-code" required />
  );
  return (
    <Card title="Second factor">
      {codes !== null && (
        <div className="notice">
          <div>
            <p>Keep these recovery codes. Each replaces a one-time code once. They are not shown again.</p>
            <pre>{codes.join('\n')}</pre>
          </div>
        </div>
      )}
      <Loaded query={state} lines={3}>
        {({ has_totp }) =>
          has_totp ? (
            <>
              <p>You sign in with a code of your authenticator app. A code is needed to stop that.</p>
              <Form
                name="remove-codes"
                action={remove}
                submit="Stop using codes"
                onSubmit={({ text }) => remove.mutate(withoutSpaces(text('otp')))}
              >
                {code}
              </Form>
            </>
          ) : start.data === undefined ? (
            <>
              <p>You sign in with the password alone. A code of an authenticator app protects the account better.</p>
              <Button disabled={start.isPending} onClick={() => start.mutate()}>
                Set up one-time codes
              </Button>
              {start.isError && <Failure error={start.error} />}
            </>
          ) : (
            <>
              <p>
                <a href={start.data.otpauth_uri}>Open this link</a> on the device with your authenticator app, or
                type this secret into the app: <code>{start.data.secret}</code>
              </p>
              <Form
                name="codes"
                action={confirm}
                submit="Confirm"
                onSubmit={({ text }) => confirm.mutate(withoutSpaces(text('otp')))}
              >
                {code}
              </Form>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
