import { isAuthorized, makeLicense } from './authority.ts';
import type { Carrier } from './carrier.ts';
import { type Country, eventDays, STREAM } from './country.ts';
import type { PlantedInspection } from './fraud/planted.ts';
import { type County, pickCounty, pickState } from './places.ts';
import type { Unit } from './record-types.ts';
import { Rng, weighted } from './rng.ts';
import { makeUnit, powerUnitKind } from './unit.ts';
import {
  pickDriverViolation,
  pickHazmatViolation,
  pickVehicleViolation,
  type ViolationCode,
} from './violation-codes.ts';

/** `on` is D for the driver, 1 for the power unit or 2 for the trailer. */
type Violation = { code: ViolationCode; on: 'D' | '1' | '2'; outOfService: boolean };

export type Inspection = {
  /** Position among all inspections of the country; all record numbers derive from it. */
  serial: number;
  day: number;
  /** HHMM as the officer typed it, which may be invalid. */
  startTime: string;
  county: County;
  level: number;
  fixedSite: boolean;
  hazmat: boolean;
  units: Unit[];
  violations: Violation[];
  oos: { driver: number; vehicle: number; hazmat: number };
};

const pickLevel = weighted([1, 2, 3, 5], [26, 33, 37, 4]);

export const isDriverLevel = (level: number) => level !== 5;
export const isVehicleLevel = (level: number) => level !== 3;

function timeOf(rng: Rng): string {
  const odd = rng.next();
  if (odd < 0.01) return '9999';
  if (odd < 0.013) return '2400';
  if (odd < 0.02) return '';
  return String(rng.between(5, 22)).padStart(2, '0') + String(rng.below(60)).padStart(2, '0');
}

function violationsOf(rng: Rng, level: number, hazmat: boolean, units: number): Violation[] {
  if (rng.chance(0.46)) return [];
  const violations: Violation[] = [];
  for (let n = 1 + rng.poisson(1.15); n > 0; n--) {
    const onDriver = isDriverLevel(level) && (!isVehicleLevel(level) || rng.chance(0.28));
    const onHazmat = !onDriver && hazmat && rng.chance(0.25);
    const code = (onDriver ? pickDriverViolation : onHazmat ? pickHazmatViolation : pickVehicleViolation)(
      rng,
    );
    const on = onDriver ? 'D' : units > 1 && rng.chance(0.4) ? '2' : '1';
    violations.push({ code, on, outOfService: rng.chance(code.outOfService) });
  }
  return violations;
}

/** Officers sometimes drop a VIN character, type O for 0, leave the unit blank, or split the plate. */
function asTyped(rng: Rng, unit: Unit): Unit {
  const error = rng.next();
  if (error > 0.03) return unit;
  if (error < 0.01) return { ...unit, vin: unit.vin.slice(0, 16) };
  if (error < 0.015) return { ...unit, vin: unit.vin.replace('0', 'O') };
  return error < 0.02
    ? { ...unit, vin: '', plate: '' }
    : { ...unit, plate: `${unit.plate.slice(0, 3)} ${unit.plate.slice(3)}` };
}

function unitsOf(rng: Rng, country: Country, carrier: Carrier, cache: Map<number, Unit>): Unit[] {
  const n = rng.below(Math.max(1, carrier.powerUnits));
  const power = cache.get(n) ?? makeUnit(country, carrier, powerUnitKind(carrier, n), n);
  cache.set(n, power);
  if (power.kind !== 'tractor' || carrier.trailers === 0 || rng.chance(0.12)) return [asTyped(rng, power)];
  const t = rng.below(carrier.trailers);
  const trailer = cache.get(-1 - t) ?? makeUnit(country, carrier, 'trailer', t);
  cache.set(-1 - t, trailer);
  return [asTyped(rng, power), asTyped(rng, trailer)];
}

function makeInspection(
  rng: Rng,
  country: Country,
  carrier: Carrier,
  serial: number,
  cache: Map<number, Unit>,
): Inspection {
  const level = carrier.coaches > 0 && rng.chance(0.5) ? 5 : pickLevel(rng);
  const hazmat = carrier.hazmat && rng.chance(0.4);
  const isAway = !rng.chance(0.6) && carrier.operation === 'A';
  const state = isAway ? pickState(rng) : carrier.state;
  const units = unitsOf(rng, country, carrier, cache);
  const violations = violationsOf(rng, level, hazmat, units.length);
  const oos = { driver: 0, vehicle: 0, hazmat: 0 };
  for (const { on, outOfService, code } of violations) {
    if (outOfService) oos[code.basic === 'HM' ? 'hazmat' : on === 'D' ? 'driver' : 'vehicle']++;
  }
  return {
    serial,
    level,
    hazmat,
    units,
    violations,
    oos,
    day: country.asOfDay - 4 - rng.below(eventDays(country) - 4),
    startTime: timeOf(rng),
    county: pickCounty(rng, state),
    fixedSite: rng.chance(0.45),
  };
}

function cleanInspection({ day, units, county }: PlantedInspection, serial: number): Inspection {
  const oos = { driver: 0, vehicle: 0, hazmat: 0 };
  const facts = { level: 2, fixedSite: true, hazmat: false, violations: [], oos, startTime: '1030' };
  return { serial, day, units, county, ...facts };
}

/**
 * The inspections of a carrier. `nextSerial` numbers the inspections of the whole country. The trucks of a revoked carrier
 * stay at home, or every such carrier would look like a fraud.
 */
export function makeInspections(country: Country, carrier: Carrier, nextSerial: () => number): Inspection[] {
  const mean = carrier.powerUnits * carrier.inspectionsPerUnit * (eventDays(country) / 365);
  const planted = (carrier.planted?.inspections ?? []).map((one) => cleanInspection(one, nextSerial()));
  if (mean === 0) return planted;
  const license = makeLicense(country, carrier);
  const rng = new Rng(country.seed, carrier.index, STREAM.inspections);
  const cache = new Map<number, Unit>();
  const inspections: Inspection[] = [];
  for (let n = rng.poisson(mean); n > 0; n--)
    inspections.push(makeInspection(rng, country, carrier, nextSerial(), cache));
  return [...planted, ...inspections.filter(({ day }) => isAuthorized(license, day))];
}
