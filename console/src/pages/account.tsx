import { ApiError } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { asApiError } from '../lib/api-error.ts';
import { goTo } from '../lib/path.ts';
import { finishSso, publicClient, type Session, sessionOf } from '../lib/session.ts';
import { Failure } from '../parts/failure.tsx';
import { Field } from '../parts/field.tsx';
import { Link } from '../parts/link.tsx';
import { Wordmark } from '../parts/wordmark.tsx';

type Props = {
  path: string;
  onSignIn: (session: Session) => void;
  /** Shows the sign-in page with a message. */
  onNotice: (notice: string) => void;
};

const TITLES: Record<string, string> = {
  '/sso': 'Signing in',
  '/invitation': 'Accept your invitation',
  '/reset': 'Reset your password',
};

export function isAccountPath(path: string): boolean {
  return Object.hasOwn(TITLES, path);
}

/** Pages for people who are not signed in: links in emails, and the return from the identity provider. */
export function AccountPage({ path, onSignIn, onNotice }: Props) {
  // Read once, then removed from the address bar and the history: both are secrets.
  const [secret] = useState(() => location.hash.slice(1));
  const [query] = useState(() => location.search.slice(1));
  useEffect(() => {
    document.title = `${TITLES[path]} · Milepost`;
    history.replaceState(null, '', location.pathname);
  }, [path]);
  const enter = (session: Session) => {
    onSignIn(session);
    goTo('/');
  };
  const leave = (notice: string) => {
    onNotice(notice);
    goTo('/');
  };
  if (path === '/sso') return <SsoReturn query={query} onSignIn={enter} />;
  if (path === '/invitation')
    return (
      <PasswordForm
        title="Accept your invitation"
        send={async (password) =>
          enter(sessionOf(await publicClient().acceptInvitation({ body: { token: secret, password } })))
        }
      />
    );
  if (secret === '') return <RequestReset />;
  return (
    <PasswordForm
      title="Choose a new password"
      send={async (password, otp) => {
        const body = { token: secret, password, ...(otp !== '' && { otp }) };
        leave((await publicClient().resetPassword({ body })).message);
      }}
    />
  );
}

function SsoReturn({ query, onSignIn }: { query: string; onSignIn: (session: Session) => void }) {
  const [error, setError] = useState<ApiError | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in can be finished only once.
  useEffect(() => {
    finishSso(query).then(onSignIn, (thrown) => setError(asApiError(thrown)));
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

type PasswordFormProps = { title: string; send: (password: string, otp: string) => Promise<void> };

function PasswordForm({ title, send }: PasswordFormProps) {
  const { error, busy, submit } = useForm(async (value) => {
    if (value('password') !== value('repeated'))
      throw new ApiError({ status: 0, detail: 'The passwords differ.' });
    await send(value('password'), value('otp').trim());
  });
  const needsCode = error?.status === 401;
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
      <Link to="/">Back to sign-in</Link>
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
