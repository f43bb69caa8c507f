import type { SignalName } from '../../../server/src/domain/carriers/signals/signal-rules.ts';
import { LEGACY_FROZEN } from '../country.ts';
import { addressFrauds } from './address-frauds.ts';
import { bondOf, type CaseBuilder, ofOne } from './draft.ts';
import { identityFrauds } from './identity-frauds.ts';
import { takeoverFrauds } from './takeover-frauds.ts';
import { vehicleFrauds } from './vehicle-frauds.ts';

/**
 * One kind of fraud for each signal, as a fraudster would do it: not made to fit the limits of the rules, and with the gaps
 * of real records. The first draft is the subject.
 */
export const fraudCases: Record<SignalName, CaseBuilder> = {
  ...addressFrauds,
  ...identityFrauds,
  ...takeoverFrauds,
  ...vehicleFrauds,
  seen_out_of_service: ofOne((subject, rng) => {
    const since = rng.between(60, 300);
    subject.order(since, rng.chance(0.2) ? 5 : null);
    for (let n = rng.between(2, 6), ago = since - 2; n > 0 && ago > 6; n--, ago -= rng.between(3, 12))
      subject.see(ago, { unit: subject.truck(0) });
    subject.expects.add('seen_out_of_service');
  }),
  seen_without_authority: ofOne((subject, rng) => {
    const since = rng.between(215, 330);
    subject.revoke(since);
    for (let n = rng.between(2, 6), ago = since - 3; n > 0; n--, ago -= rng.between(4, 30))
      subject.see(ago, { unit: subject.truck(0) });
    subject.expects.add('seen_without_authority');
  }),
  /** Whoever looks before the carrier is seen again must be told. */
  authority_revoked: ofOne((subject, rng) => {
    const since = rng.between(200, 340);
    if (rng.chance(0.2))
      subject.revoke(since + rng.between(300, 600), { reinstatedAfter: rng.between(40, 90) });
    subject.revoke(since);
    subject.expects.add('authority_revoked');
  }),
  liability_cancellation_announced: ofOne((subject, rng) => {
    subject.planted.license.motus = true;
    const last = subject.planted.policies?.at(-1);
    if (last) last.cancelDay = subject.day(-rng.between(2, 30));
    subject.expects.add('liability_cancellation_announced');
  }),
  security_cancellation_announced: ofOne((subject, rng) => {
    subject.carrier.broker = true;
    subject.planted.license.motus = true;
    const ends = subject.day(-rng.between(2, 30));
    subject.planted.bonds = [bondOf(rng, 75_000, subject.day(rng.between(300, 900)), ends)];
    subject.expects.add('security_cancellation_announced').add('holds_broker_authority');
  }),
  pending_suspension: ofOne((subject, rng) => {
    subject.planted.license.motus = true;
    const [servedDay, effectiveDay] = [subject.day(rng.between(1, 25)), subject.day(-rng.between(3, 30))];
    subject.planted.suspensions?.push({ type: 'Involuntary Suspension', servedDay, effectiveDay });
    subject.expects.add('pending_suspension');
  }),
  authority_reinstated: ofOne((subject, rng) => {
    const again = subject.day(0) - LEGACY_FROZEN + rng.between(20, 150);
    const without = rng.between(380, 1_500);
    subject.carrier.addDay = subject.day(again + without + 800);
    subject.planted.license.grantedDay = subject.carrier.addDay + 30;
    // The authority ends 30 days after the notice.
    subject.revoke(again + without, { reinstatedAfter: without + 30 });
    subject.expects.add('authority_reinstated');
  }),
  insurance_lapse_while_moving: ofOne((subject, rng) => {
    const [first, last] = subject.planted.policies ?? [];
    if (!first || !last) return;
    const ended = rng.between(260, 340);
    first.cancelDay = subject.day(ended);
    first.effectiveDay = subject.day(ended + 350);
    last.effectiveDay = subject.day(ended - rng.between(18, 60));
    for (const after of [3, 9, 12, 16].slice(rng.below(3)))
      subject.see(ended - after, { unit: subject.truck(0) });
    subject.expects.add('insurance_lapse_while_moving');
  }),
  bipd_below_required: ofOne((subject, rng) => {
    subject.planted.license.requiredDollars = rng.pick([1_000_000, 5_000_000]);
    for (const policy of subject.planted.policies ?? []) policy.dollars = rng.pick([300_000, 750_000]);
    subject.expects.add('bipd_below_required');
  }),
  broker_security_below_required: ofOne((subject, rng) => {
    subject.carrier.broker = true;
    const dollars = rng.pick([10_000, 25_000, 50_000]);
    subject.planted.bonds = [bondOf(rng, dollars, subject.day(rng.between(300, 900)))];
    subject.expects.add('broker_security_below_required').add('holds_broker_authority');
  }),
  holds_broker_authority: ofOne((subject, rng) => {
    subject.carrier.broker = true;
    subject.planted.bonds = [bondOf(rng, 75_000, subject.day(rng.between(300, 900)))];
    subject.expects.add('holds_broker_authority');
  }),
  mcs150_overdue: ofOne((subject, rng) => {
    subject.carrier.addDay = subject.day(4_000);
    subject.carrier.mcs150Day = subject.day(rng.between(1_600, 3_500));
    subject.expects.add('mcs150_overdue');
  }),
};
