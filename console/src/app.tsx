import type { ApiError } from '@milepost/sdk';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { CustomerProvider, createQueryClient } from './lib/api.tsx';
import {
  createSessionClient,
  readPurpose,
  readSession,
  revokeSession,
  type Session,
  storeSession,
} from './lib/session.ts';
import { AccountPage, accountPath } from './pages/account.tsx';
import { EnrollTotp } from './pages/enroll-totp.tsx';
import { Purpose } from './pages/purpose.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Button } from './parts/button.tsx';
import { Wordmark } from './parts/front-page.tsx';
import { Failure } from './parts/states.tsx';
import { router } from './router.tsx';

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
    const open = readSession();
    if (reason === null && open !== null) revokeSession(open);
    storeSession(null);
    setNotice(reason);
    setSession(null);
  }, []);

  const path = accountPath();
  if (path !== null) return <AccountPage path={path} />;
  if (session === null) return <SignIn notice={notice} onSignIn={start} />;
  return <SignedIn key={session.accessToken} session={session} onEnd={end} />;
}

type SignedInProps = { session: Session; onEnd: (reason: string | null) => void };

function SignedIn({ session, onEnd }: SignedInProps) {
  // The responses of one user must never be shown to the next, so each session has a cache of its own.
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Identified session={session} onEnd={onEnd} />
    </QueryClientProvider>
  );
}

function Identified({ session, onEnd }: SignedInProps) {
  const queries = useQueryClient();
  const client = useMemo(
    () =>
      createSessionClient(session, {
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
