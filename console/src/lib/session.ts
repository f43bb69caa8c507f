import { type Client, createClient } from '@milepost/sdk';

/** Kept in session storage, so each tab has its own session and closing the tab ends it. */
export type Session = { apiKey: string; accessToken: string; expires: string };

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
  if (session === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

export function createSessionClient(
  credentials: { apiKey: string; accessToken?: string },
  onUnauthorized?: () => void,
): Client {
  const fetchAndWatch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.status === 401) onUnauthorized?.();
    return response;
  };
  return createClient({ baseUrl: location.origin, fetch: fetchAndWatch, ...credentials });
}

export async function signIn(apiKey: string, email: string, password: string): Promise<Session> {
  const { access_token_data } = await createSessionClient({ apiKey }).signIn(email, password);
  return { apiKey, accessToken: access_token_data.token, expires: access_token_data.expires };
}
