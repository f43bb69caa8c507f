import Type, { type Static } from 'typebox';
import { pageQuery } from '../pagination.ts';
import type { Problem } from '../problem.ts';
import {
  closed,
  converted,
  MAX_FORMATTED_LENGTH,
  named,
  nullable,
  oneOf,
  StoredTime,
  Timestamp,
  text,
  Uuid,
} from '../schema.ts';

/** What a watchlist can tell of, in words. */
export const WATCH_KINDS = {
  authority: 'An operating authority was granted, revoked or changed otherwise.',
  insurance: 'Insurance on file changed, or its end was announced.',
  order: 'An out-of-service order came into force or was rescinded.',
  rating: 'The safety rating changed.',
  score: 'A safety score reached its intervention threshold.',
  contact: 'A contact, an officer, a name or an address in the census changed.',
  signal:
    'A new carrier signal. Without a license for carrier observations, only signals of federal registers.',
  crash: 'A new crash in the federal files.',
  first_sighting: 'Cameras saw the carrier in a state for the first time.',
  silence: 'Cameras have not seen the carrier for `silence_days` days.',
} as const;
export type WatchKind = keyof typeof WATCH_KINDS;
export const WATCH_KIND_NAMES = Object.keys(WATCH_KINDS) as WatchKind[];
const DEFAULT_KINDS: WatchKind[] = ['authority', 'insurance', 'order', 'rating'];
/** Kinds that rest on sightings of all organizations. */
export const LICENSED_KINDS: readonly WatchKind[] = ['first_sighting', 'silence'];

export const MAX_CARRIERS_AT_ONCE = 500;
export const MAX_CSV_LINES = 100_000;
export const MAX_CSV_LINE_BYTES = 4_096;
const MAX_EMAILS = 20;

