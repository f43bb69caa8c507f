import type { SectionName } from '../../../domain/carriers/profile-service.ts';
import type { ProfileQuery } from '../../../domain/carriers/read-profile.ts';
import { invalid } from '../../../lib/errors.ts';
import { type Caller, user } from '../../access.ts';
import { isDay } from '../observations/read-days.ts';

/** Any user; the contract answers an expired token with 403 here. */
export const profileAccess = user({ expired: 'forbidden' });

export function withheldFrom(caller: Caller | null): Set<SectionName> {
  const withheld = new Set<SectionName>();
  if (!caller?.roles.includes('external-api-carrier-iss-score')) withheld.add('iss_basics');
  if (!caller?.roles.includes('external-api-carrier-profile-vin')) withheld.add('vin_details');
  return withheld;
}

/** The day to look from: empty is now, a day to come is nobody's. */
export function readAsOf(given: string, now: Date): ProfileQuery['asOf'] {
  if (given === '') return null;
  const today = now.toISOString().slice(0, 10);
  if (isDay(given) && given <= today) return given;
  const msg = 'Must be a day, YYYY-MM-DD, and not one to come';
  throw invalid([{ type: 'date_type', loc: ['query', 'as_of'], msg, input: given }]);
}

/** Empty is not given; otherwise without spaces, dots and dashes, in upper case. */
export function readVin(given: string): string | null {
  const vin = given.toUpperCase().replace(/[\s.-]/g, '');
  return vin === '' ? null : vin;
}
