/**
 * Fraud, and honest carriers that look like it, among the carriers of a synthetic country. The same country and options
 * give the same records.
 *
 *   const fraud = { perSignal: 2, perHonestCase: 1 };
 *   await generateCountry({ carriers, seed, folder, asOf, fraud });       // writes the federal files
 *   const plan = planFraud({ seed, carriers, asOfDay: dayOf(asOf) }, fraud);
 *   await recordPlanted(db, organizationId, [...plan.sightings()]);       // the sightings; ensureMonths first
 *   plan.cases                                                            // which carrier was planted for what
 *
 * Every signal of server/src/domain/carriers/signals/signal-rules.ts has `perSignal` cases.
 */
import type { SignalName } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import { isAuthorized, makeLicense, makePolicies, NOTICE_DAYS } from '../authority.ts';
import { type Carrier, makeCarrier } from '../carrier.ts';
import { type Country, LEGACY_FROZEN } from '../country.ts';
import { makeOrders } from '../files/out-of-service-orders.ts';
import type { Policy } from '../record-types.ts';
import { Rng } from '../rng.ts';
import { makeUnit, powerUnitKind } from '../unit.ts';
import { personName, uniquePhone } from '../words.ts';
import { bondOf, type CaseBuilder, Draft, FRAUD_STREAM } from './draft.ts';
import { fraudCases } from './fraud-cases.ts';
import { honestAddresses } from './honest-addresses.ts';
import { honestCases } from './honest-cases.ts';
import { honestChanges } from './honest-changes.ts';
import { honestRegistrations } from './honest-registrations.ts';
import { honestVehicles } from './honest-vehicles.ts';
import type { PlantedSighting } from './record-planted.ts';
import { anyPlace, placeIn, sightingOf } from './sightings.ts';
import { turnover } from './turnover.ts';

/** Plain data, so that it can be passed to a thread. */
export type FraudOptions = { perSignal: number; perHonestCase: number };

type PlantedCarrier = {
  usdot: number;
  /** The name of the signal or of the honest case. */
  case: string;
  isFraud: boolean;
  /** The first carrier of a case; the others have a part in it. */
  isSubject: boolean;
  expects: SignalName[];
  /** Right if found, and not missed if not. */
  accepts: SignalName[];
};

export type FraudPlan = {
  cases: PlantedCarrier[];
  carrier(index: number): Carrier;
  /** The signals that an ordinary carrier of the country must have: facts that are not rare among honest carriers. */
  expectedOf(index: number): SignalName[];
  sightings(): Generator<PlantedSighting>;
  /** Without those of ordinary carriers. */
  plantedSightings(): PlantedSighting[];
};

/** The share of ordinary carriers that cameras have seen. */
const SEEN_SHARE = 0.35;
const MAX_SIGHTINGS = 12;
const YEAR = 365;

export function planFraud(country: Country, { perSignal, perHonestCase }: FraudOptions): FraudPlan {
  const drafts = new Map<number, Draft>();
  const cases: PlantedCarrier[] = [];
  const list: [string, CaseBuilder, boolean][] = [
    ...Object.entries(fraudCases).flatMap(([name, one]) => repeat(perSignal, [name, one, true])),
    ...Object.entries(allHonest).flatMap(([name, one]) => repeat(perHonestCase, [name, one, false])),
  ];
  const slots = list.reduce((sum, [, { size }]) => sum + size, 0);
  if (slots > country.carriers)
    throw new Error(`${slots} planted carriers do not fit into ${country.carriers}.`);
  let slot = 0;
  for (const [nth, [name, { size, build }, isFraud]] of list.entries()) {
    const rng = new Rng(country.seed, nth, FRAUD_STREAM);
    const members = Array.from({ length: size }, () => {
      const index = Math.floor(((slot++ + 0.5) * country.carriers) / slots);
      const draft = new Draft(country, ordinary(country, index), rng);
      drafts.set(index, draft);
      return draft;
    });
    build(members, rng);
    for (const { carrier, expects } of members)
      if (isRevoked(country, carrier)) expects.add('authority_revoked');
    for (const [n, { carrier, expects, accepts }] of members.entries())
      cases.push({
        ...{ usdot: carrier.usdot, case: name, isFraud, isSubject: n === 0 },
        ...{ expects: [...expects], accepts: [...accepts] },
      });
  }
  const carrier = (index: number) => drafts.get(index)?.carrier ?? ordinary(country, index);
  return {
    cases,
    carrier,
    expectedOf(index) {
      const draft = drafts.get(index);
      if (draft) return [...draft.expects];
      const one = ordinary(country, index);
      return [
        ...(one.broker && one.planted?.license?.active ? (['holds_broker_authority'] as const) : []),
        ...(isRevoked(country, one) ? (['authority_revoked'] as const) : []),
      ];
    },
    plantedSightings: () => [...drafts.values()].flatMap((draft) => draft.sightings),
    *sightings() {
      for (let index = 0; index < country.carriers; index++) {
        const draft = drafts.get(index);
        if (draft) yield* draft.sightings;
        else yield* ordinarySightings(country, ordinary(country, index));
      }
    },
  };
}

