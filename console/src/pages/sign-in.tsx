import type { ApiError } from '@milepost/sdk';
import { type FormEvent, useState } from 'react';
import { asApiError, entered } from '../lib/form.ts';
import { type Session, signIn, startSso } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FrontPage } from '../parts/front-page.tsx';

type Props = { notice: string | null; onSignIn: (session: Session) => void };

export function SignIn({ notice, onSignIn }: Props) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [retryAt, setRetryAt] = useState(0);
  const waitSeconds = Math.max(0, Math.ceil((retryAt - useNow(500)) / 1_000));

  async function submit(event: FormEvent<HTMLFormElement>) {
    const { text } = entered(event);
    if (busy || waitSeconds > 0) return;
    setBusy(true);
    try {
      const email = text('email').trim();
      if (usesSso(event)) return await startSso(email);
      const otp = text('otp').trim();
      onSignIn(await signIn({ email, password: text('password'), ...(otp !== '' && { otp }) }));
    } catch (thrown) {
      const failure = asApiError(thrown);
      setError(failure);
      if (isCodeMissing(failure)) setNeedsCode(true);
      if (failure.retryAfterSeconds !== null) setRetryAt(Date.now() + failure.retryAfterSeconds * 1_000);
      setBusy(false);
    }
  }

  const label = waitSeconds > 0 ? `Try again in ${waitSeconds} s` : busy ? 'Signing in…' : 'Sign in';
  return (
    <FrontPage title="Sign in" error={error} message={error && messageFor(error)} onSubmit={submit}>
      {notice !== null && error === null && <p className="notice">{notice}</p>}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        error={fieldError(error, 'email')}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={fieldError(error, 'password')}
      />
      {needsCode && (
        <Field
          label="One-time code"
          name="otp"
          autoComplete="one-time-code"
          required
          autoFocus
          hint="From your authenticator app, or a recovery code."
        />
      )}
      <Button type="submit" main disabled={busy || waitSeconds > 0}>
        {label}
      </Button>
      <Button type="submit" name="sso" formNoValidate disabled={busy || waitSeconds > 0}>
        Use single sign-on
      </Button>
      <p className="quiet dialog-foot">
        <a href="/console/reset">Forgot your password?</a>
      </p>
      <p className="quiet dialog-foot">
        Using the API? See the <a href="/docs">API reference</a>.
      </p>
    </FrontPage>
  );
}

/** Single sign-on needs the email only. */
function usesSso({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === 'sso';
}

function isCodeMissing({ status, detail }: ApiError): boolean {
  return status === 401 && /one-time code/i.test(detail);
}

/** Replaces messages that are generic by contract. */
function messageFor(error: ApiError): string {
  if (error.status === 401 && error.detail === 'Could not validate credentials')
    return 'The email or password is incorrect.';
  if (error.status === 429)
    return `Too many attempts. Wait ${error.retryAfterSeconds ?? 'a few'} seconds, then try again.`;
  return error.detail;
}

function fieldError(error: ApiError | null, field: string): string | undefined {
  return error?.problems.find(({ loc }) => loc.includes(field))?.msg;
}
