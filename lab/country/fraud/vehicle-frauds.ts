import type { Unit } from '../record-types.ts';
import type { Rng } from '../rng.ts';
import { type CaseBuilder, type Draft, ofOne, ofTwo } from './draft.ts';
import { anyPlace, placeIn, shortName } from './sightings.ts';

const OLD_TRACTOR_YEARS = 'ABCDEFG';
const REGIONS = [
  ['CA', 'WA', 'AZ', 'OR'],
  ['TX', 'IL', 'MO', 'MN'],
  ['FL', 'NY', 'NC', 'PA'],
];

/** Model years 2010 to 2016, or 30 years earlier; the check digit is kept right by another serial digit. */
export function unitOfAge(draft: Draft, isOld: boolean): Unit {
  for (let n = 0; ; n++) {
    const unit = draft.truck(n);
    if (OLD_TRACTOR_YEARS.includes(unit.vin.charAt(9)) === isOld && /[A-Z]/.test(unit.vin.charAt(9)))
      return unit;
  }
}

/** Trucks of the carrier of that age, each once. */
export function oldUnits(draft: Draft, count: number): Unit[] {
  const units: Unit[] = [];
  for (let n = 0; units.length < count; n++) {
    const unit = draft.truck(n);
    if (OLD_TRACTOR_YEARS.includes(unit.vin.charAt(9))) units.push(unit);
  }
  return units;
}

/** A number whose authority was granted weeks ago, with no inspections but those of the case. */
export function makeYoung(draft: Draft, rng: Rng): void {
  const granted = rng.between(35, 85);
  draft.quiet();
  draft.carrier.addDay = draft.day(granted + 40);
  Object.assign(draft.planted.license, { grantedDay: draft.day(granted), legacy: false, motus: true });
}

/** Records of a vehicle under several carriers in turn. Half of those with a VIN are inspections. */
export function takeTurns(
  rng: Rng,
  carriers: Draft[],
  unit: Unit,
  records: number,
  shown: { vin?: true; plate?: true },
): void {
  let daysAgo = rng.between(20, 60) + records * 9;
  for (let n = 0; n < records; n++) {
    const carrier = carriers[n % carriers.length] as Draft;
    if (shown.vin && rng.chance(0.5)) carrier.inspect(daysAgo, unit);
    else carrier.see(daysAgo, { unit, ...shown });
    daysAgo -= rng.between(3, 9);
  }
}

/** A truck runs under whichever of two numbers suits; some days nobody sees it, so that turns are missing. */
function alternate(rng: Rng, drafts: Draft[], kind: 'vin' | 'plate'): void {
  takeTurns(rng, drafts, (drafts[0] as Draft).truck(0), rng.between(5, 14), { [kind]: true });
  for (const { expects, accepts } of drafts) {
    expects.add(`${kind}_under_several_carriers`);
    // The other mark of the same truck, where it is readable.
    accepts.add('vin_under_several_carriers').add('plate_under_several_carriers');
  }
}

