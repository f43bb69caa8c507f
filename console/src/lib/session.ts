import { type Client, createClient, type TokenPair } from '@milepost/sdk';
import { RECENT_CARRIERS } from './recent-carriers.ts';

/** Kept in session storage, so each tab has its own session and closing the tab ends it. */
export type Session = { apiKey: string | null; accessToken: string; expires: string };

const KEY = 'milepost.session';

export function readSession(): Session | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return stored !== null && Date.parse(stored.expires) > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

export function storeSession(session: Session | null): void {
  if (session === null) {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(PURPOSE);
    sessionStorage.removeItem(RECENT_CARRIERS);
  } else sessionStorage.setItem(KEY, JSON.stringify(session));
}

const PURPOSE = 'milepost.purpose';

/** Why the user reads plates and VINs, sent as `X-Purpose`. Kept in session storage: once per tab and sign-in. */
export function readPurpose(): string {
  return sessionStorage.getItem(PURPOSE) ?? '';
}

export function storePurpose(purpose: string): void {
  sessionStorage.setItem(PURPOSE, purpose);
}

type Watchers = { onUnauthorized?: () => void; onPurposeMissing?: () => void };

export function createSessionClient(
  { apiKey, accessToken = null }: { apiKey: string | null; accessToken?: string | null },
  { onUnauthorized, onPurposeMissing }: Watchers = {},
): Client {
  const fetchAndWatch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
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
    apiKey,
    accessToken,
    // Read for each request: the user states it after the client was created.
    get purpose() {
      return readPurpose();
    },
  });
}

/** Calls operations that need no credentials. */
export const publicClient = (): Client => createSessionClient({ apiKey: null });

export type Login = { apiKey: string | null; email: string; password: string; otp?: string };

/** With an API key the session is like that of any API client; without one it is a console session. */
export async function signIn({ apiKey, ...login }: Login): Promise<Session> {
  const client = createSessionClient({ apiKey });
  const pair = await (apiKey === null
    ? client.createSession({ body: login })
    : client.createToken({ body: login }));
  return sessionOf(pair, apiKey);
}

export function sessionOf({ access_token_data }: TokenPair, apiKey: string | null = null): Session {
  return { apiKey, accessToken: access_token_data.token, expires: access_token_data.expires };
}

/** Ends the session on the server too. A failure is ignored: the token expires by itself. */
export function revokeSession(session: Session): void {
  createSessionClient(session)
    .logOut()
    .catch(() => undefined);
}

const LOGIN_SECRET = 'milepost.sso';

/** Sends the browser to the identity provider of the address. */
export async function startSso(email: string): Promise<void> {
  const { authorization_url, login_secret } = await publicClient().startSso({ body: { email } });
  sessionStorage.setItem(LOGIN_SECRET, login_secret);
  location.assign(authorization_url);
}

/** The tab that started the sign-in finishes it with the query that the identity provider added. */
export async function finishSso(query: string): Promise<Session> {
  const login_secret = sessionStorage.getItem(LOGIN_SECRET) ?? '-';
  sessionStorage.removeItem(LOGIN_SECRET);
  return sessionOf(await publicClient().finishSso({ body: { login_secret, query } }));
}
