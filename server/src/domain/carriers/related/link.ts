import type { LinkKind, RelatedLink } from '../../../contract/brokers/related.ts';

export type Period = RelatedLink['own'];

/** A value that this carrier and another one have, or had. */
export type Link = RelatedLink & { usdot_number: number };

export type Links = {
  links: Link[];
  sharedByMany: { kind: LinkKind; value: string }[];
};

/** Periods without a common day are in order. A missing end is open. */
export function orderOf(own: Period, theirs: Period): RelatedLink['order'] {
  if (theirs.last_seen !== null && own.first_seen !== null && theirs.last_seen < own.first_seen)
    return 'before';
  if (own.last_seen !== null && theirs.first_seen !== null && own.last_seen < theirs.first_seen)
    return 'after';
  return 'same_time';
}
