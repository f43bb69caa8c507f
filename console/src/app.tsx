import type { ApiError } from '@milepost/sdk';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CustomerProvider, createQueryClient } from './lib/api.tsx';
import {
  createSessionClient,
  forgetSession,
  onOtherTab,
  readPurpose,
  readSession,
  type Session,
  signOut,
  storeSession,
} from './lib/session.ts';
import { useKeepFocus } from './lib/use-keep-focus.ts';
import { AccountPage, accountPath } from './pages/account-links.tsx';
import { EnrollTotp } from './pages/enroll-totp.tsx';
import { Purpose } from './pages/purpose.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Button } from './parts/button.tsx';
import { Wordmark } from './parts/front-page.tsx';
import { Failure } from './parts/states.tsx';
import { router } from './router.tsx';

/** Carriers open it with a link, and need nothing else of the console. */
const HeldPage = lazy(async () => ({ default: (await import('./pages/vetting/held.tsx')).HeldPage }));
const isHeldPage = () => location.pathname.replace(/\/+$/, '') === '/console/held';

/** setTimeout overflows above this and fires immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const SESSION_ENDED = 'Your session has ended. Sign in again to continue.';
const SIGNED_OUT = 'You signed out in another tab.';
const NO_COOKIE =
  'The browser did not keep the session. Allow cookies for this site, and open the console at an https address.';

export function App() {
  const [session, show] = useState(readSession);
  /** Requests of a former session may still be under way when it has ended. */
  const current = useRef(session);
  const setSession = useCallback((next: Session | null) => {
    current.current = next;
    show(next);
  }, []);
  const [notice, setNotice] = useState<string | null>(null);
  /** The session that was started here and has not been used yet. */
  const unused = useRef<Session | null>(null);
  const start = useCallback(
    (next: Session) => {
      unused.current = next;
      storeSession(next);
      setNotice(null);
      setSession(next);
    },
    [setSession],
  );
  const end = useCallback(
    (ended: Session, reason: string | null) => {
      if (ended !== current.current) return;
      if (reason === null) signOut(ended);
      else forgetSession();
      setNotice(reason === SESSION_ENDED && unused.current !== null ? NO_COOKIE : reason);
      unused.current = null;
      setSession(null);
    },
    [setSession],
  );
  const onUsed = useCallback(() => {
    unused.current = null;
  }, []);
  useEffect(
    () =>
      onOtherTab((next, isSignedOut) => {
        setNotice(next !== null ? null : isSignedOut ? SIGNED_OUT : SESSION_ENDED);
        setSession(next);
      }),
    [setSession],
  );

  useKeepFocus();

  if (isHeldPage())
    return (
      <Suspense fallback={null}>
        <HeldPage />
      </Suspense>
    );
  const path = accountPath();
  if (path !== null) return <AccountPage path={path} />;
  if (session === null) return <SignIn notice={notice} onSignIn={start} />;
  return <SignedIn key={session.csrfToken} session={session} onEnd={end} onUsed={onUsed} />;
}

type SignedInProps = {
  session: Session;
  onEnd: (ended: Session, reason: string | null) => void;
  onUsed: () => void;
};

function SignedIn(props: SignedInProps) {
  // The responses of one user must never be shown to the next, so each session has a cache of its own.
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Identified {...props} />
    </QueryClientProvider>
  );
}

function Identified({ session, onEnd: end, onUsed }: SignedInProps) {
  const onEnd = useCallback((reason: string | null) => end(session, reason), [end, session]);
  const queries = useQueryClient();
  const client = useMemo(
    () =>
      createSessionClient({
        csrfToken: session.csrfToken,
        onUnauthorized: () => onEnd(SESSION_ENDED),
        onPurposeMissing: () => queries.invalidateQueries({ queryKey: ['whoAmI'] }),
      }),
    [session, onEnd, queries],
  );
  const [purpose, setPurpose] = useState(readPurpose);
  const identity = useQuery({
    queryKey: ['whoAmI'],
    queryFn: ({ signal }) => client.whoAmI({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    const leftMs = Date.parse(session.expires) - Date.now();
    const timer = setTimeout(() => onEnd(SESSION_ENDED), Math.min(Math.max(0, leftMs), MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [session, onEnd]);

  useEffect(() => {
    if (identity.data !== undefined) onUsed();
  }, [identity.data, onUsed]);

  const customer = useMemo(
    () => (identity.data === undefined ? null : { identity: identity.data, client, endSession: onEnd }),
    [identity.data, client, onEnd],
  );
  if (customer === null) {
    const error = identity.error as ApiError | null;
    return <Opening error={error} onRetry={() => identity.refetch()} onSignOut={() => onEnd(null)} />;
  }
  if (customer.identity.lacks_second_factor)
    return <EnrollTotp client={client} onDone={() => identity.refetch()} onSignOut={() => onEnd(null)} />;
  if (customer.identity.purpose_required && purpose === '')
    return (
      <Purpose
        organizationName={customer.identity.organization_name}
        onDone={() => {
          setPurpose(readPurpose());
          return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'whoAmI' });
        }}
        onSignOut={() => onEnd(null)}
      />
    );
  return (
    <CustomerProvider value={customer}>
      <RouterProvider router={router} />
    </CustomerProvider>
  );
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
              <Button main onClick={onRetry}>
                Try again
              </Button>
              <Button onClick={onSignOut}>Sign out</Button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
