import { isAuthorized, makeLicense } from './authority.ts';
import type { Carrier } from './carrier.ts';
import { type Country, eventDays, STREAM } from './country.ts';
import { type County, pickCounty, pickState } from './places.ts';
import type { Unit } from './record-types.ts';
import { Rng } from './rng.ts';
import { makeUnit, powerUnitKind } from './unit.ts';

export type Crash = {
  serial: number;
  day: number;
  time: string;
  county: County;
  /** The vehicles of this carrier; each is a row. */
  units: Unit[];
  fatalities: number;
  injuries: number;
  towAway: boolean;
  hazmatReleased: boolean;
  notPreventable: boolean;
  recordable: boolean;
  weather: number;
  light: number;
  surface: number;
};

function harmOf(rng: Rng) {
  const kind = rng.next();
  const fatalities = kind < 0.03 ? 1 + (rng.chance(0.1) ? 1 : 0) : 0;
  const injuries = kind < 0.37 ? rng.between(fatalities > 0 ? 0 : 1, 3) : 0;
  return { fatalities, injuries };
}

/** The crashes of a carrier. `nextSerial` numbers the crashes of the whole country. */
export function makeCrashes(country: Country, carrier: Carrier, nextSerial: () => number): Crash[] {
  const mean = carrier.powerUnits * carrier.crashesPerUnit * (eventDays(country) / 365);
  if (mean === 0) return [];
  const rng = new Rng(country.seed, carrier.index, STREAM.crashes);
  const crashes: Crash[] = [];
  for (let n = rng.poisson(mean); n > 0; n--) {
    const vehicles = carrier.powerUnits > 5 && rng.chance(0.01) ? 2 : 1;
    const units = Array.from({ length: vehicles }, () => {
      const unit = rng.below(carrier.powerUnits);
      return makeUnit(country, carrier, powerUnitKind(carrier, unit), unit);
    });
    const wet = rng.chance(0.15);
    crashes.push({
      serial: nextSerial(),
      day: country.asOfDay - 5 - rng.below(eventDays(country) - 5),
      time: rng.chance(0.01) ? '9999' : String(rng.below(24)).padStart(2, '0') + rng.between(10, 59),
      county: pickCounty(rng, rng.chance(0.7) || carrier.operation !== 'A' ? carrier.state : pickState(rng)),
      units,
      ...harmOf(rng),
      towAway: rng.chance(0.95),
      hazmatReleased: carrier.hazmat && rng.chance(0.03),
      notPreventable: rng.chance(0.04),
      recordable: rng.chance(0.96),
      weather: wet ? 2 : 1,
      light: rng.chance(0.7) ? 1 : 2,
      surface: wet ? 2 : 1,
    });
  }
  const license = makeLicense(country, carrier);
  return crashes.filter(({ day }) => isAuthorized(license, day));
}
