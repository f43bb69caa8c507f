import { createClient } from '@milepost/sdk';

/** What a tab keeps until it is closed or the user signs out; another tab signs in for itself. */
export type Session = { apiKey: string; accessToken: string; expires: string };

const KEY = 'milepost.session';

export function readSession(): Session | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return kept !== null && Date.parse(kept.expires) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export function keepSession(session: Session | null): void {
  if (session === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

/** The console is a client like any other: same address, same API. `onRefused` hears of every 401. */
export function clientFor(session: { apiKey: string; accessToken?: string }, onRefused?: () => void) {
  const watched: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.status === 401) onRefused?.();
    return response;
  };
  return createClient({ baseUrl: location.origin, fetch: watched, ...session });
}

export async function signIn(apiKey: string, email: string, password: string): Promise<Session> {
  const { access_token_data } = await clientFor({ apiKey }).signIn(email, password);
  return { apiKey, accessToken: access_token_data.token, expires: access_token_data.expires };
}
