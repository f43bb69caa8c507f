import type { Rng } from '../rng.ts';
import { type CaseBuilder, type Draft, ofTwo } from './draft.ts';

/** All contacts of the first carrier. */
function sameContacts(first: Draft, draft: Draft): void {
  draft.moveTo(first);
  draft.carrier.phone = first.carrier.phone;
  draft.carrier.email = first.carrier.email;
  draft.planted.officer = first.planted.officer ?? '';
}

/** An order against one of two companies of a family, and the authority of the other. */
function family(subject: Draft, sister: Draft, rng: Rng): void {
  subject.carrier.phone = sister.carrier.phone;
  if (rng.chance(0.5)) subject.moveTo(sister);
}

/** Honest carriers that share an address or contacts with others. */
export const honestAddresses: Record<string, CaseBuilder> = {
  /** An office of an agent: its tenants came one by one, and have their own phones and officers. */
  virtual_office: {
    size: 20,
    plants: 5,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      for (const draft of drafts) {
        draft.moveTo(first);
        draft.registered(rng.between(300, 5_000));
        if (rng.chance(0.2)) draft.revoke(rng.between(205, 290));
        draft.accepts.add('shared_with_revoked_carrier');
      }
    },
  },
  /** The companies of one owner, registered over decades. */
  company_group: {
    size: 12,
    plants: 3,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      for (const draft of drafts) {
        sameContacts(first, draft);
        draft.registered(rng.between(400, 12_000));
      }
    },
  },
  /** A company that splits into several on one day. */
  subsidiaries_registered_together: {
    size: 4,
    plants: 2,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      const started = rng.between(350, 1_000);
      for (const draft of drafts.slice(0, rng.between(2, 4))) {
        sameContacts(first, draft);
        draft.registered(started);
      }
    },
  },
  /** Owner-operators who live in one house or park at one yard. */
  shared_yard: {
    size: 8,
    plants: 2,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      for (const draft of drafts.slice(0, rng.between(3, 8))) {
        draft.moveTo(first);
        draft.registered(rng.between(300, 3_500));
      }
    },
  },
  /** The order against the sister company was rescinded before the other one got its authority. */
  order_rescinded_before_grant: ofTwo((subject, sister, rng) => {
    family(subject, sister, rng);
    sister.order(rng.between(200, 300), rng.between(160, 190));
    const license = { legacy: false, motus: true, grantedDay: subject.day(rng.between(20, 150)) };
    Object.assign(subject.planted.license, license);
    subject.planted.policies?.splice(0, 1);
  }),
  /** Both had their authority for years when one was put out of service. */
  sister_under_order: ofTwo((subject, sister, rng) => {
    family(subject, sister, rng);
    subject.registered(rng.between(2_500, 6_000));
    sister.order(rng.between(30, 300), null);
  }),
};
