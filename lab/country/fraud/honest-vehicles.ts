import counties from '../../../server/src/domain/federal/generated/counties.json' with { type: 'json' };
import type { Rng } from '../rng.ts';
import { type CaseBuilder, type Draft, ofOne, ofTwo } from './draft.ts';
import { OTHER_TRUCK } from './honest-cases.ts';
import { anyPlace, milesApart, type Place, placeIn } from './sightings.ts';
import { identityChanges } from './takeover-frauds.ts';
import { makeYoung, oldUnits } from './vehicle-frauds.ts';

const all = counties as unknown as Record<string, [number, string, number, number][]>;
const COMMERCIAL_ZONE_MILES = 55;

/** A place in another state, some miles from the carrier's own. Null: the state has no neighbors. */
function acrossTheLine(rng: Rng, state: string): Place | null {
  const home = all[state] ?? [];
  for (let tries = 0; tries < 400; tries++) {
    const place = anyPlace(rng, (other) => other !== state);
    const isNear = home.some(
      ([, , latitude, longitude]) =>
        milesApart(place, { ...place, latitude, longitude }) < COMMERCIAL_ZONE_MILES,
    );
    if (isNear) return place;
  }
  return null;
}

const intrastate = ({ carrier }: Draft) =>
  Object.assign(carrier, { operation: 'C', trade: 'private', docket: null });

const elsewhere = (rng: Rng, { carrier }: Draft) => anyPlace(rng, (state) => state !== carrier.state);

function seeTimes(draft: Draft, rng: Rng, place: () => Place | null): void {
  for (let n = rng.between(2, 8), ago = 300; n > 0; n--, ago -= rng.between(4, 30)) {
    const at = place();
    if (at) draft.see(ago, { place: at });
  }
}

/** Honest carriers seen where, or with what, a careless rule would not expect them. */
export const honestVehicles: Record<string, CaseBuilder> = {
  /** Deliveries in the part of the city that is in the next state, and cameras at the state line. */
  commercial_zone: ofOne((subject, rng) => {
    intrastate(subject);
    seeTimes(subject, rng, () => acrossTheLine(rng, subject.carrier.state));
  }),
  /** Wreckers bring disabled trucks home from anywhere. */
  towing: ofOne((subject, rng) => {
    intrastate(subject);
    subject.carrier.cargo = [5];
    if (rng.chance(0.5))
      Object.assign(subject.carrier, {
        legalName: `${subject.carrier.legalName.split(' ')[0]} TOWING LLC`,
        cargo: [7],
      });
    seeTimes(subject, rng, () => elsewhere(rng, subject));
  }),
  /** Produce and livestock, for hire, without authority. */
  exempt_commodities: ofOne((subject, rng) => {
    const isIntrastate = rng.chance(0.5);
    if (isIntrastate) intrastate(subject);
    else subject.revoke(rng.between(215, 330), { voluntary: rng.chance(0.5) });
    subject.carrier.cargo = rng.chance(0.5) ? [10] : [15, 16];
    subject.planted.classification = isIntrastate ? 'EXEMPT FOR HIRE' : 'AUTHORIZED FOR HIRE;EXEMPT FOR HIRE';
    for (let n = rng.between(2, 6), ago = 190; n > 0; n--, ago -= rng.between(4, 25))
      subject.see(ago, { place: elsewhere(rng, subject) });
  }),
  /** Without its federal authority, it moves loads within its state and the city across the line. */
  local_loads_only: ofOne((subject, rng) => {
    subject.revoke(rng.between(215, 330));
    for (let n = rng.between(2, 6), ago = 190; n > 0; n--, ago -= rng.between(4, 25)) {
      const across = rng.chance(0.3) ? acrossTheLine(rng, subject.carrier.state) : null;
      subject.see(ago, { place: across ?? placeIn(rng, subject.carrier.state) });
    }
  }),
  /** An intrastate carrier that moved to another state: its sightings before were at home. */
  moved_to_another_state: ofOne((subject, rng) => {
    intrastate(subject);
    const moved = rng.between(60, 250);
    const before = subject.carrier.state;
    identityChanges.address?.(rng, subject, moved);
    const former = subject.planted.former.at(-1)?.carrier.state ?? before;
    for (const ago of [moved + 90, moved + 50, moved + 10]) subject.see(ago, { place: placeIn(rng, former) });
    for (const ago of [moved - 10, moved - 40]) subject.see(ago, { place: placeIn(rng, before) });
  }),
  /** An owner works for the same carrier some weeks in spring, summer and fall, under its number. */
  trip_leases: ofTwo((owner, lessee, rng) => {
    const unit = owner.truck(OTHER_TRUCK);
    const shown = { unit, vin: true, plate: true };
    for (let n = 0, ago = 355; n < 3; n++, ago -= rng.between(75, 125)) {
      owner.see(ago, shown);
      const days = rng.between(4, 20);
      for (let day = 2; day < days; day += rng.between(2, 6)) lessee.see(ago - 3 - day, shown);
      owner.see(ago - 3 - days - rng.between(1, 5), shown);
    }
  }),
  /** One used truck or two, and an authority of some weeks: how most carriers start. */
  owner_operator_start: ofOne((subject, rng) => {
    makeYoung(subject, rng);
    const trucks = rng.between(1, 2);
    subject.setFleet(trucks);
    subject.planted.policies?.splice(0, 1);
    for (const unit of oldUnits(subject, trucks))
      for (const ago of [30, 22, 9]) subject.see(ago, { unit, vin: true });
  }),
  /** A number in an inspected fleet of ten trucks that only inspectors saw, once. */
  inspected_once: ofOne((subject, rng) => {
    subject.quiet();
    subject.setFleet(rng.between(10, 40));
    subject.inspect(rng.between(20, 700), subject.truck(0));
  }),
};
