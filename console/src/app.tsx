import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Identity } from './customer.ts';
import { Frame } from './layout/frame.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Waiting } from './pages/waiting.tsx';
import { clientFor, keepSession, readSession, type Session } from './session.ts';
import { useAnswer } from './use-answer.ts';

/** A longer one would ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const ENDED = 'Your session has ended. Sign in again to go on.';

export function App() {
  const [session, setSession] = useState(readSession);
  const [notice, setNotice] = useState<string | null>(null);
  const enter = useCallback((next: Session) => {
    keepSession(next);
    setNotice(null);
    setSession(next);
  }, []);
  const leave = useCallback((why: string | null) => {
    keepSession(null);
    setNotice(why);
    setSession(null);
  }, []);

  if (session === null) return <SignIn notice={notice} onSignIn={enter} />;
  return <SignedIn key={session.accessToken} session={session} onLeave={leave} />;
}

type Props = { session: Session; onLeave: (why: string | null) => void };

function SignedIn({ session, onLeave }: Props) {
  const client = useMemo(() => clientFor(session, () => onLeave(ENDED)), [session, onLeave]);
  const ask = useCallback((signal: AbortSignal) => client.request('GET', '/auth/me', { signal }), [client]);
  const [answer, again] = useAnswer<Identity>(ask);

  useEffect(() => {
    const leftMs = Date.parse(session.expires) - Date.now();
    const timer = setTimeout(() => onLeave(ENDED), Math.min(Math.max(0, leftMs), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [session, onLeave]);

  if (answer.state === 'done') {
    return <Frame customer={{ identity: answer.value, client }} onSignOut={() => onLeave(null)} />;
  }
  const error = answer.state === 'failed' ? answer.error : null;
  return <Waiting error={error} onRetry={again} onSignOut={() => onLeave(null)} />;
}
