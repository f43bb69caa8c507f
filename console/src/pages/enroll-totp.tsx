import type { ApiError, Client, TotpEnrollment } from '@milepost/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '../lib/form.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FrontPage } from '../parts/front-page.tsx';
import { Loaded } from '../parts/states.tsx';

type Props = { client: Client; onDone: () => void; onSignOut: () => void };

/** Shown instead of all pages until a person whose organization requires one-time codes has set them up. */
export function EnrollTotp({ client, onDone, onSignOut }: Props) {
  const enrollment = useQuery<TotpEnrollment, ApiError>({
    queryKey: ['startTotpEnrollment'],
    queryFn: () => client.startTotpEnrollment(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [codes, setCodes] = useState<string[] | null>(null);
  const { error, submit } = useForm(async ({ text }) => {
    const otp = text('otp').replace(/\s/g, '');
    setCodes((await client.confirmTotpEnrollment({ body: { otp } })).recovery_codes);
  });
  return (
    <FrontPage title="Set up one-time codes" error={error} onSubmit={submit}>
      {codes !== null ? (
        <>
          <p>Keep these recovery codes. Each replaces a one-time code once. They are not shown again.</p>
          <pre>{codes.join('\n')}</pre>
          <Button main onClick={onDone}>
            Continue
          </Button>
        </>
      ) : (
        <Loaded query={enrollment} lines={10}>
          {({ secret, otpauth_uri }) => (
            <>
              <p>
                Your organization requires one-time codes. <a href={otpauth_uri}>Open this link</a> on the
                device with your authenticator app, or type this secret into the app:
              </p>
              <p>
                <code>{secret}</code>
              </p>
              <Field label="One-time code" name="otp" autoComplete="one-time-code" required autoFocus />
              <Button type="submit" main>
                Confirm
              </Button>
            </>
          )}
        </Loaded>
      )}
      <Button onClick={onSignOut}>Sign out</Button>
    </FrontPage>
  );
}
