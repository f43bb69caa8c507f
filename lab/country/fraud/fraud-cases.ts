import type { SignalName } from '../../../server/src/domain/carriers/signals/rules.ts';
import { LEGACY_FROZEN } from '../country.ts';
import type { Rng } from '../rng.ts';
import type { Unit } from '../unit.ts';
import { bondOf, type CaseBuilder, type Draft } from './draft.ts';
import { anyPlace, placeIn } from './sightings.ts';

const OLD_TRACTOR_YEARS = 'ABCDEFG';

/** Model years 2010 to 2016, or 30 years earlier; the check digit is kept right by another serial digit. */
export function unitOfAge(draft: Draft, isOld: boolean): Unit {
  for (let n = 0; ; n++) {
    const unit = draft.truck(n);
    if (OLD_TRACTOR_YEARS.includes(unit.vin.charAt(9)) === isOld && /[A-Z]/.test(unit.vin.charAt(9)))
      return unit;
  }
}

/** Records of a vehicle under several carriers in turn, `days` apart. */
export function takeTurns(
  rng: Rng,
  carriers: Draft[],
  unit: Unit,
  records: number,
  kind: 'vin' | 'plate',
): void {
  let daysAgo = rng.between(20, 60) + records * 9;
  for (let n = 0; n < records; n++) {
    const carrier = carriers[n % carriers.length] as Draft;
    if (kind === 'vin' && rng.chance(0.5)) carrier.inspect(daysAgo, unit);
    else carrier.see(daysAgo, { unit, [kind]: true });
    daysAgo -= rng.between(3, 9);
  }
}

