import type { Rng } from '../rng.ts';
import { personName } from '../words.ts';
import { type CaseBuilder, type Draft, ofOne } from './draft.ts';
import { otherAddress, otherEmail, otherName, otherPhone } from './turnover.ts';

/** One truck is seen days apart, so that it can be at any of the places. */
export function seeTrucks(draft: Draft, rng: Rng, fromDaysAgo: number, times: number, firstTruck = 0): void {
  let ago = fromDaysAgo;
  for (let n = 0; n < times && ago > 1; n++, ago -= rng.between(3, 8))
    draft.see(ago, { unit: draft.truck(firstTruck + (n % draft.carrier.powerUnits)) });
}

/** Trucks that the carrier did not have before. */
const OTHER_FLEET = 70;

/** Each changes the census on a day. */
export const identityChanges: Record<string, (rng: Rng, draft: Draft, daysAgo: number) => void> = {
  phone: (rng, draft, daysAgo) => draft.was(daysAgo, otherPhone(rng)),
  email(rng, draft, daysAgo) {
    draft.carrier.email ||= otherEmail(rng).email;
    draft.was(daysAgo, otherEmail(rng));
  },
  address: (rng, draft, daysAgo) => draft.was(daysAgo, otherAddress(rng)),
  officer: (rng, draft, daysAgo) => draft.was(daysAgo, {}, personName(rng)),
  name: (rng, draft, daysAgo) => draft.was(daysAgo, otherName(rng, draft.carrier)),
};

/** Changes each kind with its probability, within 20 days. Returns the kinds. */
function changeSome(rng: Rng, draft: Draft, daysAgo: number, shares: Record<string, number>): Set<string> {
  const kinds = Object.keys(shares).filter((kind) => rng.chance(shares[kind] ?? 0));
  for (const kind of kinds) identityChanges[kind]?.(rng, draft, daysAgo - rng.below(20));
  return new Set(kinds);
}

export const takeoverFrauds = {
  /**
   * Someone takes over the number of a carrier in good standing and uses it. Brokers must reach the thief and not the
   * carrier; what else changes depends on how the number is used. Without its officers, it was sold without its trucks.
   */
  contact_changed: ofOne((subject, rng) => {
    const changed = rng.between(45, 250);
    const shares = { phone: 0.98, email: 0.98, address: 0.9, officer: 0.35, name: 0.1 };
    const isSold = changeSome(rng, subject, changed, shares).has('officer');
    if (isSold) {
      subject.quiet();
      for (let n = rng.between(0, 3); n > 0; n--)
        subject.inspect(changed + rng.between(20, 400), subject.truck(n));
    }
    if (rng.chance(0.3)) {
      const { powerUnits } = subject.carrier;
      subject.was(changed, { powerUnits });
      subject.setFleet(powerUnits + rng.between(2, 15));
    }
    if (rng.chance(0.45)) subject.changeInsurer(changed - rng.between(-10, 50));
    seeTrucks(subject, rng, 330, rng.between(0, 3));
    const after = changed - rng.between(1, 15);
    seeTrucks(subject, rng, after, rng.between(4, 18), isSold ? OTHER_FLEET : 0);
    subject.expects.add('contact_changed');
  }),
  /** A number that nobody has used for years is bought for its age, and freight is moved under it. */
  dormant_number_active: ofOne((subject, rng) => {
    const { carrier, planted } = subject;
    const first = rng.between(40, 240);
    const bought = first + rng.between(3, 90);
    subject.quiet();
    carrier.addDay = subject.day(rng.between(2_200, 6_000));
    planted.license.grantedDay = carrier.addDay + 60;
    carrier.mcs150Day = subject.day(bought);
    // The last update was filed up to two years before the number fell out of use.
    const unused = rng.between(2, 9) * 365 + rng.below(730);
    const mcs150Day = Math.max(carrier.addDay, carrier.mcs150Day - unused);
    const status = rng.chance(0.4) ? { status: 'I' } : {};
    const mileage = rng.chance(0.3) ? { mileage: 0 } : {};
    subject.was(bought, { mcs150Day, ...status, ...mileage });
    const shares = { officer: 0.95, phone: 0.9, email: 0.85, address: 0.85, name: 0.4 };
    changeSome(rng, subject, bought, shares);
    for (let n = rng.between(2, 9), ago = first; n > 0 && ago > 1; n--, ago -= rng.between(3, 25)) {
      const unit = subject.truck(n % carrier.powerUnits);
      if (rng.chance(0.4)) subject.inspect(ago, unit);
      else subject.see(ago, { unit });
    }
    subject.expects.add('dormant_number_active');
    subject.accepts.add('contact_changed');
  }),
} satisfies Record<string, CaseBuilder>;
