import { ApiError } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { asApiError } from '../lib/api-error.ts';
import { finishSso, publicClient, type Session, sessionOf, storeSession } from '../lib/session.ts';
import { Field } from '../parts/field.tsx';
import { Failure } from '../parts/states.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

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

/** Opens the console anew with this session. */
function enter(session: Session): void {
  storeSession(session);
  location.replace('/console');
}

/** Pages for people who are not signed in: links in emails, and the return from the identity provider. */
export function AccountPage({ path }: { path: AccountPath }) {
  // Read once, then removed from the address bar and the history: both are secrets.
  const [secret] = useState(() => location.hash.slice(1));
  const [query] = useState(() => location.search.slice(1));
  useEffect(() => {
    document.title = `${TITLES[path]} · Milepost`;
    history.replaceState(null, '', location.pathname);
  }, [path]);
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
    <Dialog title={TITLES['/console/invitation']} error={null}>
      <p className="notice">
        The link is incomplete or was already opened. Open the whole link from the invitation again, or ask
        for a new one.
      </p>
      <BackToSignIn />
    </Dialog>
  );
}

function SsoReturn({ query }: { query: string }) {
  const [error, setError] = useState<ApiError | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in can be finished only once.
  useEffect(() => {
    finishSso(query).then(enter, (thrown) => setError(asApiError(thrown)));
  }, []);
  return (
    <Dialog title="Signing in" error={error}>
      {error === null ? (
        <p className="quiet" aria-live="polite">
          Signing in…
        </p>
      ) : (
        <BackToSignIn />
      )}
    </Dialog>
  );
}

/** `send` returns the message that replaces the form, or null if it leaves the page. */
type PasswordFormProps = { title: string; send: (password: string, otp: string) => Promise<string | null> };

function PasswordForm({ title, send }: PasswordFormProps) {
  const [message, setMessage] = useState<string | null>(null);
  const { error, busy, submit } = useForm(async (value) => {
    if (value('password') !== value('repeated'))
      throw new ApiError({ status: 0, detail: 'The passwords differ.' });
    setMessage(await send(value('password'), value('otp').trim()));
  });
  const needsCode = error?.status === 401;
  if (message !== null)
    return (
      <Dialog title={title} error={null}>
        <p className="notice">{message}</p>
        <BackToSignIn />
      </Dialog>
    );
  return (
    <Dialog title={title} error={error} onSubmit={submit}>
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
      <button type="submit" className="button button-main" disabled={busy}>
        Save
      </button>
      <BackToSignIn />
    </Dialog>
  );
}

function RequestReset() {
  const [message, setMessage] = useState<string | null>(null);
  const { error, busy, submit } = useForm(async (value) => {
    const { message } = await publicClient().requestPasswordReset({ body: { email: value('email').trim() } });
    setMessage(message);
  });
  return (
    <Dialog title="Reset your password" error={error} onSubmit={submit}>
      {message === null ? (
        <>
          <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
          <button type="submit" className="button button-main" disabled={busy}>
            Send a link
          </button>
        </>
      ) : (
        <p className="notice">{message}</p>
      )}
      <BackToSignIn />
    </Dialog>
  );
}

function BackToSignIn() {
  return (
    <p className="quiet dialog-foot">
      <a href="/console">Back to sign-in</a>
    </p>
  );
}

type DialogProps = {
  title: string;
  error: ApiError | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

function Dialog({ title, error, onSubmit, children }: DialogProps) {
  return (
    <main className="centered">
      <form className="dialog" onSubmit={onSubmit} aria-labelledby="dialog-title">
        <Wordmark />
        <h1 id="dialog-title">{title}</h1>
        {error !== null && <Failure key={error.correlationId} error={error} />}
        {children}
      </form>
    </main>
  );
}

/** Sends a form once at a time. */
function useForm(send: (value: (name: string) => string) => Promise<void>) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await send((name) => String(values.get(name) ?? ''));
      setError(null);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }
  return { error, busy, submit };
}
