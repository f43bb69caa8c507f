import { ApiError } from '@milepost/sdk';
import { useEffect, useState } from 'react';
import { asApiError, useForm } from '../lib/form.ts';
import {
  finishSso,
  publicClient,
  type Session,
  sessionOf,
  storeSession,
  takeReturnPath,
} from '../lib/session.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { FrontPage } from '../parts/front-page.tsx';

const TITLES = {
  '/console/sso': 'Signing in',
  '/console/invitation': 'Accept your invitation',
  '/console/reset': 'Reset your password',
};
type AccountPath = keyof typeof TITLES;

/** Null on the pages of the router, which need a session. */
export function accountPath(): AccountPath | null {
  const path = location.pathname.replace(/\/+$/, '');
  return Object.hasOwn(TITLES, path) ? (path as AccountPath) : null;
}

/** Stores the session and loads the console again. */
function enter(session: Session): void {
  storeSession(session);
  location.replace(takeReturnPath());
}

/** Pages for people who are not signed in: links in emails, and the return from the identity provider. */
export function AccountPage({ path }: { path: AccountPath }) {
  // Read once, then removed from the address bar and the history: both are secrets.
  const [secret] = useState(() => location.hash.slice(1));
  const [query] = useState(() => location.search.slice(1));
  useEffect(() => {
    history.replaceState(null, '', location.pathname);
  }, []);
  if (path === '/console/sso') return <SsoReturn query={query} />;
  if (path === '/console/invitation' && secret === '') return <IncompleteLink />;
  if (path === '/console/invitation') {
    const accept = async (password: string) => {
      enter(sessionOf(await publicClient().acceptInvitation({ body: { token: secret, password } })));
      return null;
    };
    return <PasswordForm title={TITLES[path]} send={accept} />;
  }
  if (secret === '') return <RequestReset />;
  const reset = async (password: string, otp: string) => {
    const body = { token: secret, password, ...(otp !== '' && { otp }) };
    return (await publicClient().resetPassword({ body })).message;
  };
  return <PasswordForm title="Choose a new password" send={reset} />;
}

/** Some programs cut the part after the # from a link. The same page is shown after a reload. */
function IncompleteLink() {
  return (
    <FrontPage title={TITLES['/console/invitation']}>
      <p className="notice">
        The link is incomplete or was already opened. Open the whole link from the invitation again, or ask
        for a new one.
      </p>
      <BackToSignIn />
    </FrontPage>
  );
}

function SsoReturn({ query }: { query: string }) {
  const [error, setError] = useState<ApiError | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in can be finished only once.
  useEffect(() => {
    finishSso(query).then(enter, (thrown) => setError(asApiError(thrown)));
  }, []);
  return (
    <FrontPage title="Signing in" error={error}>
      {error === null ? (
        <p className="quiet" aria-live="polite">
          Signing in…
        </p>
      ) : (
        <BackToSignIn />
      )}
    </FrontPage>
  );
}

/** `send` returns the message that replaces the form, or null if it leaves the page. */
type PasswordFormProps = { title: string; send: (password: string, otp: string) => Promise<string | null> };

function PasswordForm({ title, send }: PasswordFormProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { error, busy, submit } = useForm(async ({ text }) => {
    if (text('password') !== text('repeated'))
      throw new ApiError({ status: 0, detail: 'The passwords differ.' });
    setMessage(await send(text('password'), text('otp').trim()));
  });
  const needsCode = error?.status === 401;
  if (message !== null)
    return (
      <FrontPage title={title}>
        <p className="notice">{message}</p>
        <BackToSignIn />
      </FrontPage>
    );
  return (
    <FrontPage title={title} error={error} onSubmit={submit}>
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={1_024}
        required
        autoFocus
        hint="At least 8 characters."
      />
      <Field
        label="Repeat the password"
        name="repeated"
        type="password"
        autoComplete="new-password"
        required
      />
      {needsCode && (
        <Field
          label="One-time code"
          name="otp"
          autoComplete="one-time-code"
          required
          hint="From your authenticator app, or a recovery code."
        />
      )}
      <Button type="submit" main disabled={busy}>
        Save
      </Button>
      <BackToSignIn />
    </FrontPage>
  );
}

function RequestReset() {
  const [message, setMessage] = useState<string | null>(null);
  const { error, busy, submit } = useForm(async ({ text }) => {
    const { message } = await publicClient().requestPasswordReset({ body: { email: text('email').trim() } });
    setMessage(message);
  });
  return (
    <FrontPage title="Reset your password" error={error} onSubmit={submit}>
      {message === null ? (
        <>
          <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
          <Button type="submit" main disabled={busy}>
            Send a link
          </Button>
        </>
      ) : (
        <p className="notice">{message}</p>
      )}
      <BackToSignIn />
    </FrontPage>
  );
}

function BackToSignIn() {
  return (
    <p className="quiet dialog-foot">
      <a href="/console">Back to sign-in</a>
    </p>
  );
}