export const nameOnDoors = ({ carrier }: Draft) => shortName(carrier).replace(/[",]/g, '');
const docketOf = ({ planted }: Draft) => String(planted.license.docket);

/** One letter in a name of ten is misread. */
function asRead(rng: Rng, text: string): string {
  if (!rng.chance(0.1)) return text;
  const at = rng.below(text.length);
  return `${text.slice(0, at)}${rng.pick(['I', 'O', 'B', 'E'])}${text.slice(at + 1)}`;
}

/** The position among the cargo classes of the census. */
const DRIVE_OR_TOW = 5;

export const vehicleFrauds = {
  /** The fleet of a revoked carrier goes on under a new number. */
  vin_from_revoked_carrier: ofTwo((subject, predecessor, rng) => {
    const lost = rng.between(215, 330);
    predecessor.revoke(lost);
    const trucks = rng.between(2, Math.max(2, predecessor.carrier.powerUnits));
    for (let n = 0; n < trucks; n++) {
      const unit = predecessor.truck(n);
      // One truck in ten was never recorded under the old number.
      if (!rng.chance(0.1)) predecessor.inspect(lost + rng.between(5, 150), unit);
      const since = lost - rng.between(10, 120);
      if (rng.chance(0.6)) subject.inspect(since, unit);
      else for (const ago of [since, since - 12]) subject.see(ago, { unit, vin: true });
    }
    subject.carrier.addDay = subject.day(lost - rng.between(-60, 5));
    subject.expects.add('vin_from_revoked_carrier');
  }),
  vin_under_several_carriers: {
    size: 2,
    build: (drafts, rng) => alternate(rng, drafts, 'vin'),
  },
  plate_under_several_carriers: {
    size: 2,
    build: (drafts, rng) => alternate(rng, drafts, 'plate'),
  },
  /** A copy of a truck, with its plate and number, in another part of the country; both are seen at any time of the day. */
  vehicle_in_two_places: ofOne((subject, rng) => {
    const unit = subject.truck(0);
    const regions = [...REGIONS];
    const own = regions.splice(rng.below(3), 1)[0] as string[];
    const copy = rng.pick(regions);
    for (let n = rng.between(3, 8), ago = 200; n > 0; n--, ago -= rng.between(5, 25)) {
      const read = rng.chance(0.4) ? { vin: true } : { plate: true };
      for (const region of [own, copy])
        subject.see(ago, {
          ...{ unit, ...read, minute: rng.between(360, 1_320), place: placeIn(rng, rng.pick(region)) },
        });
    }
    subject.expects.add('vehicle_in_two_places');
  }),
  /** The number of a small carrier on the trucks of others, each in its own state. */
  number_in_two_places: ofOne((subject, rng) => {
    subject.setFleet(rng.between(1, 3));
    const states = ['CA', 'TX', 'FL', 'NY', 'WA', 'IL', 'GA', 'CO', 'OH'];
    const used = states.slice(0, subject.carrier.powerUnits + rng.between(3, 6));
    for (let day = rng.between(2, 5), ago = 80; day > 0; day--, ago -= 15) {
      for (const state of used) {
        if (rng.chance(0.2)) continue;
        const minute = rng.between(600, 780);
        subject.see(ago, { minute, place: placeIn(rng, state), plate: false, vin: false });
      }
    }
    subject.expects.add('number_in_two_places');
  }),
  /** A truck of one carrier with the number of another. */
  name_or_mc_mismatch: ofTwo((subject, shown, rng) => {
    const kind = rng.below(3);
    for (let n = rng.between(2, 6), ago = rng.between(100, 300); n > 0; n--, ago -= 11) {
      const door = kind === 0 ? [] : [asRead(rng, nameOnDoors(shown))];
      subject.see(ago, { door, vin: false, ...(kind === 1 ? {} : { mc: docketOf(shown) }) });
    }
    subject.expects.add('name_or_mc_mismatch');
  }),
  /** A fleet of worn-out trucks under a number of some weeks. */
  young_authority_old_equipment: ofOne((subject, rng) => {
    makeYoung(subject, rng);
    subject.setFleet(rng.between(4, 9));
    subject.planted.policies?.splice(0, 1);
    for (const unit of oldUnits(subject, rng.between(4, subject.carrier.powerUnits)))
      for (let n = rng.between(1, 2); n > 0; n--) subject.see(rng.between(2, 30), { unit, vin: true });
    subject.expects.add('young_authority_old_equipment');
  }),
  far_from_registration: ofOne((subject, rng) => {
    // A carrier that tows vehicles may cross the state line.
    const cargo = subject.carrier.cargo.filter((one) => one !== DRIVE_OR_TOW);
    Object.assign(subject.carrier, { operation: 'C', trade: 'private', docket: null, cargo });
    const away = () => anyPlace(rng, (state) => state !== subject.carrier.state);
    for (let n = rng.between(3, 9), ago = 300; n > 0; n--, ago -= rng.between(4, 30))
      subject.see(ago, { place: away() });
    subject.expects.add('far_from_registration');
  }),
  fleet_larger_than_declared: ofOne((subject, rng) => {
    const { powerUnits } = subject.carrier;
    const actual = powerUnits + rng.between(4, powerUnits + 8);
    for (let n = 0; n < actual; n++) {
      if (rng.chance(0.1)) continue;
      if (rng.chance(0.6)) subject.inspect(rng.between(5, 85), subject.truck(n));
      else subject.see(rng.between(5, 85), { unit: subject.truck(n), vin: true });
    }
    subject.expects.add('fleet_larger_than_declared');
  }),
  /** A number that exists for its authority only. */
  never_seen: ofOne((subject, rng) => {
    subject.setFleet(rng.between(10, 60));
    subject.quiet();
    subject.expects.add('never_seen');
  }),
} satisfies Record<string, CaseBuilder>;
