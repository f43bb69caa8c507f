import type { Rng } from '../rng.ts';
import { personName } from '../words.ts';
import type { CaseBuilder, Draft } from './draft.ts';
import { mistyped, respelled } from './identity-frauds.ts';

/** The address of the first number, as each application spells it. */
function sameAddress(rng: Rng, first: Draft, draft: Draft): void {
  draft.moveTo(first);
  const { street } = first.carrier;
  const kind = rng.next();
  if (kind > 0.6) draft.carrier.street = kind > 0.97 ? mistyped(rng, street) : respelled(rng, street);
}

export const addressFrauds = {
  /** Someone registers numbers in stock, with straw persons and a phone for each. */
  numbers_registered_together: {
    size: 9,
    plants: 7,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      const start = rng.between(400, 1_000);
      const span = rng.between(5, 75);
      for (const draft of drafts.slice(0, rng.between(6, 9))) {
        if (draft !== first) sameAddress(rng, first, draft);
        draft.registered(start - rng.below(span));
        if (rng.chance(0.2)) draft.revoke(rng.between(205, 300));
        draft.expects.add('numbers_registered_together');
        draft.accepts.add('shared_with_revoked_carrier');
      }
    },
  },
  /** For years, one person registers a number after the other at one address and uses up some of them. */
  address_of_many_numbers: {
    size: 16,
    plants: 13,
    build(drafts, rng) {
      const [first] = drafts as [Draft];
      const pool = drafts.slice(0, 4);
      const phones = pool.map(({ carrier }) => carrier.phone);
      const people = pool.map(() => personName(rng));
      const start = rng.between(900, 1_600);
      for (const draft of drafts.slice(0, rng.between(13, 16))) {
        if (draft !== first) sameAddress(rng, first, draft);
        draft.registered(start - rng.below(start - 350));
        if (rng.chance(0.7)) draft.carrier.phone = rng.pick(phones);
        if (rng.chance(0.8)) draft.planted.officer = rng.pick(people);
        if (rng.chance(0.3)) draft.revoke(rng.between(205, 300));
        draft.expects.add('address_of_many_numbers');
        draft.accepts.add('shared_with_revoked_carrier').add('numbers_registered_together');
      }
    },
  },
} satisfies Record<string, CaseBuilder>;
