/** Why the user reads plates and VINs, sent as `X-Purpose`. Kept in session storage: once per tab and sign-in. */
const KEY = 'milepost.purpose';

export const MAX_PURPOSE_LENGTH = 200;

export function readPurpose(): string {
  return sessionStorage.getItem(KEY) ?? '';
}

export function storePurpose(purpose: string): void {
  if (purpose === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, purpose);
}
