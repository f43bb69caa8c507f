import { type Client, createClient, type Session as StartedSession } from '@milepost/sdk';
import { discardDrafts } from './drafts.ts';
import { RECENT_CARRIERS } from './recent-carriers.ts';

/** What all tabs of the browser know of the session. Its token is in a cookie that scripts cannot read. */
export type Session = { userId: number; csrfToken: string; expires: string };

const KEY = 'milepost.session';
/** In place of a session that the user ended, so that the other tabs forget what was entered, too. */
const SIGNED_OUT = '"signed out"';

export function readSession(): Session | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | string | null;
    if (stored === null || typeof stored === 'string') return null;
    return Date.parse(stored.expires) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

export function storeSession(session: Session): void {
  discardDrafts(session.userId);
  localStorage.setItem(KEY, JSON.stringify(session));
}

/** The session was lost: whoever signs in again finds what was entered in the forms. */
export function forgetSession(): void {
  if (readSession() !== null) localStorage.removeItem(KEY);
  sessionStorage.removeItem(PURPOSE);
  localStorage.removeItem(PURPOSE);
}

/** The user signs out: nothing of the session stays in the browser. A failure is ignored: the token expires by itself. */
export function signOut(session: Session): void {
  createSessionClient({ csrfToken: session.csrfToken })
    .deleteSession()
    .catch(() => undefined);
  localStorage.setItem(KEY, SIGNED_OUT);
  forgetUser();
}

function forgetUser(): void {
  forgetSession();
  discardDrafts(null);
  sessionStorage.removeItem(RECENT_CARRIERS);
}

/** Calls back when another tab signs in, loses the session or signs out. Returns a function that stops it. */
export function onOtherTab(changed: (session: Session | null, isSignedOut: boolean) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return;
    const isSignedOut = newValue === SIGNED_OUT;
    if (isSignedOut) forgetUser();
    changed(readSession(), isSignedOut);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

const PURPOSE = 'milepost.purpose';

/** Why the user reads plates and VINs, sent as `X-Purpose`. A new tab starts with the last one of the session. */
export function readPurpose(): string {
  return sessionStorage.getItem(PURPOSE) ?? localStorage.getItem(PURPOSE) ?? '';
}

export function storePurpose(purpose: string): void {
  sessionStorage.setItem(PURPOSE, purpose);
  localStorage.setItem(PURPOSE, purpose);
}

type Options = { csrfToken?: string; onUnauthorized?: () => void; onPurposeMissing?: () => void };

/** The browser adds the cookie. The token for changes is that of the session that the page was opened with. */
export function createSessionClient({ csrfToken, onUnauthorized, onPurposeMissing }: Options = {}): Client {
  const fetchAndWatch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (csrfToken !== undefined) headers.set('X-CSRF-Token', csrfToken);
    const response = await fetch(input, { ...init, headers });
    if (response.status === 401) onUnauthorized?.();
    // The organization may start to require a purpose during the session.
    if (response.status === 400 && onPurposeMissing && readPurpose() === '')
      if (/x-purpose/i.test(await response.clone().text())) onPurposeMissing();
    return response;
  };
  return createClient({
    // Pages show a failure at once and offer to try again.
    maxRetries: 0,
    baseUrl: location.origin,
    fetch: fetchAndWatch,
    apiKey: null,
    // Read for each request: the user states it after the client was created.
    get purpose() {
      return readPurpose();
    },
  });
}

/** Calls operations that need no credentials. */
export const publicClient = (): Client => createSessionClient();

export type Login = { email: string; password: string; otp?: string };

export async function signIn(login: Login): Promise<Session> {
  return sessionOf(await publicClient().createSession({ body: login }));
}

export function sessionOf({ user_id, csrf_token, expires }: StartedSession): Session {
  return { userId: user_id, csrfToken: csrf_token, expires };
}

const LOGIN_SECRET = 'milepost.sso';
const RETURN_TO = 'milepost.return-to';

/** Sends the browser to the identity provider of the address. */
export async function startSso(email: string): Promise<void> {
  const { authorization_url, login_secret } = await publicClient().startSso({ body: { email } });
  sessionStorage.setItem(LOGIN_SECRET, login_secret);
  sessionStorage.setItem(RETURN_TO, location.pathname + location.search);
  location.assign(authorization_url);
}

/** The page on which a sign-in at the identity provider was started. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN_TO) ?? '/console';
  sessionStorage.removeItem(RETURN_TO);
  return path;
}

/** The tab that started the sign-in finishes it with the query that the identity provider added. */
export async function finishSso(query: string): Promise<Session> {
  const login_secret = sessionStorage.getItem(LOGIN_SECRET) ?? '-';
  sessionStorage.removeItem(LOGIN_SECRET);
  return sessionOf(await publicClient().finishSso({ body: { login_secret, query } }));
}