const allHonest: Record<string, CaseBuilder> = {
  ...honestCases,
  ...honestVehicles,
  ...honestRegistrations,
  ...honestAddresses,
  ...honestChanges,
};

type Case = [name: string, builder: CaseBuilder, isFraud: boolean];
const repeat = (count: number, one: Case): Case[] =>
  Array.from({ length: Math.ceil(count / (one[1].plants ?? 1)) }, () => one);

/** A fact that is not rare among honest carriers: the authority to carry was revoked in the last year. */
function isRevoked({ asOfDay }: Country, { planted, trade, operation }: Carrier): boolean {
  const license = planted?.license;
  const last = license?.notices.at(-1);
  if (!license?.legacy || license.active || !last?.carriedOut || last.voluntary) return false;
  const since = asOfDay - (last.day + NOTICE_DAYS);
  return (
    last.reinstatedAfter === null && since >= 0 && since <= YEAR && trade !== 'private' && operation === 'A'
  );
}

/**
 * A carrier of the country with records that agree with each other: its insurance has no gaps, its update is on time, and
 * a for-hire fleet of ten trucks is inspected at times.
 */
function ordinary(country: Country, index: number): Carrier {
  const rng = new Rng(country.seed, index, FRAUD_STREAM + 1);
  const carrier = makeCarrier(country, index);
  carrier.mcs150Day = Math.max(carrier.addDay, country.asOfDay - rng.between(5, 700));
  carrier.phone = uniquePhone(index, rng);
  const planted: NonNullable<Carrier['planted']> = {
    suspensions: [],
    officer: personName(rng),
  };
  if (
    carrier.trade !== 'private' &&
    carrier.powerUnits >= 10 &&
    carrier.inspectionsPerUnit === 0 &&
    carrier.status === 'A'
  )
    carrier.inspectionsPerUnit = 0.3;
  const license = makeLicense(country, carrier);
  if (license) {
    if (license.grantedDay !== null) license.grantedDay = Math.min(license.grantedDay, country.asOfDay - 150);
    planted.license = license;
    planted.policies = withoutGaps(makePolicies(country, carrier, license), license.motus);
    if (carrier.broker && license.grantedDay !== null)
      planted.bonds = [bondOf(rng, 75_000, Math.max(license.grantedDay, country.asOfDay - 900))];
  }
  planted.former = turnover(country, carrier);
  carrier.planted = planted;
  return carrier;
}

/** The legacy files do not announce an end more than some weeks ahead, and Motus has the renewals. */
function withoutGaps(policies: Policy[], inMotus: boolean): Policy[] {
  const sorted = policies.sort((a, b) => a.effectiveDay - b.effectiveDay);
  const known = inMotus ? sorted : sorted.filter(({ effectiveDay }) => effectiveDay < LEGACY_FROZEN);
  return known.map((policy, n) => ({ ...policy, cancelDay: known[n + 1]?.effectiveDay ?? null }));
}

/** Sightings of an honest carrier: each truck is seen days apart, at plausible places, and never while out of service. */
function* ordinarySightings(country: Country, carrier: Carrier): Generator<PlantedSighting> {
  const rng = new Rng(country.seed, carrier.index, FRAUD_STREAM + 2);
  const { license } = carrier.planted ?? {};
  const mayRun =
    carrier.status === 'A' &&
    (license ? license.active : carrier.trade === 'private' || carrier.operation !== 'A');
  if (!mayRun || carrier.powerUnits === 0 || !rng.chance(SEEN_SHARE)) return;
  const orders = makeOrders(country, carrier);
  const trucks = Math.min(carrier.powerUnits, 4);
  for (let n = 0; n < trucks; n++) {
    const unit = makeUnit(country, carrier, powerUnitKind(carrier, n), n);
    const since = Math.max(0, Math.min(YEAR, country.asOfDay - carrier.addDay - 60));
    for (
      let ago = rng.below(since + 1), seen = 0;
      ago > 2 && seen < MAX_SIGHTINGS / trucks;
      seen++, ago -= rng.between(3, 60)
    ) {
      const day = country.asOfDay - ago;
      if (!isAuthorized(license ?? null, day)) continue;
      if (orders.some((order) => day >= order.day && (order.rescindDay === null || day <= order.rescindDay)))
        continue;
      const place = carrier.operation === 'A' ? anyPlace(rng) : placeIn(rng, carrier.state);
      yield sightingOf(rng, carrier, { day, place, unit });
    }
  }
}
