/** Kept in session storage like the session, and removed with it. */
export const RECENT_CARRIERS = 'milepost.recent-carriers';
const MAX = 8;

type Recent = { usdot: string; name: string };

export function recentCarriers(): Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(RECENT_CARRIERS) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

export function rememberCarrier(carrier: Recent): void {
  const others = recentCarriers().filter(({ usdot }) => usdot !== carrier.usdot);
  sessionStorage.setItem(RECENT_CARRIERS, JSON.stringify([carrier, ...others].slice(0, MAX)));
}