const kind = oneOf(WATCH_KIND_NAMES);
const name = text({ minLength: 1, isNeverBlank: true, maxLength: 100, examples: ['Core carriers'] });
const kinds = {
  maxItems: WATCH_KIND_NAMES.length,
  uniqueItems: true,
  description: `What the list tells of. ${Object.entries(WATCH_KINDS)
    .map(([key, words]) => `\`${key}\`: ${words}`)
    .join(' ')}`,
};
const silence = {
  minimum: 1,
  maximum: 365,
  description: 'After so many days without a sighting a carrier is silent.',
};
const emails = {
  maxItems: MAX_EMAILS,
  description: 'Addresses that get a digest of the events, at most one an hour.',
};
const address = Type.String({ format: 'email', maxLength: MAX_FORMATTED_LENGTH, trim: true });

export const CreateWatchlist = Type.Object(
  {
    name,
    kinds: Type.Array(kind, { ...kinds, default: DEFAULT_KINDS }),
    silence_days: Type.Integer({ ...silence, default: 30 }),
    emails: Type.Array(address, { ...emails, default: [] }),
  },
  { $id: 'CreateWatchlist' },
);
export type NewWatchlist = Static<typeof CreateWatchlist>;

export const UpdateWatchlist = named('UpdateWatchlist', {
  name: Type.Optional(name),
  kinds: Type.Optional(Type.Array(kind, kinds)),
  silence_days: Type.Optional(Type.Integer(silence)),
  emails: Type.Optional(Type.Array(address, emails)),
});
export type WatchlistChange = Static<typeof UpdateWatchlist>;

export function watchlistChangeProblems(change: WatchlistChange): Problem[] {
  if (Object.keys(change).length > 0) return [];
  const msg = 'At least one of name, kinds, silence_days and emails is required';
  return [{ type: 'missing', loc: ['body', 'name'], msg, input: null }];
}

export const Watchlist = named('Watchlist', {
  id: Uuid,
  name: Type.String(),
  kinds: Type.Array(kind),
  silence_days: Type.Integer(),
  emails: Type.Array(Type.String()),
  carriers: Type.Integer({ description: 'The number of carriers on the list.' }),
  created_at: StoredTime,
});
export const Watchlists = named('Watchlists', {
  watchlists: Type.Array(Watchlist),
  next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
});

const cursor = Type.Optional(
  converted<number>('list-cursor', { maxLength: 40, description: '`next_cursor` of the page before.' }),
);
const { page_size } = pageQuery({ maxPage: 1, maxSize: 200, size: 50 });

export const WatchlistsQuery = Type.Object({
  usdot_number: Type.Optional(
    converted<number>('usdot-number', { maxLength: 40, description: 'Only lists with this carrier.' }),
  ),
  cursor,
  page_size,
});
export const WatchlistParams = Type.Object({ watchlist_id: Uuid });
export const WatchedCarrierParams = Type.Object({
  watchlist_id: Uuid,
  usdot_number: converted<number>('usdot-number', { maxLength: 40 }),
});

export const WatchedCarriersQuery = Type.Object({ cursor, page_size });
export const WatchedCarrier = named('WatchedCarrier', {
  usdot_number: Type.String(),
  legal_name: Type.String({ description: 'Empty if no federal register has the carrier.' }),
  added_at: StoredTime,
});
export const WatchedCarriers = named('WatchedCarriers', {
  carriers: Type.Array(WatchedCarrier),
  next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
});

const usdotNumbers = Type.Array(
  converted<number>('usdot-number', { minLength: 1, maxLength: 40, trim: true, examples: ['1234567'] }),
  { minItems: 1, maxItems: MAX_CARRIERS_AT_ONCE },
);
export const AddWatchedCarriers = Type.Object({ usdot_numbers: usdotNumbers }, { $id: 'AddWatchedCarriers' });
export const RemoveWatchedCarriers = Type.Object(
  { usdot_numbers: usdotNumbers },
  { $id: 'RemoveWatchedCarriers' },
);
const added = {
  added: Type.Integer(),
  present: Type.Integer({ description: 'Carriers that were on the list already.' }),
  unknown: Type.Array(Type.String(), {
    description:
      'Those of the carriers that no federal register has. They are watched all the same. At most 500 are named.',
  }),
};
export const AddedWatchedCarriers = named('AddedWatchedCarriers', added);
export const ImportedWatchedCarriers = named('ImportedWatchedCarriers', {
  ...added,
  bad_lines: Type.Array(
    closed({
      line: Type.Integer({ description: 'From 1.' }),
      text: Type.String({ description: 'The first 100 characters of the line.' }),
      problem: Type.String(),
    }),
    { description: 'Every line that was not understood. The others were added.' },
  ),
});
export const RemovedWatchedCarriers = named('RemovedWatchedCarriers', { removed: Type.Integer() });

const facts = (description: string) =>
  Type.Unsafe<WatchFacts>({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] },
    description,
  });
/** Facts of one kind by their names: only those that changed. */
export type WatchFacts = Record<string, string | number | null>;

const change = {
  id: Uuid,
  kind: oneOf(WATCH_KIND_NAMES, { description: 'As in `Watchlist`.' }),
  usdot_number: Type.String(),
  legal_name: Type.String({ description: 'Empty if no federal register has the carrier.' }),
  summary: Type.String({ examples: ['Common authority (property): active → inactive'] }),
  before: facts('What was known before, by name. Only what changed. Empty for something new.'),
  after: facts('The same names after the change.'),
  watchlists: Type.Array(closed({ id: Uuid, name: Type.String() }), {
    description: 'The lists that tell of it.',
  }),
};

export const WatchEvent = named('WatchEvent', { ...change, found_at: StoredTime });
export const WatchEvents = named('WatchEvents', {
  events: Type.Array(WatchEvent),
  next_cursor: nullable(Type.String({ description: 'Null on the last page.' })),
});
export const WatchEventsQuery = Type.Object({
  watchlist_id: Type.Optional(Type.String({ format: 'uuid', minLength: 1, maxLength: MAX_FORMATTED_LENGTH })),
  usdot_number: Type.Optional(converted<number>('usdot-number', { maxLength: 40 })),
  kind: Type.Optional(kind),
  cursor,
  page_size,
});

/** What the service posts to webhooks that subscribed; closed at every level. */
export const WatchlistChanges = named('WatchlistChanges', {
  event: Type.Literal('watchlist.changes_found'),
  webhook_id: Uuid,
  customer_id: Type.Integer({ description: 'Your organization.' }),
  timestamp: Type.String({ ...Timestamp, description: 'When the changes were found.' }),
  total_changes: Type.Integer({ minimum: 1, maximum: 500, description: 'The length of `changes`.' }),
  changes: Type.Array(closed({ ...change, found_at: Timestamp }), { minItems: 1, maxItems: 500 }),
});
export type WatchChange = Static<typeof WatchlistChanges>['changes'][number];
