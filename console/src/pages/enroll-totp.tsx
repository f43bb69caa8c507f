import type { ApiError, Client, TotpEnrollment } from '@milepost/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { asApiError } from '../lib/api-error.ts';
import { Field } from '../parts/field.tsx';
import { Failure, Loaded } from '../parts/states.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

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
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    document.title = 'Set up one-time codes · Milepost';
  }, []);

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const otp = String(new FormData(event.currentTarget).get('otp') ?? '').replace(/\s/g, '');
    try {
      setCodes((await client.confirmTotpEnrollment({ body: { otp } })).recovery_codes);
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  }

  return (
    <main className="centered">
      <form className="dialog" onSubmit={confirm} aria-labelledby="totp-title">
        <Wordmark />
        <h1 id="totp-title">Set up one-time codes</h1>
        {error !== null && codes === null && <Failure key={error.correlationId} error={error} />}
        {codes !== null ? (
          <>
            <p>Keep these recovery codes. Each replaces a one-time code once. They are not shown again.</p>
            <pre>{codes.join('\n')}</pre>
            <button type="button" className="button button-main" onClick={onDone}>
              Continue
            </button>
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
                <button type="submit" className="button button-main">
                  Confirm
                </button>
              </>
            )}
          </Loaded>
        )}
        <button type="button" className="button" onClick={onSignOut}>
          Sign out
        </button>
      </form>
    </main>
  );
}
