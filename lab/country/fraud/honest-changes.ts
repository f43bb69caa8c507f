import type { Rng } from '../rng.ts';
import { type CaseBuilder, type Draft, ofOne } from './draft.ts';
import { identityChanges, seeTrucks } from './takeover-frauds.ts';

const change = (kind: string, rng: Rng, draft: Draft, daysAgo: number) =>
  identityChanges[kind]?.(rng, draft, daysAgo);

/** Seen now and then, all year. */
function seeAllYear(draft: Draft, rng: Rng): void {
  for (let n = 0, ago = 360; ago > 1; n++, ago -= rng.between(15, 35))
    draft.see(ago, { unit: draft.truck(n % draft.carrier.powerUnits) });
}

/** A number without any use, whose registration is updated on a day. */
function unused(draft: Draft, rng: Rng, updated: number, mcs150Age: number): void {
  draft.quiet();
  draft.carrier.addDay = draft.day(rng.between(4_000, 6_000));
  draft.planted.license.grantedDay = draft.carrier.addDay + 60;
  draft.carrier.mcs150Day = draft.day(updated);
  draft.was(updated, { mcs150Day: draft.day(updated + mcs150Age) });
}

/** Honest carriers whose registration changed. None of them expects a signal. */
export const honestChanges: Record<string, CaseBuilder> = {
  /** Another yard; with the landline, and with an insurer of the other state. Now and then with another email. */
  moved: ofOne((subject, rng) => {
    const moved = rng.between(45, 300);
    change('address', rng, subject, moved);
    if (rng.chance(0.5)) change('phone', rng, subject, moved - rng.below(30));
    if (rng.chance(0.05)) change('email', rng, subject, moved - rng.below(30));
    if (rng.chance(0.3)) subject.changeInsurer(moved - rng.between(0, 40));
    seeAllYear(subject, rng);
  }),
  new_phone_and_email: ofOne((subject, rng) => {
    const changed = rng.between(45, 300);
    change('phone', rng, subject, changed);
    change('email', rng, subject, changed - rng.below(20));
    if (rng.chance(0.15)) subject.changeInsurer(changed - rng.between(0, 40));
    seeAllYear(subject, rng);
  }),
  rebranded: ofOne((subject, rng) => {
    const changed = rng.between(45, 300);
    change('name', rng, subject, changed);
    change('email', rng, subject, changed - rng.below(20));
    if (rng.chance(0.1)) change('phone', rng, subject, changed);
    seeAllYear(subject, rng);
  }),
  /** A daughter takes over from her father. */
  succession: ofOne((subject, rng) => {
    const changed = rng.between(45, 300);
    change('officer', rng, subject, changed);
    change(rng.pick(['phone', 'email']), rng, subject, changed - rng.below(30));
    seeAllYear(subject, rng);
  }),
  /** Sold as it is: the phone and the yard are part of the sale. Now and then the buyer replaces the phone too. */
  changed_hands: ofOne((subject, rng) => {
    const sold = rng.between(45, 300);
    change('officer', rng, subject, sold);
    change('email', rng, subject, sold - rng.below(20));
    if (rng.chance(0.05)) change('phone', rng, subject, sold - rng.below(20));
    if (rng.chance(0.5)) subject.changeInsurer(sold - rng.between(0, 30));
    seeAllYear(subject, rng);
  }),
  /** A sale as the register shows it: other officers, the buyer's contacts, the trucks of the seller. */
  sold_with_new_contacts: ofOne((subject, rng) => {
    const sold = rng.between(45, 300);
    change('officer', rng, subject, sold);
    change('email', rng, subject, sold - rng.below(20));
    if (rng.chance(0.8)) change('phone', rng, subject, sold - rng.below(20));
    if (rng.chance(0.25)) change('address', rng, subject, sold - rng.below(20));
    if (rng.chance(0.15)) change('name', rng, subject, sold);
    if (rng.chance(0.5)) subject.changeInsurer(sold - rng.between(0, 30));
    for (let n = 0, ago = sold + 300; ago > 1; n++, ago -= rng.between(15, 35))
      subject.see(ago, { unit: subject.truck(n % subject.carrier.powerUnits) });
  }),
  /** Typing errors, another line or mailbox of the company, a suite, a middle initial, another legal form. */
  corrected_contacts: ofOne((subject, rng) => {
    const corrected = rng.between(45, 300);
    const { carrier, planted } = subject;
    const [first = 'A', last = 'B'] = (planted.officer ?? '').split(' ');
    carrier.email ||= 'OFFICE@CORRECTED.EXAMPLE';
    const lastDigit = (Number(carrier.phone.at(-1)) + rng.between(1, 9)) % 10;
    subject.was(
      corrected,
      {
        phone: `${carrier.phone.slice(0, -1)}${lastDigit}`,
        email: `DISPATCH${carrier.email.slice(carrier.email.indexOf('@'))}`,
        street: rng.chance(0.5) ? `${carrier.street} SUITE 4` : carrier.street.replace('E', ''),
        legalName: carrier.legalName.replace(/ (LLC|INC|CORP|CO|LTD)$/, ' LIMITED'),
      },
      `${first} Q ${last}`,
    );
    subject.changeInsurer(corrected - rng.between(0, 40));
    seeTrucks(subject, rng, corrected - 5, 12);
  }),
  /** More trucks, more sightings and another insurer, under the same contacts. */
  growing: ofOne((subject, rng) => {
    const since = rng.between(60, 250);
    const { powerUnits } = subject.carrier;
    subject.was(since, { powerUnits });
    subject.setFleet(powerUnits * 3);
    if (rng.chance(0.2)) change('phone', rng, subject, since);
    subject.changeInsurer(since - rng.between(0, 30));
    seeTrucks(subject, rng, since - 3, 14);
  }),
  /** The owner starts again after years, with another phone or address; now and then, an heir does. */
  returned_owner: ofOne((subject, rng) => {
    const updated = rng.between(60, 280);
    unused(subject, rng, updated, rng.between(800, 3_000));
    if (rng.chance(0.5)) change('phone', rng, subject, updated);
    if (rng.chance(0.3)) change('address', rng, subject, updated);
    if (rng.chance(0.05)) change('officer', rng, subject, updated);
    for (const after of [10, 24, 39]) subject.inspect(updated - after, subject.truck(0));
  }),
  /** A carrier with few trucks that was not inspected for years, with updates on time; it moves and is inspected. */
  rarely_inspected_and_moved: ofOne((subject, rng) => {
    const updated = rng.between(60, 280);
    unused(subject, rng, updated, rng.between(690, 900));
    change('address', rng, subject, updated);
    change('phone', rng, subject, updated);
    for (const after of [10, 24, 39]) subject.inspect(updated - after, subject.truck(0));
  }),
};
