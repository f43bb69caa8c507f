import type { Carrier } from './carrier.ts';
import { type Country, STREAM } from './country.ts';
import { Rng } from './rng.ts';
import { companyName, phoneNumber, streetAddress } from './words.ts';

/** One in this many carriers changes on a day. */
const CARRIERS_PER_CHANGE = 100;

/** The carrier as the census of the next day has it. The same object if nothing changed. */
export function onNextDay({ seed, asOfDay }: Country, carrier: Carrier): Carrier {
  const rng = new Rng(seed, carrier.index, STREAM.nextDay);
  if (!rng.chance(1 / CARRIERS_PER_CHANGE)) return carrier;
  const kind = rng.next();
  if (kind < 0.1) return { ...carrier, street: streetAddress(rng) };
  if (kind < 0.2) return { ...carrier, phone: phoneNumber(rng) };
  if (kind < 0.25) return { ...carrier, legalName: companyName(rng, carrier.trade) };
  if (kind < 0.3) return { ...carrier, status: carrier.status === 'A' ? 'I' : 'A' };
  // A new MCS-150 form.
  return {
    ...carrier,
    powerUnits: carrier.powerUnits + rng.between(1, 3),
    drivers: carrier.drivers + rng.between(1, 3),
    mileage: carrier.mileage + rng.between(1_000, 90_000),
    mcs150Day: asOfDay + 1,
  };
}
