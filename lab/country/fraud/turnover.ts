import { type Carrier, makeAddress } from '../carrier.ts';
import type { Country } from '../country.ts';
import { Rng, weighted } from '../rng.ts';
import { coinedName, companyName, personName, phoneNumber } from '../words.ts';
import { FRAUD_STREAM } from './draft.ts';
import type { Former } from './planted.ts';

export const otherPhone = (rng: Rng) => ({ phone: phoneNumber(rng) });
export const otherEmail = (rng: Rng) => ({ email: `OFFICE${rng.digits(5)}@${coinedName(rng)}.EXAMPLE` });
export const otherName = (rng: Rng, { trade }: Carrier) => ({ legalName: companyName(rng, trade) });
export function otherAddress(rng: Rng) {
  const { phone: _, ...address } = makeAddress(rng);
  return address;
}

/** What changes in the census in half a year, and the shares of carriers: one in six changes its identity in a year. */
const kinds = {
  none: 0.9,
  phone: 0.0225,
  email: 0.0175,
  address: 0.03,
  officer: 0.01,
  'address phone': 0.005,
  'phone email': 0.002,
  'email name': 0.0015,
  'officer email': 0.0015,
  units: 0.01,
};
const pickKind = weighted(Object.keys(kinds), Object.values(kinds));
/** Of a year, which the census files cover. */
const DAYS = 350;

/** The values of an honest carrier before its last changes: it moves, gets another phone, files its biennial update. */
export function turnover({ seed, asOfDay }: Country, carrier: Carrier): Former[] {
  const rng = new Rng(seed, carrier.index, FRAUD_STREAM + 3);
  const former: Former[] = [];
  // The changes of two half-years are independent of each other, and may be close in time.
  for (let n = 0; n < 2; n++) {
    const until = asOfDay - rng.between(5, DAYS);
    const kind = pickKind(rng);
    if (kind.includes('phone')) former.push({ until, carrier: otherPhone(rng) });
    if (kind.includes('email') && carrier.email !== '') former.push({ until, carrier: otherEmail(rng) });
    if (kind.includes('address')) former.push({ until, carrier: otherAddress(rng) });
    if (kind.includes('name')) former.push({ until, carrier: otherName(rng, carrier) });
    if (kind.includes('officer')) former.push({ until, carrier: {}, officer: personName(rng) });
    if (kind.includes('units'))
      former.push({ until, carrier: { powerUnits: Math.ceil(carrier.powerUnits / rng.between(2, 3)) } });
  }
  if (carrier.mcs150Day > asOfDay - DAYS && carrier.mcs150Day > carrier.addDay + 700) {
    const lateness = rng.next();
    const before = lateness < 0.8 ? rng.between(690, 790) : rng.between(790, lateness < 0.95 ? 1_000 : 4_000);
    const mcs150Day = Math.max(carrier.addDay, carrier.mcs150Day - before);
    const status = rng.chance(0.01) ? { status: 'I' } : {};
    const mileage = rng.chance(0.02) ? { mileage: 0 } : {};
    former.push({ until: carrier.mcs150Day, carrier: { mcs150Day, ...status, ...mileage } });
  }
  return former;
}
