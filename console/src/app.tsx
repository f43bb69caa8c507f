import type { ApiError } from '@milepost/sdk';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Frame } from './frame.tsx';
import { usePath } from './lib/path.ts';
import {
  createSessionClient,
  readSession,
  revokeSession,
  type Session,
  storeSession,
} from './lib/session.ts';
import { useRequest } from './lib/use-request.ts';
import { AccountPage, isAccountPath } from './pages/account.tsx';
import { EnrollTotp } from './pages/enroll-totp.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Failure } from './parts/failure.tsx';
import { Wordmark } from './parts/wordmark.tsx';

/** setTimeout overflows above this and fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const SESSION_ENDED = 'Your session has ended. Sign in again to continue.';

export function App() {
  const [session, setSession] = useState(readSession);
  const [notice, setNotice] = useState<string | null>(null);
  const start = useCallback((next: Session) => {
    storeSession(next);
    setNotice(null);
    setSession(next);
  }, []);
  const end = useCallback((reason: string | null) => {
    storeSession(null);
    setNotice(reason);
    setSession(null);
  }, []);

  const path = usePath();
  if (isAccountPath(path)) return <AccountPage path={path} onSignIn={start} onNotice={end} />;
  if (session === null) return <SignIn notice={notice} onSignIn={start} />;
  return <SignedIn key={session.accessToken} session={session} onEnd={end} />;
}

type SignedInProps = { session: Session; onEnd: (reason: string | null) => void };

function SignedIn({ session, onEnd }: SignedInProps) {
  const client = useMemo(() => createSessionClient(session, () => onEnd(SESSION_ENDED)), [session, onEnd]);
  const [result, reload] = useRequest((signal) => client.request('GET', '/auth/me', { signal }), [client]);

  useEffect(() => {
    const leftMs = Date.parse(session.expires) - Date.now();
    const timer = setTimeout(() => onEnd(SESSION_ENDED), Math.min(Math.max(0, leftMs), MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [session, onEnd]);

  const signOut = () => {
    revokeSession(session);
    onEnd(null);
  };
  if (result.state === 'done' && result.value.lacks_second_factor)
    return <EnrollTotp client={client} onDone={reload} onSignOut={signOut} />;
  if (result.state === 'done')
    return <Frame customer={{ identity: result.value, client }} onSignOut={signOut} />;
  const error = result.state === 'failed' ? result.error : null;
  return <Opening error={error} onRetry={reload} onSignOut={signOut} />;
}

type OpeningProps = { error: ApiError | null; onRetry: () => void; onSignOut: () => void };

function Opening({ error, onRetry, onSignOut }: OpeningProps) {
  return (
    <main className="centered">
      <div className="dialog">
        <Wordmark />
        {error === null ? (
          <p className="quiet" aria-live="polite">
            Loading…
          </p>
        ) : (
          <>
            <Failure error={error} />
            <div className="row">
              <button type="button" className="button button-main" onClick={onRetry}>
                Try again
              </button>
              <button type="button" className="button" onClick={onSignOut}>
                Sign out
              </button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
