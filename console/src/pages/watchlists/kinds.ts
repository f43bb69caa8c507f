import type { Watchlist } from '@milepost/sdk';

export type WatchKind = Watchlist['kinds'][number];

/** What a list can tell of, in the words of the form: a label and an explanation. */
export const KINDS: Record<WatchKind, [label: string, explanation: string]> = {
  authority: ['Authority', 'An operating authority is granted, revoked or changed otherwise.'],
  insurance: ['Insurance', 'Insurance on file changes, or its end is announced.'],
  order: ['Out-of-service order', 'An order comes into force or is rescinded.'],
  rating: ['Safety rating', 'FMCSA gives another rating.'],
  score: ['Safety score', 'A score reaches its intervention threshold.'],
  contact: ['Contacts and officers', 'A phone number, email, officer, name or address changes.'],
  signal: ['Signals', 'A new signal applies to the carrier.'],
  crash: ['Crash', 'The federal files have another crash.'],
  first_sighting: ['First sighting in a state', 'A camera sees the carrier in a state for the first time.'],
  silence: ['Silence', 'No camera has seen the carrier for a number of days.'],
};
export const KIND_NAMES = Object.keys(KINDS) as WatchKind[];
export const DEFAULT_KINDS: readonly WatchKind[] = ['authority', 'insurance', 'order', 'rating'];

/** These rest on sightings, which not every organization may see. */
const LICENSED: readonly WatchKind[] = ['first_sighting', 'silence'];
export const kindsFor = (maySee: boolean): WatchKind[] =>
  KIND_NAMES.filter((kind) => maySee || !LICENSED.includes(kind));

export const WATCHERS = ['watchlist-endpoint'] as const;
