import { LEGACY_FROZEN } from '../country.ts';
import { bondOf, type CaseBuilder, ofOne } from './draft.ts';

/** Honest carriers with unusual authority, insurance or orders. */
export const honestRegistrations: Record<string, CaseBuilder> = {
  reinstated_soon: ofOne((subject, rng) => {
    const again = subject.day(0) - LEGACY_FROZEN + rng.between(20, 150);
    subject.revoke(again + 40, { reinstatedAfter: rng.between(35, 70) });
  }),
  order_rescinded: ofOne((subject, rng) => {
    const since = rng.between(100, 300);
    subject.order(since, since - 30);
    for (const ago of [since + 20, since + 5, since - 31, since - 60]) subject.see(ago);
  }),
  suspension_resolved: ofOne((subject, rng) => {
    subject.planted.license.motus = true;
    const servedDay = subject.day(rng.between(10, 25));
    const order = { servedDay, effectiveDay: subject.day(-rng.between(3, 20)) };
    subject.planted.suspensions?.push(
      rng.chance(0.5)
        ? { type: 'Involuntary Suspension', ...order, resolvedDay: servedDay + 5 }
        : { type: 'Voluntary Suspension', ...order },
    );
  }),
  /** Had a docket once, and hauls its own goods within the state now. */
  intrastate_without_authority: ofOne((subject, rng) => {
    subject.revoke(rng.between(230, 330), { voluntary: true });
    for (const policy of subject.planted.policies ?? []) policy.cancelDay = subject.day(240);
    Object.assign(subject.carrier, { operation: 'C', trade: 'private' });
    for (const ago of [200, 150, 90, 40]) subject.see(ago);
  }),
  /** The renewal is in no public file, and the authority stays in force. */
  renewal_not_published: ofOne((subject) => {
    const [first] = subject.planted.policies ?? [];
    if (!first) return;
    subject.planted.policies = [{ ...first, cancelDay: LEGACY_FROZEN - 20 }];
    for (const ago of [150, 120, 80, 30]) subject.see(ago);
  }),
  /** The insurer announces the end, and the next policy is on file already. */
  renewal_filed_ahead: ofOne((subject, rng) => {
    subject.planted.license.motus = true;
    const current = subject.planted.policies?.at(-1);
    if (!current) return;
    const ends = subject.day(-rng.between(2, 30));
    const effectiveDay = ends - rng.below(15);
    current.cancelDay = ends;
    subject.planted.policies?.push({
      ...current,
      number: `${current.number}N`,
      effectiveDay,
      cancelDay: null,
    });
  }),
  bond_replaced_ahead: ofOne((subject, rng) => {
    subject.carrier.broker = true;
    subject.planted.license.motus = true;
    const ends = subject.day(-rng.between(2, 30));
    const next = bondOf(rng, 75_000, ends - rng.below(10));
    subject.planted.bonds = [bondOf(rng, 75_000, subject.day(rng.between(300, 900)), ends), next];
    subject.expects.add('holds_broker_authority');
  }),
  /** A carrier that stops, by its own decision; some were reinstated after an involuntary revocation before. */
  authority_given_up: ofOne((subject, rng) => {
    const since = rng.between(200, 330);
    if (rng.chance(0.5))
      subject.revoke(since + rng.between(150, 400), { reinstatedAfter: rng.between(40, 90) });
    subject.revoke(since, { voluntary: true });
  }),
  revocation_discontinued: ofOne((subject, rng) => {
    subject.revoke(rng.between(200, 330), { carriedOut: false, reinstatedAfter: 0 });
  }),
  insurer_changed: ofOne((subject, rng) => {
    const [first, last] = subject.planted.policies ?? [];
    if (!first || !last) return;
    const changed = subject.day(rng.between(200, 330));
    first.cancelDay = changed;
    last.effectiveDay = changed;
    for (const ago of [340, 300, 250, 190]) subject.see(ago);
  }),
  excess_coverage: ofOne((subject) => {
    subject.planted.license.requiredDollars = 5_000_000;
    const current = subject.planted.policies?.at(-1);
    if (!current) return;
    subject.planted.policies = [
      { ...current, dollars: 1_000_000, form: '91', cancelDay: null },
      { ...current, dollars: 4_000_000, number: `${current.number}E`, above: 1_000_000, cancelDay: null },
    ];
  }),
  broker_with_bond: ofOne((subject, rng) => {
    subject.carrier.broker = true;
    subject.planted.bonds = [
      bondOf(rng, 75_000, subject.day(500)),
      bondOf(rng, 75_000, subject.day(1_500), subject.day(500)),
    ];
    subject.expects.add('holds_broker_authority');
  }),
  /** Few trucks, never inspected; or many trucks that were only seen. */
  rarely_inspected: ofOne((subject, rng) => {
    subject.quiet();
    if (rng.chance(0.5)) subject.setFleet(rng.between(3, 9));
    else {
      subject.setFleet(rng.between(12, 30));
      subject.see(rng.between(30, 600), { unit: subject.truck(0) });
    }
  }),
};