const name = ({ carrier }: Draft) =>
  carrier.legalName.replace(/ (LLC|INC|CORP|CO|LTD)$/, '').replace(/[",&']/g, '');
const docketOf = ({ planted }: Draft) => String(planted.license.docket);

/** One typo in eight: two characters swapped. */
function typed(rng: Rng, text: string): string {
  if (!rng.chance(0.12) || text.length < 6) return text;
  const at = rng.between(1, text.length - 3);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

/** One kind of fraud for each signal. The first draft is the subject. */
export const fraudCases: Record<SignalName, CaseBuilder> = {
  shared_with_revoked_carrier: {
    size: 2,
    build([subject, predecessor], rng) {
      if (!subject || !predecessor) return;
      const lost = rng.between(220, 700);
      if (rng.chance(0.6)) predecessor.revoke(lost);
      else predecessor.order(lost, null);
      predecessor.carrier.status = rng.chance(0.5) ? 'I' : 'A';
      const { carrier } = subject;
      carrier.addDay = subject.day(Math.max(170, lost - rng.between(-150, 200)));
      subject.planted.license.grantedDay = Math.min(carrier.addDay + 30, subject.day(130));
      const old = predecessor.carrier;
      const contacts = ['phone', 'address', 'email', 'officer'];
      for (let n = rng.between(1, 3); n > 0; n--) {
        const shared = contacts.splice(rng.below(contacts.length), 1)[0];
        if (shared === 'phone') carrier.phone = old.phone;
        if (shared === 'email') carrier.email = old.email ||= `DISPATCH${rng.digits(6)}@MAIL.EXAMPLE`;
        if (shared === 'address' || shared === 'officer')
          Object.assign(carrier, { city: old.city, state: old.state, county: old.county });
        if (shared === 'address') Object.assign(carrier, { street: typed(rng, old.street), zip: old.zip });
        if (shared === 'officer' && predecessor.planted.officer)
          subject.planted.officer = predecessor.planted.officer;
      }
      if (rng.chance(0.3)) subject.planted.priorRevoked = old.usdot;
      subject.expects.add('shared_with_revoked_carrier');
    },
  },
  vin_from_revoked_carrier: {
    size: 2,
    build([subject, predecessor], rng) {
      if (!subject || !predecessor) return;
      const lost = rng.between(215, 330);
      predecessor.revoke(lost);
      const trucks = rng.between(2, Math.max(2, predecessor.carrier.powerUnits));
      for (let n = 0; n < trucks; n++) {
        predecessor.inspect(lost + rng.between(5, 150), predecessor.truck(n));
        const since = lost - rng.between(10, 120);
        if (rng.chance(0.6)) subject.inspect(since, predecessor.truck(n));
        else
          for (const ago of [since, since - 12]) subject.see(ago, { unit: predecessor.truck(n), vin: true });
      }
      subject.carrier.addDay = subject.day(lost - rng.between(-60, 5));
      subject.expects.add('vin_from_revoked_carrier');
    },
  },
  vin_under_several_carriers: {
    size: 2,
    build(drafts, rng) {
      takeTurns(rng, drafts, (drafts[0] as Draft).truck(0), rng.between(8, 14), 'vin');
      for (const draft of drafts) draft.expects.add('vin_under_several_carriers');
    },
  },
  plate_under_several_carriers: {
    size: 2,
    build(drafts, rng) {
      takeTurns(rng, drafts, (drafts[0] as Draft).truck(0), rng.between(8, 14), 'plate');
      for (const draft of drafts) draft.expects.add('plate_under_several_carriers');
    },
  },
  /** A copy of a truck, with its plate and number, far away. */
  vehicle_in_two_places: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const unit = subject.truck(0);
      for (let n = rng.between(3, 6), ago = 200; n > 0; n--, ago -= rng.between(5, 25)) {
        const read = rng.chance(0.4) ? { vin: true } : { plate: true };
        subject.see(ago, { unit, ...read, minute: 600, place: placeIn(rng, 'CA') });
        subject.see(ago, { unit, ...read, minute: 600 + rng.between(60, 500), place: placeIn(rng, 'FL') });
      }
      subject.expects.add('vehicle_in_two_places');
    },
  },
  /** The number of a small carrier on other people's trucks. */
  number_in_two_places: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.setFleet(rng.between(1, 3));
      for (let day = rng.between(2, 4), ago = 80; day > 0; day--, ago -= 15) {
        for (const state of ['CA', 'TX', 'FL', 'NY', 'WA', 'IL', 'GA'])
          subject.see(ago, {
            minute: rng.between(600, 660),
            place: placeIn(rng, state),
            plate: false,
            vin: false,
          });
      }
      subject.expects.add('number_in_two_places');
    },
  },
  name_or_mc_mismatch: {
    size: 2,
    build([subject, shown], rng) {
      if (!subject || !shown) return;
      const kind = rng.below(3);
      for (let n = rng.between(3, 6), ago = rng.between(100, 300); n > 0; n--, ago -= 11) {
        const door = kind === 0 ? [] : [name(shown)];
        subject.see(ago, { door, vin: false, ...(kind === 1 ? {} : { mc: docketOf(shown) }) });
      }
      subject.expects.add('name_or_mc_mismatch');
    },
  },
  young_authority_old_equipment: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const granted = rng.between(35, 85);
      subject.quiet();
      subject.carrier.addDay = subject.day(granted + 40);
      Object.assign(subject.planted.license, {
        grantedDay: subject.day(granted),
        legacy: false,
        motus: true,
      });
      subject.planted.policies?.splice(0, 1);
      for (const ago of [30, 22, 9]) subject.see(ago, { unit: unitOfAge(subject, true), vin: true });
      subject.expects.add('young_authority_old_equipment');
    },
  },
  far_from_registration: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      Object.assign(subject.carrier, { operation: 'C', trade: 'private', docket: null });
      const away = () => anyPlace(rng, (state) => state !== subject.carrier.state);
      for (let n = rng.between(3, 8), ago = 300; n > 0; n--, ago -= rng.between(4, 30))
        subject.see(ago, { place: away() });
      subject.expects.add('far_from_registration');
    },
  },
  seen_out_of_service: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const since = rng.between(60, 300);
      subject.order(since, rng.chance(0.2) ? 5 : null);
      for (let n = rng.between(3, 6), ago = since - 2; n > 0 && ago > 6; n--, ago -= rng.between(3, 12))
        subject.see(ago, { unit: subject.truck(0) });
      subject.expects.add('seen_out_of_service');
    },
  },
  seen_without_authority: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const since = rng.between(215, 330);
      subject.revoke(since);
      for (let n = rng.between(3, 6), ago = since - 3; n > 0; n--, ago -= rng.between(4, 30))
        subject.see(ago, { unit: subject.truck(0) });
      subject.expects.add('seen_without_authority');
    },
  },
  pending_suspension: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.planted.license.motus = true;
      const [servedDay, effectiveDay] = [subject.day(rng.between(1, 25)), subject.day(-rng.between(3, 30))];
      subject.planted.suspensions?.push({ type: 'Involuntary Suspension', servedDay, effectiveDay });
      subject.expects.add('pending_suspension');
    },
  },
  authority_reinstated: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const again = subject.day(0) - LEGACY_FROZEN + rng.between(20, 150);
      const without = rng.between(380, 1_500);
      subject.carrier.addDay = subject.day(again + without + 800);
      subject.planted.license.grantedDay = subject.carrier.addDay + 30;
      // The authority ends 30 days after the notice.
      subject.revoke(again + without, { reinstatedAfter: without + 30 });
      subject.expects.add('authority_reinstated');
    },
  },
  fleet_larger_than_declared: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const actual = subject.carrier.powerUnits * 2 + rng.between(1, 6);
      for (let n = 0; n < actual; n++) {
        if (rng.chance(0.6)) subject.inspect(rng.between(5, 85), subject.truck(n));
        else subject.see(rng.between(5, 85), { unit: subject.truck(n), vin: true });
      }
      subject.expects.add('fleet_larger_than_declared');
    },
  },
  never_seen: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.setFleet(rng.between(10, 60));
      subject.quiet();
      subject.expects.add('never_seen');
    },
  },
  insurance_lapse_while_moving: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      const [first, last] = subject.planted.policies ?? [];
      if (!first || !last) return;
      const ended = rng.between(260, 340);
      first.cancelDay = subject.day(ended);
      first.effectiveDay = subject.day(ended + 350);
      last.effectiveDay = subject.day(ended - rng.between(30, 60));
      for (const after of [3, 9, 16, 24]) subject.see(ended - after, { unit: subject.truck(0) });
      subject.expects.add('insurance_lapse_while_moving');
    },
  },
  bipd_below_required: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.planted.license.requiredDollars = rng.pick([1_000_000, 5_000_000]);
      for (const policy of subject.planted.policies ?? []) policy.dollars = rng.pick([300_000, 750_000]);
      subject.expects.add('bipd_below_required');
    },
  },
  broker_security_below_required: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.carrier.broker = true;
      const dollars = rng.pick([10_000, 25_000, 50_000]);
      subject.planted.bonds = [bondOf(rng, dollars, subject.day(rng.between(300, 900)))];
      subject.expects.add('broker_security_below_required').add('holds_broker_authority');
    },
  },
  holds_broker_authority: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.carrier.broker = true;
      subject.planted.bonds = [bondOf(rng, 75_000, subject.day(rng.between(300, 900)))];
      subject.expects.add('holds_broker_authority');
    },
  },
  mcs150_overdue: {
    size: 1,
    build([subject], rng) {
      if (!subject) return;
      subject.carrier.addDay = subject.day(4_000);
      subject.carrier.mcs150Day = subject.day(rng.between(1_600, 3_500));
      subject.expects.add('mcs150_overdue');
    },
  },
};
