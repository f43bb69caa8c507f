import type { SignalName } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, FIRST_DOCKET, LEGACY_FROZEN } from '../country.ts';
import { pickCounty } from '../places.ts';
import type { License, Notice, Policy, Unit } from '../record-types.ts';
import type { Rng } from '../rng.ts';
import { makeUnit } from '../unit.ts';
import { insurers, processAgents } from '../words.ts';
import type { Planted, Registration } from './planted.ts';
import type { PlantedSighting } from './record-planted.ts';
import { anyPlace, placeIn, type SightingFacts, sightingOf } from './sightings.ts';

export const FRAUD_STREAM = 20;

type GrantedLicense = License & { grantedDay: number };

/** The kind of authority and insurance that an honest for-hire carrier has. */
function soundLicense(country: Country, carrier: Carrier, rng: Rng): GrantedLicense {
  const grantedDay = Math.min(carrier.addDay + rng.between(20, 90), country.asOfDay - 150);
  const license = { docket: FIRST_DOCKET + carrier.index, legacy: true, motus: false, active: true };
  return { ...license, contract: false, grantedDay, notices: [], agent: rng.pick(processAgents) };
}

function soundPolicies(country: Country, license: GrantedLicense, rng: Rng): Policy[] {
  const first = Math.max(license.grantedDay, country.asOfDay - rng.between(900, 1_600));
  const changed = Math.min(LEGACY_FROZEN - rng.between(20, 300), country.asOfDay - 20);
  const policy = (effectiveDay: number, cancelDay: number | null): Policy => ({
    insurer: rng.pick(insurers),
    number: `SYN${rng.digits(7)}`,
    form: '91X',
    dollars: 1_000_000,
    effectiveDay,
    cancelDay,
  });
  if (changed <= first + 30) return [policy(first, null)];
  return [policy(first, changed), policy(changed, null)];
}

export const bondOf = (
  rng: Rng,
  dollars: number,
  effectiveDay: number,
  cancelDay: number | null = null,
): Policy => ({
  insurer: rng.pick(insurers),
  number: `SYNB${rng.digits(6)}`,
  form: '84',
  dollars,
  effectiveDay,
  cancelDay,
});

/** A carrier of a case: an honest for-hire carrier until the case changes it. Days are counted back from the as-of day. */
export class Draft {
  readonly carrier: Carrier;
  readonly planted: Planted & {
    license: License;
    inspections: NonNullable<Planted['inspections']>;
    former: NonNullable<Planted['former']>;
  };
  readonly sightings: PlantedSighting[] = [];
  /** The signals that must be found. */
  readonly expects: Set<SignalName> = new Set();
  /** Signals that are right if they are found; nothing in the records need show them. */
  readonly accepts: Set<SignalName> = new Set();
  readonly #country: Country;
  readonly #rng: Rng;

  constructor(country: Country, base: Carrier, rng: Rng) {
    this.#country = country;
    this.#rng = rng;
    this.carrier = {
      ...base,
      ...{ trucks: 0, coaches: 0, docket: FIRST_DOCKET + base.index, broker: false },
      ...{ trade: 'for-hire', operation: 'A', status: 'A' },
      addDay: Math.min(base.addDay, country.asOfDay - 1_200),
    };
    this.setFleet(rng.between(2, 8));
    const license = soundLicense(country, this.carrier, rng);
    const policies = soundPolicies(country, license, rng);
    this.planted = {
      ...{ license, policies, orders: [], suspensions: [], bonds: [], inspections: [], former: [] },
    };
    if (base.planted?.officer !== undefined) this.planted.officer = base.planted.officer;
    this.carrier.planted = this.planted;
  }

  day(daysAgo: number): number {
    return this.#country.asOfDay - daysAgo;
  }

  truck(n: number): Unit {
    return makeUnit(this.#country, this.carrier, 'tractor', n);
  }

  /** Registered on that day, with an authority granted some weeks later. */
  registered(daysAgo: number): void {
    this.carrier.addDay = this.day(daysAgo);
    this.planted.license.grantedDay = this.carrier.addDay + 40;
  }

  /** The same street and ZIP code as another carrier. */
  moveTo({ carrier }: Draft): void {
    const { street, zip, city, state, county } = carrier;
    Object.assign(this.carrier, { street, zip, city, state, county });
  }

  /** Was in force until then. */
  revoke(daysAgo: number, changes: Partial<Notice> = {}): void {
    const notice = { day: this.day(daysAgo) - 30, carriedOut: true, reinstatedAfter: null, ...changes };
    this.planted.license.notices.push(notice);
    if (notice.reinstatedAfter === null) this.planted.license.active = false;
  }

  order(daysAgo: number, rescindedDaysAgo: number | null): void {
    const rescindDay = rescindedDaysAgo === null ? null : this.day(rescindedDaysAgo);
    this.planted.orders?.push({ day: this.day(daysAgo), reason: 'NOP', rescindDay });
  }

  inspect(daysAgo: number, unit: Unit): void {
    const county = pickCounty(this.#rng, this.carrier.state);
    this.planted.inspections.push({ day: this.day(daysAgo), units: [unit], county });
  }

  see(daysAgo: number, facts: Partial<SightingFacts> = {}): void {
    const place =
      facts.place ??
      (this.carrier.operation === 'A' ? anyPlace(this.#rng) : placeIn(this.#rng, this.carrier.state));
    this.sightings.push(sightingOf(this.#rng, this.carrier, { day: this.day(daysAgo), place, ...facts }));
  }

  /** No inspections but those of the case. */
  quiet(): void {
    this.carrier.inspectionsPerUnit = 0;
    this.carrier.crashesPerUnit = 0;
  }

  /** The census had these values until then. */
  was(daysAgo: number, carrier: Partial<Registration>, officer?: string): void {
    const until = this.day(daysAgo);
    this.planted.former.push({ until, carrier, ...(officer === undefined ? {} : { officer }) });
  }

  /** Another liability insurer since then. */
  changeInsurer(daysAgo: number): void {
    const rng = this.#rng;
    const [former] = soundPolicies(this.#country, soundLicense(this.#country, this.carrier, rng), rng);
    if (!former) return;
    const changed = this.day(daysAgo);
    const insurer = rng.pick(insurers.filter((name) => name !== former.insurer));
    const next = {
      ...former,
      insurer,
      number: `SYN${rng.digits(7)}`,
      effectiveDay: changed,
      cancelDay: null,
    };
    this.planted.policies = [{ ...former, effectiveDay: changed - 370, cancelDay: changed }, next];
    // The legacy files do not have what was filed later.
    if (changed > LEGACY_FROZEN - 5) this.planted.license.motus = true;
  }

  setFleet(powerUnits: number): void {
    const fleet = { powerUnits, tractors: powerUnits, trailers: powerUnits, drivers: powerUnits };
    Object.assign(this.carrier, fleet);
  }
}

/**
 * A case gets `size` carriers and a random stream, and adds records and expectations to the carriers. A case that plants
 * several carriers of its kind is repeated less often.
 */
export type CaseBuilder = { size: number; plants?: number; build(drafts: Draft[], rng: Rng): void };

export const ofOne = (build: (subject: Draft, rng: Rng) => void): CaseBuilder => ({
  size: 1,
  build: ([subject], rng) => build(subject as Draft, rng),
});

export const ofTwo = (build: (first: Draft, second: Draft, rng: Rng) => void): CaseBuilder => ({
  size: 2,
  build: ([first, second], rng) => build(first as Draft, second as Draft, rng),
});
