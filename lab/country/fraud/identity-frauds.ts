import type { Rng } from '../rng.ts';
import { type CaseBuilder, type Draft, ofTwo } from './draft.ts';

const LONG_WORDS: Record<string, string> = {
  ST: 'STREET',
  AVE: 'AVENUE',
  RD: 'ROAD',
  BLVD: 'BOULEVARD',
  LN: 'LANE',
  DR: 'DRIVE',
  HWY: 'HIGHWAY',
  CT: 'COURT',
};

/** Two letters swapped, not the digits at the start. */
export function mistyped(rng: Rng, text: string): string {
  const first = text.search(/[A-Z]/);
  const at = rng.between(Math.max(1, first), Math.max(1, text.length - 3));
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

/** As someone else would write the same street: in full, with a period, or another word for the suite. */
export function respelled(rng: Rng, street: string): string {
  const kind = rng.below(3);
  if (kind === 0)
    return street.replace(/\b(ST|AVE|RD|BLVD|LN|DR|HWY|CT)\b/, (word) => LONG_WORDS[word] ?? word);
  if (kind === 1) return street.replace(/\b(ST|AVE|RD|BLVD|LN|DR|HWY|CT)\b/, '$1.').replace('SUITE ', 'STE ');
  return street.toLowerCase().replace(', suite ', ' #');
}

/** The contacts that a person keeps who starts again under a new number, and how they change in the new application. */
const contacts: Record<string, (rng: Rng, subject: Draft, old: Draft) => void> = {
  phone(rng, { carrier }, old) {
    const { phone } = old.carrier;
    // A new line of the same company: the last digits differ.
    carrier.phone = rng.chance(0.1) ? `${phone.slice(0, -2)}${rng.digits(2)}` : phone;
  },
  email(rng, { carrier }, old) {
    old.carrier.email ||= `DISPATCH${rng.digits(6)}@MAIL.EXAMPLE`;
    const [user, domain] = old.carrier.email.split('@');
    carrier.email = rng.chance(0.1)
      ? `${user}${rng.digits(1)}@${domain}`
      : rng.chance(0.3)
        ? old.carrier.email.toLowerCase()
        : old.carrier.email;
  },
  address(rng, { carrier }, old) {
    const { city, state, county, street, zip } = old.carrier;
    const kind = rng.next();
    const spelling = kind < 0.5 ? street : kind < 0.9 ? respelled(rng, street) : mistyped(rng, street);
    Object.assign(carrier, { city, state, county, street: spelling, zip });
  },
  officer(rng, { carrier, planted }, old) {
    const { city, state, county } = old.carrier;
    Object.assign(carrier, { city, state, county });
    const [first, last] = (old.planted.officer ?? '').split(' ');
    if (first && last) planted.officer = rng.chance(0.1) ? `${first} J ${last}` : `${first} ${last}`;
  },
};

/** Keeps one to three contacts of the former number. */
function keepContacts(rng: Rng, subject: Draft, former: Draft): void {
  const kinds = Object.keys(contacts);
  for (let n = rng.between(1, 3); n > 0; n--) {
    const [kind = ''] = kinds.splice(rng.below(kinds.length), 1);
    contacts[kind]?.(rng, subject, former);
  }
}

export const identityFrauds = {
  /** The business of a number under an order goes on with a new docket, on a new number or on an old one that was idle. */
  new_authority_after_order: ofTwo((subject, ordered, rng) => {
    const orderDay = rng.between(90, 320);
    ordered.order(orderDay, null);
    const granted = rng.between(20, Math.min(150, orderDay - 5));
    const license = { legacy: false, motus: true, grantedDay: subject.day(granted) };
    Object.assign(subject.planted.license, license);
    subject.planted.policies?.splice(0, 1);
    if (rng.chance(0.5)) subject.carrier.addDay = subject.day(granted + 40);
    keepContacts(rng, subject, ordered);
    subject.expects.add('new_authority_after_order');
    subject.accepts.add('shared_with_revoked_carrier');
  }),
  /** A carrier that lost its authority starts again under a new number. */
  shared_with_revoked_carrier: ofTwo((subject, predecessor, rng) => {
    const lost = rng.between(220, 700);
    if (rng.chance(0.6)) predecessor.revoke(lost);
    else predecessor.order(lost, null);
    predecessor.carrier.status = rng.chance(0.5) ? 'I' : 'A';
    const { carrier } = subject;
    carrier.addDay = subject.day(Math.max(170, lost - rng.between(-150, 200)));
    subject.planted.license.grantedDay = Math.min(carrier.addDay + 30, subject.day(130));
    keepContacts(rng, subject, predecessor);
    if (rng.chance(0.3)) subject.planted.priorRevoked = predecessor.carrier.usdot;
    subject.expects.add('shared_with_revoked_carrier');
    // After an order, its own authority is new.
    subject.accepts.add('new_authority_after_order');
  }),
} satisfies Record<string, CaseBuilder>;
