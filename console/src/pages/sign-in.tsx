import { ApiError } from '@milepost/sdk';
import { type FormEvent, useEffect, useState } from 'react';
import { Wordmark } from '../layout/wordmark.tsx';
import { Failure } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { type Session, signIn } from '../session.ts';
import { useNow } from '../use-now.ts';

type Props = { notice: string | null; onSignIn: (session: Session) => void };

export function SignIn({ notice, onSignIn }: Props) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [openAt, setOpenAt] = useState(0);
  const waitSeconds = Math.max(0, Math.ceil((openAt - useNow(500)) / 1_000));

  useEffect(() => {
    document.title = 'Sign in · Milepost';
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || waitSeconds > 0) return;
    const values = new FormData(event.currentTarget);
    const given = (name: string) => String(values.get(name) ?? '');
    setBusy(true);
    try {
      onSignIn(await signIn(given('api-key').trim(), given('email').trim(), given('password')));
    } catch (thrown) {
      const failure = asApiError(thrown);
      setError(failure);
      if (failure.retryAfterSeconds !== null) setOpenAt(Date.now() + failure.retryAfterSeconds * 1_000);
      setBusy(false);
    }
  }

  const label = waitSeconds > 0 ? `Try again in ${waitSeconds} s` : busy ? 'Signing in…' : 'Sign in';
  return (
    <main className="door">
      <form className="door-box" onSubmit={submit} aria-labelledby="sign-in-title">
        <Wordmark />
        <h1 id="sign-in-title">Sign in</h1>
        {notice !== null && error === null && <p className="notice">{notice}</p>}
        {error !== null && <Failure key={error.correlationId} error={error} sentence={sentenceOf(error)} />}
        <Field
          label="API key"
          name="api-key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          hint="Names your organization. It stays in this tab."
          problem={error?.status === 403 ? 'Check the key.' : undefined}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          problem={problemOf(error, 'email')}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          problem={problemOf(error, 'password')}
        />
        <button type="submit" className="button button-main" disabled={busy || waitSeconds > 0}>
          {label}
        </button>
        <p className="quiet door-foot">
          For programs: <a href="/docs">API reference</a>
        </p>
      </form>
    </main>
  );
}

/** The service's sentence, but where it is terse by contract. */
function sentenceOf(error: ApiError): string {
  if (error.status === 403) return 'This API key is not known or no longer valid.';
  if (error.status === 401) return 'Email or password is not right for this API key.';
  if (error.status === 429)
    return `Too many attempts. Wait ${error.retryAfterSeconds ?? 'a few'} seconds, then try again.`;
  return error.detail;
}

function problemOf(error: ApiError | null, field: string): string | undefined {
  return error?.problems.find(({ loc }) => loc.includes(field))?.msg;
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({ status: 0, detail: 'The page failed. Reload it and try again.', cause: thrown });
}
