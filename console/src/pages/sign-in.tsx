import { ApiError } from '@milepost/sdk';
import { type FormEvent, useEffect, useState } from 'react';
import { type Session, signIn } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';
import { Field } from '../parts/field.tsx';
import { Failure } from '../parts/states.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

type Props = { notice: string | null; onSignIn: (session: Session) => void };

export function SignIn({ notice, onSignIn }: Props) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [retryAt, setRetryAt] = useState(0);
  const waitSeconds = Math.max(0, Math.ceil((retryAt - useNow(500)) / 1_000));

  useEffect(() => {
    document.title = 'Sign in · Milepost';
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || waitSeconds > 0) return;
    const values = new FormData(event.currentTarget);
    const value = (name: string) => String(values.get(name) ?? '');
    setBusy(true);
    try {
      onSignIn(await signIn(value('api-key').trim(), value('email').trim(), value('password')));
    } catch (thrown) {
      const failure = asApiError(thrown);
      setError(failure);
      if (failure.retryAfterSeconds !== null) setRetryAt(Date.now() + failure.retryAfterSeconds * 1_000);
      setBusy(false);
    }
  }

  const label = waitSeconds > 0 ? `Try again in ${waitSeconds} s` : busy ? 'Signing in…' : 'Sign in';
  return (
    <main className="centered">
      <form className="dialog" onSubmit={submit} aria-labelledby="sign-in-title">
        <Wordmark />
        <h1 id="sign-in-title">Sign in</h1>
        {notice !== null && error === null && <p className="notice">{notice}</p>}
        {error !== null && <Failure key={error.correlationId} error={error} message={messageFor(error)} />}
        <Field
          label="API key"
          name="api-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          hint="Identifies your organization. Stored in this tab only."
          error={error?.status === 403 ? 'Check the API key.' : undefined}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
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
        <button type="submit" className="button button-main" disabled={busy || waitSeconds > 0}>
          {label}
        </button>
        <p className="quiet dialog-foot">
          Using the API? See the <a href="/docs">API reference</a>.
        </p>
      </form>
    </main>
  );
}

/** Replaces messages that are generic by contract. */
function messageFor(error: ApiError): string {
  if (error.status === 403) return 'This API key is unknown or no longer valid.';
  if (error.status === 401) return 'The email or password is incorrect for this API key.';
  if (error.status === 429)
    return `Too many attempts. Wait ${error.retryAfterSeconds ?? 'a few'} seconds, then try again.`;
  return error.detail;
}

function fieldError(error: ApiError | null, field: string): string | undefined {
  return error?.problems.find(({ loc }) => loc.includes(field))?.msg;
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({
    status: 0,
    detail: 'Something went wrong on this page. Reload it and try again.',
    cause: thrown,
  });
}
